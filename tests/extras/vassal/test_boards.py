"""Grids of modules, compared with the map's own geometry by the rules of VASSAL's grid."""

from __future__ import annotations

from itertools import product
from xml.etree.ElementTree import Element

import pytest

from printgen.content.models.hexes import Orientation
from printgen.extras.hex_maps.boards import HexNames
from printgen.extras.hex_maps.hexes import Geometry, HexGrid, Point
from printgen.extras.vassal.boards import map_grid, pixel

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

GRIDS = [(1, 1), (1, 4), (5, 1), (9, 8), (26, 3), (4, 30), (101, 2), (2, 101)]


def engine_middle(grid: Element, line: int, place: int) -> Point:
    """The middle of the hex in a line (a column, or a row if sideways) at a place of it. Both
    count from 0, and every second line is half a hex further on.
    """
    dx, dy = float(grid.get("dx", "")), float(grid.get("dy", ""))
    along = int(grid.get("x0", "")) + line * dx
    across = int(grid.get("y0", "")) + place * dy + line % 2 * dy / 2
    return (across, along) if grid.get("sideways") == "true" else (along, across)


def engine_name(grid: Element, line: int, place: int) -> str:
    """How the runner names that hex. With `stagger`, it counts the places of every second line from
    one later.
    """
    numbering = grid[0]

    def written(key: str, number: int) -> str:
        number += int(numbering.get(f"{key}Off", ""))
        if numbering.get(f"{key}Type") == "A":
            return LETTERS[number]
        return str(number).rjust(int(numbering.get(f"{key}Leading", "")) + 1, "0")

    staggered = numbering.get("stagger") == "true" and line % 2
    parts = {"H": written("h", line), "V": written("v", place + int(bool(staggered)))}
    first = numbering.get("first", "")
    return parts.pop(first) + numbering.get("sep", "") + next(iter(parts.values()))


@pytest.mark.parametrize(
    ("orientation", "odd", "letters"),
    [*product(["flat-top", "pointy-top"], [False, True], [0, 1])],
)
def test_the_engine_names_each_hex_as_the_map(
    orientation: Orientation, odd: bool, letters: int
) -> None:
    for (columns, rows), origin in product(GRIDS, [(0.0, 0.0), (12.3, 7.7), (-8.66, -5.1)]):
        if letters and columns > len(LETTERS):
            continue
        shape = HexGrid(columns, rows, orientation, odd)
        geometry, names = Geometry(shape, 8.0), HexNames(shape, bool(letters))
        grid = map_grid(geometry, names, list(shape), origin, 3.3)
        flat = orientation == "flat-top"
        assert grid.get("sideways") == ("false" if flat else "true")
        for row, column in product(range(rows), range(columns)):
            hex = shape.hex(column + 1, row + 1)
            line, place = (column, row) if flat else (row, column)
            # The second line begins half a hex before the first one if the odd ones are further on.
            place -= line % 2 if odd else 0
            x, y = engine_middle(grid, line, place)
            wanted = pixel(geometry.middle(hex), origin, 3.3)
            assert abs(x - wanted[0]) <= 2
            assert abs(y - wanted[1]) <= 2
            assert engine_name(grid, line, place) == names.of(hex)


def test_names_that_the_engine_cannot_count_are_regions() -> None:
    shape = HexGrid(30, 3, "flat-top")
    geometry, names = Geometry(shape, 8.0), HexNames(shape, letters=True)
    some = [hex for hex in shape if hex != shape.hex(28, 2)]
    grid = map_grid(geometry, names, some, (1.0, 2.0), 4.0)
    assert grid.tag.endswith(".RegionGrid")
    found = {
        (each.get("name"), int(each.get("originx", "")), int(each.get("originy", "")))
        for each in grid
    }
    assert len(found) == len(some) == len(grid)
    assert ("AA1", *pixel(geometry.middle(shape.hex(27, 1)), (1.0, 2.0), 4.0)) in found
    assert not any(name == "AB2" for name, _, _ in found)
