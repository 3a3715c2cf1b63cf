"""Hex grids and their geometry on paper."""

from __future__ import annotations

from itertools import product
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.content.models.hexes import Orientation
from printgen.extras.hex_maps.hexes import (
    Geometry,
    HexGrid,
    hour_of_side,
    neighbours,
    side_at,
)

ORIENTATIONS: tuple[Orientation, ...] = ("flat-top", "pointy-top")
grids = st.builds(
    HexGrid,
    st.integers(2, 9),
    st.integers(2, 9),
    st.sampled_from(ORIENTATIONS),
    st.booleans(),
)
every_way_up = pytest.mark.parametrize("orientation", ORIENTATIONS)


@given(grids)
def test_places_and_hexes_are_inverse(grid: HexGrid) -> None:
    found = list(grid)
    assert len(set(found)) == len(found) == len(grid)
    for hex, (row, column) in zip(
        found, product(range(1, grid.rows + 1), range(1, grid.columns + 1)), strict=True
    ):
        assert grid.place(hex) == (column, row)
        assert hex in grid
    assert grid.hex(0, 1) not in grid
    assert grid.hex(1, grid.rows + 1) not in grid


def test_offset_conventions_of_columns_and_rows() -> None:
    """The four conventions, by the position of a neighbour of the first hex."""
    for odd, lower in ((False, (2, 1)), (True, (2, 2))):
        grid = HexGrid(5, 5, "flat-top", odd)
        side = side_at(4, "flat-top")
        assert side is not None
        assert grid.place(grid.hex(1, 1).next(side)) == lower
    for odd, right in ((False, (1, 2)), (True, (2, 2))):
        grid = HexGrid(5, 5, "pointy-top", odd)
        side = side_at(5, "pointy-top")
        assert side is not None
        assert grid.place(grid.hex(1, 1).next(side)) == right


@pytest.mark.parametrize("odd", [False, True])
@pytest.mark.parametrize("orientation", ["flat-top", "pointy-top"])
def test_neighbours_of_a_single_hex_are_one_hex_away(orientation: Orientation, odd: bool) -> None:
    geometry = Geometry(HexGrid(1, 1, orientation, odd), 4.2)
    (hex,) = geometry.grid
    for after in neighbours(hex):
        apart = dist(geometry.middle(hex), geometry.middle(after))
        assert apart == pytest.approx(geometry.flats)


@given(grids, st.floats(0.5, 60))
def test_neighbours_share_a_hexside(grid: HexGrid, side: float) -> None:
    geometry = Geometry(grid, side)
    for hex in list(grid)[:20]:
        x, y = geometry.middle(hex)
        for number, after in enumerate(neighbours(hex)):
            there = geometry.middle(after)
            assert dist((x, y), there) == pytest.approx(geometry.flats)
            # The side between them is at its hour, halfway.
            hour = hour_of_side(number, grid.orientation)
            half = geometry.at_hour(hex, hour)
            assert half == pytest.approx(((x + there[0]) / 2, (y + there[1]) / 2))
            ends = geometry.hexside(hex, number)
            assert dist(*ends) == pytest.approx(side)
            middle = [(a + b) / 2 for a, b in zip(*ends, strict=True)]
            assert tuple(middle) == pytest.approx(half)


@given(grids, st.floats(0.5, 60))
def test_the_grid_fills_its_size(grid: HexGrid, side: float) -> None:
    geometry = Geometry(grid, side)
    corners = [corner for hex in grid for corner in geometry.corners(hex)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    assert (min(xs), min(ys)) == pytest.approx((0, 0), abs=1e-9)
    assert (max(xs), max(ys)) == pytest.approx(geometry.size())


@given(grids, st.floats(0, 1), st.floats(0, 1))
def test_a_point_is_in_the_nearest_hex(grid: HexGrid, across: float, down: float) -> None:
    geometry = Geometry(grid, 10.0)
    wide, high = geometry.size()
    point = across * wide, down * high
    found = geometry.hex_at(*point)
    around = [*grid, *(n for hex in grid for n in neighbours(hex))]
    nearest = min(dist(geometry.middle(hex), point) for hex in around)
    assert dist(geometry.middle(found), point) == pytest.approx(nearest)


@every_way_up
def test_flats_is_the_distance_between_opposite_sides(orientation: Orientation) -> None:
    geometry = Geometry(HexGrid(3, 3, orientation), 10.0)
    hex = geometry.grid.hex(2, 2)
    (x0, y0), (x1, y1) = (geometry.at_hour(hex, hour_of_side(side, orientation)) for side in (0, 3))
    assert dist((x0, y0), (x1, y1)) == pytest.approx(geometry.flats) == pytest.approx(17.3205081)
