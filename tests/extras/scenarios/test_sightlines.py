"""Lines of sight: compared with sampled points, symmetry, and cases computed by hand."""

from __future__ import annotations

from itertools import pairwise
from math import hypot, isclose, pi, sqrt
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.content.models.table_plan import Cover
from printgen.extras.scenarios.sightlines import (
    Box,
    Disc,
    Obstacle,
    Piece,
    Point,
    Span,
    crossed,
    line_of_sight,
    thick_line,
)

# Positions with two decimals, as authors write them: lines meet corners and run along sides.
numbers = st.integers(-2000, 2000).map(lambda n: n / 100) | st.integers(-8, 8).map(float)
sizes = st.integers(10, 1500).map(lambda n: n / 100) | st.integers(1, 8).map(float)
points = st.tuples(numbers, numbers)
turns = st.sampled_from([0.0, 90.0, 45.0, -30.0, 360.0]) | st.integers(-360, 360).map(float)
discs = st.builds(Disc, points, sizes)
blocks = st.builds(Box, points, st.tuples(sizes, sizes), turns)
routes = st.lists(points, min_size=2, max_size=5, unique=True)
areas = (
    discs.map(lambda disc: (disc,))
    | blocks.map(lambda block: (block,))
    | st.builds(thick_line, routes, sizes)
)
obstacles = st.lists(st.builds(Obstacle, areas, st.sampled_from(get_args(Cover))), max_size=6)
PARTS = 60


def at(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def within(point: Point, pieces: tuple[Piece, ...]) -> bool | None:
    """Whether a point is inside, computed in another way than in the module; None if it is too
    close to an outline.
    """
    deepest = -9e9
    for piece in pieces:
        if isinstance(piece, Disc):
            depth = piece.radius - abs(complex(*point) - complex(*piece.middle))
        else:
            # Turned back as a complex number.
            spin = complex(0, -piece.turn * pi / 180)
            own = (complex(*point) - complex(*piece.middle)) * pow(2.718281828459045, spin)
            depth = min(piece.size[0] / 2 - abs(own.real), piece.size[1] / 2 - abs(own.imag))
        deepest = max(deepest, depth)
    return None if abs(deepest) < 1e-5 else deepest > 0


@given(points, points, areas)
def test_spans_match_sampled_points(one: Point, other: Point, pieces: tuple[Piece, ...]) -> None:
    spans = crossed(one, other, pieces)
    for n in range(PARTS + 1):
        inside = within(at(one, other, n / PARTS), pieces)
        if inside is None or one == other:
            continue
        assert inside == any(first <= n / PARTS <= last for first, last in spans)


@given(points, points, areas)
def test_spans_are_sorted_and_disjoint(one: Point, other: Point, pieces: tuple[Piece, ...]) -> None:
    spans = crossed(one, other, pieces)
    assert all(0 <= first < last <= 1 for first, last in spans)
    assert all(before[1] < after[0] for before, after in pairwise(spans))


def close(one: list[Span], other: list[Span]) -> bool:
    flat = [number for span in one for number in span]
    wanted = [number for span in other for number in span]
    return len(flat) == len(wanted) and all(
        map(lambda a, b: isclose(a, b, abs_tol=1e-6), flat, wanted)
    )


@given(points, points, areas)
def test_spans_are_symmetric(one: Point, other: Point, pieces: tuple[Piece, ...]) -> None:
    there = crossed(one, other, pieces)
    back = [(1 - last, 1 - first) for first, last in reversed(crossed(other, one, pieces))]
    # A touched bend may separate two spans in one direction only.
    assert close(there, back) or len(pieces) > 1
    total = sum(last - first for first, last in there)
    assert isclose(total, sum(last - first for first, last in back), abs_tol=1e-5)


@given(points, points, obstacles)
def test_line_of_sight_is_symmetric(one: Point, other: Point, around: list[Obstacle]) -> None:
    there, back = line_of_sight(one, other, around), line_of_sight(other, one, around)
    assert there.clear == back.clear
    if there.clear:
        assert there.reach == back.reach == 1
        assert {met.number for met in there.met} == {met.number for met in back.met}
        assert all(met.counts for met in there.met)


@given(points, points, obstacles)
def test_nothing_is_met_behind_a_blocking_obstacle(
    one: Point, other: Point, around: list[Obstacle]
) -> None:
    sight = line_of_sight(one, other, around)
    assert all(met.span[0] <= sight.reach for met in sight.met)
    assert [met.cover == "blocks" for met in sight.met[:-1]] == [False] * len(sight.met[:-1])
    walls = [n for n, obstacle in enumerate(around) if obstacle.cover == "blocks"]
    stops = [crossed(one, other, around[n].pieces)[:1] for n in walls]
    assert sight.reach == min([span[0] for found in stops for span in found] or [1])


@given(points, areas)
def test_distance_is_to_the_nearest_point(here: Point, pieces: tuple[Piece, ...]) -> None:
    away = Obstacle(pieces, "light").distance(here)
    inside = within(here, pieces)
    assert inside is None or inside == (away == 0)
    middle = min(
        (piece.middle for piece in pieces), key=lambda m: hypot(m[0] - here[0], m[1] - here[1])
    )
    spans = crossed(here, middle, pieces)
    # A line to its middle enters it at that distance at the earliest.
    if spans:
        length = hypot(middle[0] - here[0], middle[1] - here[1])
        assert spans[0][0] * length >= away - 1e-6


@given(points, points, obstacles, st.integers(0, 500))
def test_cover_near_the_shooter_does_not_count(
    one: Point, other: Point, around: list[Obstacle], hundredths: int
) -> None:
    over = hundredths / 100
    sight = line_of_sight(one, other, around, over)
    assert sight.reach == line_of_sight(one, other, around).reach
    for met in sight.met:
        near = around[met.number].distance(one) < over
        assert met.counts == (met.cover == "blocks" or not near)


# --- computed by hand -------------------------------------------------------------------------


def span(piece: Piece, one: Point, other: Point) -> Span | None:
    return piece.inside(one, other)


def test_a_square_is_crossed_from_side_to_side() -> None:
    assert span(Box((5, 0), (2, 2)), (0, 0), (10, 0)) == (0.4, 0.6)
    assert span(Box((5, 0), (2, 2)), (10, 0), (0, 0)) == (0.4, 0.6)
    assert span(Box((5, 0), (2, 2)), (0, 1.5), (10, 1.5)) is None
    assert span(Box((5, 0), (2, 2)), (0, 0), (3.9, 0)) is None


def test_a_rotated_square_is_crossed_along_its_diagonal() -> None:
    first, last = span(Box((5, 0), (2, 2), 45), (0, 0), (10, 0)) or (0, 0)
    assert isclose(first, (5 - sqrt(2)) / 10)
    assert isclose(last, (5 + sqrt(2)) / 10)


def test_boxes_turn_clockwise() -> None:
    fence = Box((0, 0), (10, 0.5), 30)
    # With y downward, its right end has moved down.
    assert span(fence, (4, 0), (4, 5)) is not None
    assert span(fence, (4, 0), (4, -5)) is None


@pytest.mark.parametrize("piece", [Box((5, 0), (2, 2)), Disc((5, 0), 1)], ids=["block", "disc"])
def test_touching_is_not_crossing(piece: Piece) -> None:
    assert piece.inside((0, 1), (10, 1)) is None
    assert piece.inside((0, -1), (10, -1)) is None
    assert piece.inside((4, 0), (4, 9)) is None
    assert piece.inside((0, 0), (4, 0)) is None


def test_a_line_through_a_corner_does_not_cross() -> None:
    assert span(Box((5, 0), (2, 2)), (3, 0), (5, 2)) is None
    assert span(Box((5, 0), (2, 2)), (3, 0), (5, 1.9)) is not None


def test_a_line_can_start_inside_a_disc() -> None:
    assert span(Disc((0, 0), 2), (0, 0), (4, 0)) == (0, 0.5)
    assert span(Disc((0, 0), 2), (0.5, 0), (1, 0)) == (0, 1)


def test_a_bend_of_a_thick_line_has_no_gap() -> None:
    wall = thick_line([(0, 0), (10, 0), (10, 10)], 1)
    # Past the round outer corner, and through it.
    assert crossed((9, -2), (12, 1), wall) == []
    assert crossed((9, -1.2), (11.2, 1), wall)
    assert len(crossed((2, -2), (12, 8), wall)) == 2
    assert len(crossed((5, 5), (15, -5), wall)) == 1


def test_an_obstacle_crossed_twice_counts_once() -> None:
    wall = Obstacle(thick_line([(0, 0), (10, 0), (10, 10)], 1), "heavy")
    assert len(line_of_sight((2, -2), (12, 8), [wall]).met) == 1


def test_two_obstacles_count_twice_in_order_of_distance() -> None:
    fences = [Obstacle((Box((x, 0), (0.2, 4)),), "light") for x in (6, 3)]
    sight = line_of_sight((0, 0), (9, 0), fences)
    assert [met.number for met in sight.met] == [1, 0]
    assert sight.clear


def test_an_obstacle_behind_a_house_is_not_met() -> None:
    house = Obstacle((Box((5, 0), (2, 2)),), "blocks")
    fence = Obstacle((Box((8, 0), (0.2, 4)),), "light")
    sight = line_of_sight((0, 0), (10, 0), [fence, house])
    assert [met.number for met in sight.met] == [1]
    assert (sight.reach, sight.clear) == (0.4, False)
    assert line_of_sight((0, 0), (10, 6), [fence, house]).clear


def test_cover_at_exactly_the_distance_counts() -> None:
    fence = Obstacle((Box((2, 0), (2, 4)),), "light")
    assert line_of_sight((0, 0), (9, 0), [fence], over=1).met[0].counts
    assert not line_of_sight((0, 0), (9, 0), [fence], over=1.01).met[0].counts
    house = Obstacle(fence.pieces, "blocks")
    assert not line_of_sight((0, 0), (9, 0), [house], over=5).clear
