"""Hexes compared with brute force: flood fills and sampled points."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.content.models.hexes import Orientation
from printgen.extras.hex_maps.hexes import (
    Geometry,
    Hex,
    HexGrid,
    corner_at,
    crossed,
    distance,
    explore,
    hour_of_corner,
    hour_of_side,
    line,
    neighbours,
    sees,
    side_at,
    within,
)

ORIENTATIONS: tuple[Orientation, ...] = ("flat-top", "pointy-top")
ORIGIN = Hex(0, 0)
hexes = st.builds(Hex, st.integers(-12, 12), st.integers(-12, 12))
every_way_up = pytest.mark.parametrize("orientation", ORIENTATIONS)


def flood(start: Hex, radius: int) -> dict[Hex, int]:
    """The distance in steps of every hex within a radius, by a flood fill."""
    steps = {start: 0}
    waiting = deque([start])
    while waiting:
        hex = waiting.popleft()
        if steps[hex] < radius:
            for after in neighbours(hex):
                if after not in steps:
                    steps[after] = steps[hex] + 1
                    waiting.append(after)
    return steps


# --- distances and ranges ---------------------------------------------------------------------


def test_opposite_sides_lead_back() -> None:
    for side in range(6):
        assert ORIGIN.next(side).next(side + 3) == ORIGIN
    assert len(set(neighbours(ORIGIN))) == 6


def test_distances_match_a_flood_fill() -> None:
    for hex, steps in flood(ORIGIN, 7).items():
        assert distance(ORIGIN, hex) == steps


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(hexes, st.integers(0, 6))
def test_ranges_match_a_flood_fill(middle: Hex, radius: int) -> None:
    assert sorted(within(middle, radius)) == sorted(flood(middle, radius))


# --- lines ------------------------------------------------------------------------------------


@given(hexes, hexes)
def test_a_line_is_a_shortest_path(one: Hex, other: Hex) -> None:
    way = line(one, other)
    assert (way[0], way[-1]) == (one, other)
    assert len(way) == distance(one, other) + 1
    assert all(distance(a, b) == 1 for a, b in pairwise(way))


@cache
def outline() -> list[tuple[float, float]]:
    """The corners of a hex around its middle."""
    geometry = Geometry(HexGrid(1, 1), 1.0)
    x, y = geometry.middle(geometry.grid.hex(1, 1))
    return [(a - x, b - y) for a, b in geometry.corners(geometry.grid.hex(1, 1))]


def polygon(middle: tuple[float, float]) -> list[tuple[float, float]]:
    return [(x + middle[0], y + middle[1]) for x, y in outline()]


def middle_of(hex: Hex) -> tuple[float, float]:
    return 1.5 * hex.q, 3**0.5 * (hex.r + hex.q / 2)


def inside(point: tuple[float, float], corners: Iterable[tuple[float, float]]) -> bool:
    """Whether a point is clearly inside a polygon: on the same side of each edge."""
    around = list(corners)
    turns = [
        (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
        for a, b in zip(around, around[1:] + around[:1], strict=True)
    ]
    return min(turns) > 1e-6


@settings(max_examples=40)
@given(hexes)
def test_crossed_hexes_match_sampled_points(goal: Hex) -> None:
    """Compare with points sampled along the line."""
    (x0, y0), (x1, y1) = middle_of(ORIGIN), middle_of(goal)
    near = within(ORIGIN, distance(ORIGIN, goal) + 1)
    length = dist((x0, y0), (x1, y1))
    shapes = {
        hex: polygon((x, y))
        for hex, (x, y) in ((hex, middle_of(hex)) for hex in near)
        # The line does not reach a hex whose middle is farther away than its corners.
        if hex not in (ORIGIN, goal) and abs(x1 * y - y1 * x) <= 1.01 * length
    }
    met = set()
    for part in range(1, 500):
        point = x0 + (x1 - x0) * part / 500, y0 + (y1 - y0) * part / 500
        for hex, corners in shapes.items():
            if dist(point, middle_of(hex)) < 1 and inside(point, corners):
                met.add(hex)
    singles, pairs = crossed(ORIGIN, goal)
    # Very short crossings may fall between the points.
    assert met <= set(singles)
    assert len(set(singles)) == len(singles)
    for hex in set(singles) - met:
        assert min(dist(c, p) for c in shapes[hex] for p in _points(x0, y0, x1, y1)) < 0.06
    for left, right in pairs:
        assert distance(left, right) == 1
        assert not {left, right} & set(singles)
        assert distance(ORIGIN, left) == distance(ORIGIN, right)


def _points(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
    return [(x0 + (x1 - x0) * n / 500, y0 + (y1 - y0) * n / 500) for n in range(501)]


def test_a_line_along_hexsides_crosses_pairs() -> None:
    singles, pairs = crossed(ORIGIN, Hex(2, 2))
    assert singles == [Hex(1, 1)]
    assert {frozenset(pair) for pair in pairs} == {
        frozenset({Hex(1, 0), Hex(0, 1)}),
        frozenset({Hex(2, 1), Hex(1, 2)}),
    }


@given(hexes, hexes, st.sets(hexes, max_size=60))
def test_sight_is_symmetric(one: Hex, other: Hex, walls: set[Hex]) -> None:
    assert sees(one, other, walls.__contains__) == sees(other, one, walls.__contains__)


def test_obstacles_block_sight() -> None:
    assert sees(ORIGIN, Hex(4, 0), set().__contains__)
    assert not sees(ORIGIN, Hex(4, 0), {Hex(2, 0)}.__contains__)
    # Obstacles at the ends do not block.
    assert sees(ORIGIN, Hex(4, 0), {ORIGIN, Hex(4, 0), Hex(2, 1)}.__contains__)
    # A line along a hexside is blocked by obstacles on both sides, not by one.
    assert sees(ORIGIN, Hex(1, 1), {Hex(1, 0)}.__contains__)
    assert not sees(ORIGIN, Hex(1, 1), {Hex(1, 0), Hex(0, 1)}.__contains__)


# --- paths ------------------------------------------------------------------------------------


@given(st.dictionaries(st.sampled_from(within(ORIGIN, 4)), st.integers(1, 5)), st.integers(0, 9))
def test_costs_of_paths_match_relaxation(cost: dict[Hex, int], points: int) -> None:
    def steps(hex: Hex, spent: int) -> list[tuple[Hex, int]]:
        return [(after, cost[after]) for after in neighbours(hex) if after in cost]

    best = {ORIGIN: 0}
    changed = True
    while changed:
        changed = False
        for hex, spent in list(best.items()):
            for after, more in steps(hex, spent):
                if spent + more <= points and spent + more < best.get(after, 99):
                    best[after] = spent + more
                    changed = True
    assert explore(ORIGIN, points, steps) == best


# --- clocks -----------------------------------------------------------------------------------


@every_way_up
def test_every_clock_hour_is_a_side_or_a_corner(orientation: Orientation) -> None:
    sides = {hour_of_side(side, orientation) for side in range(6)}
    corners = {hour_of_corner(corner, orientation) for corner in range(6)}
    assert sides | corners == set(range(1, 13))
    assert sides == ({12, 2, 4, 6, 8, 10} if orientation == "flat-top" else {1, 3, 5, 7, 9, 11})
    for number in range(6):
        assert side_at(hour_of_side(number, orientation), orientation) == number
        assert corner_at(hour_of_corner(number, orientation), orientation) == number
        assert side_at(hour_of_corner(number, orientation), orientation) is None
        assert corner_at(hour_of_side(number, orientation), orientation) is None
        # A corner is one hour after its side.
        assert (hour_of_corner(number, orientation) - hour_of_side(number, orientation)) % 12 == 1
