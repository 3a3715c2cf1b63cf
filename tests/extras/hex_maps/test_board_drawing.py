"""Drawings of boards: visible area, terrains and shades."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_maps import GAME, tiny
from unit_boards import COLUMN

from printgen import Project
from printgen.content.library import Library
from printgen.extras.hex_maps.boards import board_of
from printgen.extras.hex_maps.ground import visible_area
from printgen.extras.hex_maps.hexes import SQRT3
from printgen.extras.hex_maps.page import draw_figure, draw_map
from printgen.extras.hex_maps.scene import Layer, TextItem, Use
from printgen.extras.hex_maps.units import UnitSymbol, draw_unit


@pytest.fixture
def library(demo_project: Project) -> Library:
    return demo_project.library


def test_half_hexes_make_a_rectangle(tmp_path: Path) -> None:
    size = "flat_to_flat: 10 mm\ncolumns: 5\nrows: 4\n"
    library, entry = tiny(tmp_path / "half", size + "borders: half\n")
    board = board_of(library, entry)
    side = 10 / SQRT3
    corner, area, outline = visible_area(board, board.geometry)
    assert corner == pytest.approx((side, 5))
    assert area == pytest.approx((4 * 1.5 * side, 35))
    assert [kind for kind, *_ in outline] == ["M", "L", "L", "L", "Z"]
    library, entry = tiny(tmp_path / "whole", size)
    board = board_of(library, entry)
    corner, area, outline = visible_area(board, board.geometry)
    assert corner == (0, 0)
    assert area == pytest.approx((5 * 1.5 * side + side / 2, 45))
    assert len(outline) > 20


def test_terrains_differ_without_colour(library: Library) -> None:
    entry = library.games[GAME].of_kind("maps")["ponte-pedaggio"]
    drawing = draw_map(library, entry, "fr", "low")
    items = [item for layer in drawing.scene.layers for item in layer.items]
    forms = {item.form.rstrip("0123456789") for item in items if isinstance(item, Use)}
    assert {"wood", "vineyard", "village"} <= forms


def test_overlapping_shades_are_hatched_twice_and_tinted_once(library: Library) -> None:
    entry = library.games[GAME].of_kind("maps")["diagram-ditch"]
    scene = draw_map(library, entry, "fr", "full").scene
    (layer,) = (layer for layer in scene.layers if layer.name == "shades")
    at: dict[tuple[float, float], list[str]] = {}
    for item in layer.items:
        assert isinstance(item, Use)
        at.setdefault((item.x, item.y), []).append(item.form)
    many = [sorted(forms) for forms in at.values() if len(forms) > 2]
    assert ["shade-0-0", "shade-1-0", "tint-0-0"] in many
    assert len(at) < len(board_of(library, entry).ground)


@pytest.mark.parametrize("name", ["la-bicocca", "ponte-pedaggio", "poggio-secco"])
def test_numbers_of_a_map_in_a_book_are_legible_and_free_of_units(
    library: Library, name: str
) -> None:
    entry = library.games[GAME].of_kind("maps")[name]
    board = board_of(library, entry)
    scene = draw_figure(library, entry, "fr", "full", COLUMN).scene
    texts = {
        layer.name: [item for item in layer.items if isinstance(item, TextItem)]
        for layer in scene.layers
    }
    numbers = texts["coordinates"]
    assert len(numbers) > 0.7 * len(board.ground)
    # 4 pt at least.
    assert all(number.size > 1.4 for number in numbers)
    for mark in texts["units"]:
        for number in numbers:
            apart = abs(mark.x - number.x) > number.size + mark.size
            assert apart or abs(mark.y - number.y) > 0.75 * number.size, (mark.text, number.text)


def test_the_mark_of_a_unit_is_not_where_it_points() -> None:
    layer = Layer("units")
    draw_unit(layer, UnitSymbol(0, 0, "foot", 6, 0, "V"), 10, 0.1)
    draw_unit(layer, UnitSymbol(0, 0, "foot", 12, 0, "V"), 10, 0.1)
    above, below = (item for item in layer.items if isinstance(item, TextItem))
    assert above.y < 0 < below.y


@pytest.mark.parametrize("at", ["0202", "0202/6"])
@pytest.mark.parametrize("flats", [7, 20])
def test_place_names_are_not_on_units_and_their_marks(tmp_path: Path, at: str, flats: int) -> None:
    tiny(tmp_path, f"flat_to_flat: {flats} mm\norientation: flat-top\ncolumns: 4\nrows: 4\n")
    game = tmp_path / "content" / "g"
    (game / "profiles").mkdir()
    (game / "profiles" / "pike.yaml").write_text("name: Pike\n")
    with (game / "maps" / "m.yaml").open("a") as stream:
        stream.write(f'labels: [{{text: Kesselau, at: "{at}"}}, {{text: Free, at: "0303"}}]\n')
        stream.write(
            'sides: {red: Red}\nunits: [{profile: pike, at: "0202", side: red, mark: g}]\n'
        )
    library = Project(tmp_path).library
    entry = library.games["g"].of_kind("maps")["m"]
    drawing = draw_map(library, entry, "en", "full")
    texts = {
        item.text: item
        for layer in drawing.scene.layers
        for item in layer.items
        if isinstance(item, TextItem)
    }
    board = board_of(library, entry)
    name, mark, free = texts["Kesselau"], texts["g"], texts["Free"]
    block = board.geometry.middle(board.units[0].at)[1] - 0.31 * flats / SQRT3
    assert name.y - 0.7 * name.size > mark.y or name.y + 0.1 * name.size < block
    # A name that covers no unit stays where it is.
    x, y = board.geometry.middle(board.names.hex("0303"))
    assert (free.x, free.y - 0.35 * free.size) == pytest.approx((x, y))


def test_the_first_row_and_column_of_a_sparse_figure_have_numbers_under_units_too(
    tmp_path: Path,
) -> None:
    game = tmp_path / "content" / "g"
    (game / "profiles").mkdir(parents=True)
    (game / "profiles" / "pike.yaml").write_text("name: Pike\n")
    units = "".join(f'  - {{profile: pike, at: "{at}", side: red}}\n' for at in ("0101", "0201"))
    rules = "hexes: {facing: side, faced: never}\n"
    more = f"columns: 3\nrows: 2\nsides: {{red: Red}}\nunits:\n{units}"
    tiny(tmp_path, f"flat_to_flat: 20 mm\n{more}")
    with (game / "game.yaml").open("a") as stream:
        stream.write(rules)
    library = Project(tmp_path).library
    scene = draw_figure(
        library, library.games["g"].of_kind("maps")["m"], "en", "full", COLUMN
    ).scene
    (layer,) = (layer for layer in scene.layers if layer.name == "coordinates")
    numbers = {item.text for item in layer.items if isinstance(item, TextItem)}
    assert numbers == {"0101", "0201", "0301", "0102"}


def test_half_hexes_show_their_numbers_and_no_missing_hexes(tmp_path: Path) -> None:
    more = 'columns: 5\nrows: 4\nborders: half\nhexes: {none: ["0101", "0302"]}\n'
    library, entry = tiny(tmp_path, f"flat_to_flat: 20 mm\n{more}")
    board = board_of(library, entry)
    (left, top), (wide, high), outline = visible_area(board, board.geometry)
    # The hole is a loop of its own, and the rectangle lacks its corner.
    assert [kind for kind, *_ in outline].count("M") == 2
    assert (left, top) not in [tuple(point) for _, *point in outline]
    scene = draw_map(library, entry, "en", "full").scene
    (layer,) = (layer for layer in scene.layers if layer.name == "coordinates")
    numbers = [item for item in layer.items if isinstance(item, TextItem)]
    assert len(numbers) == len(board.ground) == 18
    for number in numbers:
        half = 0.25 * len(number.text) * number.size
        assert left < number.x - half < number.x + half < left + wide, number.text
        assert top + 0.7 * number.size < number.y < top + high, number.text
