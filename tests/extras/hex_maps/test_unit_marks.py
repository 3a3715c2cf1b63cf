"""Signs of units: the same on the map, in its legend and on the front of a counter."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_maps import tiny

from printgen import Project
from printgen.content.library import Entry, Library
from printgen.extras.hex_maps.counters import counter_scene
from printgen.extras.hex_maps.model import HexMap
from printgen.extras.hex_maps.page import draw_map, map_context
from printgen.extras.hex_maps.scene import Layer, Scene, Shape, TextItem
from printgen.extras.hex_maps.units import UnitSymbol, draw_unit

GAME = """title: G
languages: [en]
terrains: {easy: {label: Easy}}
hexes: {facing: side, command: {trait: chief, near: 2, path: 4}}
"""
UNITS = """sides: {red: Red}
units:
  - {profile: pike, at: "0101", facing: 6, side: red, mark: A}
  - {profile: pike, at: "0202", facing: 6, side: red, mark: B, disordered: true}
  - {profile: chief, at: "0303", side: red, mark: C, traits: [chief]}
"""
CROWN, TIP = 8, 4


@pytest.fixture
def three(tmp_path: Path) -> tuple[Library, Entry[HexMap]]:
    """A unit with a front, the same in disorder, and a general."""
    tiny(tmp_path, "flat_to_flat: 20 mm\ncolumns: 4\nrows: 4\n")
    game = tmp_path / "content" / "g"
    (game / "game.yaml").write_text(GAME)
    for folder, name in (("profiles", "pike"), ("profiles", "chief"), ("traits", "chief")):
        (game / folder).mkdir(exist_ok=True)
        (game / folder / f"{name}.yaml").write_text(f"name: {name.title()}\n")
    with (game / "maps" / "m.yaml").open("a") as stream:
        stream.write(UNITS)
    library = Project(tmp_path).library
    return library, library.games["g"].of_kind("maps")["m"]


def shapes(scene: Scene, layers: str, commands: int) -> list[Shape]:
    """The filled shapes with a number of commands."""
    items = [item for layer in scene.layers if layer.name == layers for item in layer.items]
    return [i for i in items if isinstance(i, Shape) and i.fill and len(i.path) == commands]


def test_the_legend_shows_crown_front_and_disorder(three: tuple[Library, Entry[HexMap]]) -> None:
    scene = draw_map(*three, "en", "full").scene
    for layer in ("units", "legend"):
        assert len(shapes(scene, layer, CROWN)) == 1
        assert [shape.fill for shape in shapes(scene, layer, TIP)] == ["ink"]
        assert [shape.fill for shape in shapes(scene, layer, 5) if shape.dash] == ["halo"]
    items = [i for layer in scene.layers for i in layer.items if isinstance(i, TextItem)]
    assert {"A  Pike", "B  Pike, in disorder", "C  Chief"} <= {item.text for item in items}


def test_the_front_of_a_counter_shows_good_order(three: tuple[Library, Entry[HexMap]]) -> None:
    context, _ = map_context(*three, "en")
    ordered, disordered, chief = context.board.units
    tips = [
        len(shapes(counter_scene(context, unit, 15, back), "counter", TIP))
        for unit in (ordered, disordered, chief)
        for back in (False, True)
    ]
    assert tips == [1, 0, 1, 0, 0, 0]


def test_a_marker_in_the_hex_of_a_unit_is_in_a_corner(three: tuple[Library, Entry[HexMap]]) -> None:
    path = Path(three[0].folders.root) / "content/g/maps/m.yaml"
    with path.open("a") as stream:
        stream.write(
            'markers: [{label: Toll, at: "0101", mark: T}, {label: Mill, at: "0401", mark: W}]'
        )
    library = Project(path.parents[3]).library
    scene = draw_map(library, library.games["g"].of_kind("maps")["m"], "en", "full").scene
    found = {
        item.text: (layer.name, item)
        for layer in scene.layers
        for item in layer.items
        if isinstance(item, TextItem) and layer.name in ("units", "names")
    }
    assert found["T"][0] == "units" and found["W"][0] == "names"
    side, unit, marker = 20 / 3**0.5, found["A"][1], found["T"][1]
    assert 0.5 * side < marker.x - unit.x < 0.6 * side
    assert marker.size < found["W"][1].size


def test_marks_have_the_halo_of_numbers(three: tuple[Library, Entry[HexMap]]) -> None:
    scene = draw_map(*three, "en", "full").scene
    texts = [i for layer in scene.layers for i in layer.items if isinstance(i, TextItem)]
    (mark,) = (item for item in texts if item.text == "A")
    (number,) = (item for item in texts if item.text == "0303")
    assert mark.halo / mark.size == pytest.approx(number.halo / number.size)


def test_the_halo_of_a_mark_does_not_cut_an_upright_block() -> None:
    for hour, place in ((None, 0), (12, 0), (3, -1)):
        layer = Layer("units")
        draw_unit(layer, UnitSymbol(0, 0, "foot", hour, 0, "V"), 10, 0.1)
        assert isinstance(layer.items[place], TextItem)
