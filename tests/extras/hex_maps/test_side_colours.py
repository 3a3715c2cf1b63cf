"""The colours of sides: units, zones and legends, in full and in low ink."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_maps import tiny
from unit_boards import COLUMN

from printgen import Project
from printgen.extras.hex_maps.page import MapDrawing, draw_figure, draw_map
from printgen.extras.hex_maps.palette import light_sides, line_colour
from printgen.extras.hex_maps.scene import Shape
from printgen.extras.hex_maps.theme import MapTheme
from printgen.typography.print_limits import contrast_with_white

MAP = """
flat_to_flat: 20 mm
columns: 4
rows: 4
sides:
  red: {name: Reds, colour: "#b3261e"}
  blue: {name: Blues, colour: "#2b4a8c"}
  free: Free bands
zones:
  - {label: Red set-up, hexes: ["0101-0401"], side: red}
  - {label: Blue set-up, hexes: ["0104-0404"], side: blue}
  - {label: Free set-up, hexes: ["0102"], side: free}
  - {label: Nobody’s, hexes: ["0303"]}
units:
  - {profile: pike, at: "0101", side: red}
  - {profile: pike, at: "0104", side: blue}
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    tiny(tmp_path, "columns: 1\nrows: 1\nflat_to_flat: 20 mm\n")
    game = tmp_path / "content" / "g"
    (game / "profiles").mkdir()
    (game / "profiles" / "pike.yaml").write_text("name: Pike\n")
    (game / "maps" / "m.yaml").write_text("title: M\nground: easy\n" + MAP)
    project = Project(tmp_path)
    assert project.check() == []
    return project


def shapes(drawing: MapDrawing, layer: str) -> list[Shape]:
    return [
        item
        for one in drawing.scene.layers
        if one.name == layer
        for item in one.items
        if isinstance(item, Shape)
    ]


def test_units_zones_and_swatches_have_the_colours_that_the_map_states(project: Project) -> None:
    entry = project.library.games["g"].of_kind("maps")["m"]
    for drawing in (
        draw_map(project.library, entry, "en", "full"),
        draw_figure(project.library, entry, "en", "full", COLUMN),
    ):
        palette = drawing.palette
        zones = [palette[zone.stroke] for zone in shapes(drawing, "zones")]
        assert zones[:2] == ["#b3261e", "#2b4a8c"]
        assert zones[3] == palette["accent"]
        blocks = [palette[unit.fill] for unit in shapes(drawing, "units") if unit.fill]
        assert blocks == ["#b3261e", "#2b4a8c"]
        swatches = [palette.get(shape.stroke) for shape in shapes(drawing, "swatch")]
        assert {"#b3261e", "#2b4a8c"} <= set(swatches)
        legend = [palette.get(shape.fill) for shape in shapes(drawing, "legend")]
        assert {"#b3261e", "#2b4a8c"} <= set(legend)


def test_a_side_without_a_colour_has_that_of_the_theme(project: Project) -> None:
    value = project.library.games["g"].of_kind("maps")["m"].value
    assert value.side_colours(["#111111", "#222222"]) == ["#b3261e", "#2b4a8c", "#111111"]
    assert value.side_name("blue") == {"": "Blues"}
    assert value.side_name("free") == {"": "Free bands"}
    assert value.side_name("none") is None


def test_low_ink_tells_sides_apart_without_colour(project: Project) -> None:
    entry = project.library.games["g"].of_kind("maps")["m"]
    drawing = draw_map(project.library, entry, "en", "low")
    zones = shapes(drawing, "zones")
    assert {drawing.palette[zone.stroke] for zone in zones} == {"#000000"}
    assert len({zone.dash for zone in zones[:3]}) == 3
    # Two dark colours are black and white.
    assert {drawing.palette["side0"], drawing.palette["side1"]} == {"#000000", "#ffffff"}


@pytest.mark.parametrize(
    ("colours", "light"),
    [
        (["#0f5671", "#ffffff"], {1}),
        (["#2b4a8c", "#b3261e"], {1}),
        (["#ffffff", "#d9d0bd"], {0}),
        (["#0f5671"], set()),
        (["#ffffff"], {0}),
        (["#000000", "#111111", "#222222", "#333333"], {2, 3}),
    ],
)
def test_the_sides_that_are_white_in_low_ink(colours: list[str], light: set[int]) -> None:
    assert light_sides(colours) == light


def test_a_line_in_a_light_colour_is_darker() -> None:
    look = MapTheme()
    assert line_colour("#b3261e", look) == "#b3261e"
    for colour in ("#ffffff", "#f2d13d", "#fbf4e2"):
        assert contrast_with_white(line_colour(colour, look)) >= 4.5
    # It keeps its hue.
    line = line_colour("#f2d13d", look)
    assert int(line[1:3], 16) > int(line[5:7], 16)


def test_dashes_and_dots_differ_in_the_legend(project: Project) -> None:
    entry = project.library.games["g"].of_kind("maps")["m"]
    drawing = draw_figure(project.library, entry, "en", "low", COLUMN)
    borders = [shape for shape in shapes(drawing, "swatch") if shape.dash]
    assert len(borders) == 4
    for border in borders:
        # The gap after a dash is wider than the line, whose ends are round.
        assert border.dash[1] > 1.2 * border.width
