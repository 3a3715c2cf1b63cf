"""Legend and title: labels that are too long, and sizes in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_maps import tiny, words

from printgen.extras.hex_maps.boards import board_of
from printgen.extras.hex_maps.legend import crossing
from printgen.extras.hex_maps.map_page import map_page
from printgen.extras.hex_maps.page import draw_map
from printgen.extras.hex_maps.scene import TextItem
from printgen.problems import PlacementError

SIZE = "flat_to_flat: 9 mm\ncolumns: 5\nrows: 4\n"
LONG = "and so on " * 40


@pytest.mark.sees("map-layout")
@pytest.mark.parametrize(
    ("more", "path"),
    [
        (f"subtitle: {LONG}\n", ("subtitle",)),
        (f'zones: [{{label: {LONG}, hexes: ["0101"]}}]\n', ("zones", 0, "label")),
        (f'markers: [{{label: {LONG}, at: "0101", mark: A}}]\n', ("markers", 0, "label")),
        (f'paths: [{{style: road, through: ["0101", "0201"], label: {LONG}}}]\n',
         ("paths", 0, "label")),
    ],
)  # fmt: skip
def test_text_wider_than_the_map_is_reported_at_its_position(
    tmp_path: Path, more: str, path: tuple[str | int, ...]
) -> None:
    library, entry = tiny(tmp_path, SIZE + more)
    with pytest.raises(PlacementError) as error:
        map_page(library, entry, "en", "full")
    problem = error.value.problem
    assert problem.position == entry.at(*path)
    assert problem.code == "map-layout"
    assert problem.message == (
        "text is wider than the map: and so on and so on and so on and so on…"
    )


def test_a_size_in_inches_is_also_given_in_mm(tmp_path: Path) -> None:
    library, entry = tiny(tmp_path, "flat_to_flat: 1.25 in\ncolumns: 4\nrows: 4\n")
    text = words(map_page(library, entry, "en", "full").pdf)
    assert "1.25″ (31.75 mm) from flat to flat" in text.replace("\u00a0", " ")


def test_the_text_of_a_map_is_below_its_titles(tmp_path: Path) -> None:
    text = "The river is frozen from bank to bank, and nobody in town has eaten since Sunday."
    library, entry = tiny(tmp_path, f"flat_to_flat: 20 mm\ncolumns: 4\nrows: 4\ntext: {text}\n")
    assert text in words(map_page(library, entry, "en", "full").pdf)


def test_the_swatch_of_a_terrain_has_the_bridge_of_all_its_hexes(tmp_path: Path) -> None:
    sizes = "flat_to_flat: 20 mm\norientation: pointy-top\ncolumns: 2\nrows: 2\n"
    bridge = 'hexsides: [{style: bridge, sides: ["0101/3", "0201/9", "0102/3", "0202/9"]}]\n'
    library, entry = tiny(tmp_path, sizes + bridge)
    assert crossing(board_of(library, entry), "easy") == "bridge"
    entry.value.hexsides[0].sides.pop()
    assert not crossing(board_of(library, entry), "easy")


def test_the_symbols_of_a_legend_are_below_each_other(tmp_path: Path) -> None:
    zones = ", ".join(f'{{label: Zone {n}, hexes: ["0{n}01"]}}' for n in range(1, 8))
    size = "flat_to_flat: 20 mm\ncolumns: 8\nrows: 6\n"
    library, entry = tiny(tmp_path, f"{size}zones: [{zones}]\n")
    drawing = draw_map(library, entry, "en", "full")
    legend = [layer for layer in drawing.scene.layers if layer.name == "legend"]
    found = [item for layer in legend for item in layer.items if isinstance(item, TextItem)]
    scale, *others = found
    assert "from flat to flat" in scale.text and scale.y < min(item.y for item in others)
    rows = {item.y for item in others}
    columns = {round(item.x, 3) for item in others}
    assert len(rows) > 1 and len(columns) == -(-len(others) // len(rows))
