"""Place names at the edges of maps."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_maps import tiny
from unit_boards import COLUMN

from printgen import Project
from printgen.content.library import Entry, Library
from printgen.extras.hex_maps.boards import board_of
from printgen.extras.hex_maps.context import WAY_WIDTHS
from printgen.extras.hex_maps.model import HexMap
from printgen.extras.hex_maps.page import MapDrawing, draw_figure, draw_map
from printgen.extras.hex_maps.scene import TextItem
from printgen.problems import PlacementError
from printgen.typography.measure import text_width

SIZE = "orientation: pointy-top\nflat_to_flat: 25 mm\ncolumns: 12\nrows: 9\n"

EDGES = ["0101", "0101/12", "0101/9", "0107", "1202/3", "1209/6", "0609/5"]


def named(root: Path, *labels: str, size: str = SIZE) -> tuple[Library, Entry[HexMap]]:
    return tiny(root, f"{size}labels: [{', '.join(labels)}]\n")


def placed_names(drawing: MapDrawing) -> list[tuple[TextItem, float, float]]:
    """The names of a drawing, with their places (mm) in its picture."""
    return [
        (item, item.x + layer.at[0], item.y + layer.at[1])
        for layer in drawing.scene.layers
        if layer.name == "names"
        for item in layer.items
        if isinstance(item, TextItem)
    ]


@pytest.mark.parametrize("size", ["small", "large"])
def test_a_name_on_an_edge_hex_is_whole_in_the_picture(tmp_path: Path, size: str) -> None:
    labels = [f'{{text: Krähenhügel, at: "{at}", size: {size}}}' for at in EDGES]
    library, entry = named(tmp_path, *labels)
    figure, board = (
        draw_figure(library, entry, "en", "full", COLUMN),
        draw_map(library, entry, "en", "full"),
    )
    for drawing in (figure, board):
        found = placed_names(drawing)
        assert len(found) == len(EDGES)
        for item, x, y in found:
            half = text_width(item.text, drawing.faces["names"], item.size) / 2
            assert half <= x <= drawing.scene.width - half
            assert 0.75 * item.size <= y <= drawing.scene.height - 0.25 * item.size
    # The frame of the map does not strike it out.
    order = [layer.name for layer in figure.scene.layers]
    assert order.index("frame") < order.index("names")


def test_a_turned_name_is_whole_too(tmp_path: Path) -> None:
    library, entry = named(tmp_path, '{text: Krähenhügel, at: "1209", turn: 90}')
    drawing = draw_figure(library, entry, "en", "full", COLUMN)
    ((item, _, y),) = placed_names(drawing)
    half = text_width(item.text, drawing.faces["names"], item.size) / 2
    assert half <= y <= drawing.map_height - half + 1


def test_a_name_within_the_map_stays_where_it_is(tmp_path: Path) -> None:
    library, entry = named(tmp_path, '{text: Krähenhügel, at: "0605"}')
    drawing = draw_map(library, entry, "en", "full")
    ((_, x, _),) = placed_names(drawing)
    left = next(layer.at[0] for layer in drawing.scene.layers if layer.name == "names")
    assert x - left == pytest.approx(5.5 * 25)


@pytest.mark.sees("map-layout")
def test_a_name_longer_than_the_map_is_reported_at_the_label(tmp_path: Path) -> None:
    small = "orientation: pointy-top\nflat_to_flat: 10 mm\ncolumns: 2\nrows: 6\n"
    label = '{text: The old hill of the crows, at: "0102", size: large}'
    library, entry = named(tmp_path, label, size=small)
    with pytest.raises(PlacementError) as error:
        draw_map(library, entry, "en", "full")
    problem = error.value.problem
    assert problem.position == entry.at("labels", 0, "text")
    assert problem.code == "map-layout"
    assert problem.message.startswith("the name 'The old hill of the crows' at 0102 is ")
    assert problem.hint == "set a smaller `size:` or a shorter name"
    # It would fit upright.
    upright = f"{label[:-1]}, turn: 90}}"
    draw_map(*named(tmp_path / "upright", upright, size=small), "en", "full")


def test_a_name_stands_beside_a_road(tmp_path: Path) -> None:
    road = 'paths: [{style: road, through: ["0305", "0405", "0505", "0605", "0705", "0805"]}]\n'
    library, entry = named(tmp_path, '{text: Krähenhügel, at: "0605"}', size=SIZE + road)
    drawing = draw_map(library, entry, "en", "full")
    ((item, _, _),) = placed_names(drawing)
    board = board_of(library, entry)
    _, y = board.geometry.middle(board.names.hex("0605"))
    half = 0.5 * WAY_WIDTHS["road"] * board.geometry.side
    assert abs(item.y - 0.35 * item.size - y) > half + 0.5 * item.size


def test_names_are_in_the_fonts_of_the_game(tmp_path: Path) -> None:
    named(tmp_path, '{text: Krähenhügel, at: "0605"}')
    game = tmp_path / "content" / "g" / "game.yaml"
    game.write_text(game.read_text() + "font: EB Garamond\ntitle_font: rye\n")
    library = Project(tmp_path).library
    drawing = draw_map(library, library.games["g"].of_kind("maps")["m"], "en", "full")
    families = {name: face.family for name, face in drawing.faces.items()}
    assert families["title"] == families["names"] == "Rye"
    assert families["words"] == families["labels"] == "EB Garamond"
