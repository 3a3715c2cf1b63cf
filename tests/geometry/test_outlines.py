"""Outlines of pieces to cut out."""

from __future__ import annotations

from itertools import pairwise
from math import dist, hypot

import pytest
from curves import area, samples

from printgen.extras.pieces.outlines import circle, hexagon, rounded
from printgen.geometry.outlines import Curve, Outline, Point, joint_bounds, polygon, rectangle


@pytest.mark.parametrize("diameter", [5.0, 25.0, 60.0])
def test_a_circle_is_round_to_a_hundredth(diameter: float) -> None:
    r = diameter / 2
    for x, y in samples(circle(diameter)):
        assert abs(hypot(x - r, y - r) - r) < 0.01


def test_a_rounded_rectangle_has_the_area_of_its_corners() -> None:
    square = samples(rectangle(63, 88, 3))
    assert area(square) == pytest.approx(63 * 88 - (4 - 3.14159265) * 9, abs=0.02)
    assert rectangle(63, 88, 3).bounds == (0, 0, 63, 88)
    # Half a side is the largest radius.
    assert rectangle(20, 30, 50).bounds == (0, 0, 20, 30)


@pytest.mark.parametrize(("orientation", "box"), [("flat-top", 0), ("pointy-top", 1)])
def test_a_hexagon_is_as_wide_as_its_flat_sides_are_apart(orientation: str, box: int) -> None:
    outline = hexagon(20, orientation)  # type: ignore[arg-type]
    left, top, right, bottom = outline.bounds
    assert (left, top) == pytest.approx((0, 0), abs=1e-9)
    assert sorted((right, bottom)) == pytest.approx([20, 40 / 3**0.5])
    assert (right > bottom) is (box == 0)
    corners = list(outline.points)
    assert {round(dist(a, b), 9) for a, b in pairwise(corners)} == {round(20 / 3**0.5, 9)}


def test_an_outline_turns_clockwise() -> None:
    line = polygon([(0, 0), (2, 1)], open=True)
    assert list(line.placed(10, 20, 90).points) == [(10, 20), (9, 22)]
    assert list(line.placed(0, 0, 180).points)[1] == (-2, -1)
    assert line.placed(0, 0, 270).placed(0, 0, 90) == line


def to_line(point: Point, start: Point, end: Point) -> float:
    """The distance of a point from a straight line between two points."""
    length = dist(start, end)
    if not length:
        return dist(point, start)
    along = sum((p - s) * (e - s) for p, s, e in zip(point, start, end, strict=True)) / length**2
    x, y = (s + min(1, max(0, along)) * (e - s) for s, e in zip(start, end, strict=True))
    return dist(point, (x, y))


@pytest.mark.parametrize("tolerance", [0.5, 0.02, 0.002])
@pytest.mark.parametrize(
    "outline",
    [
        rectangle(63, 88, 3),
        circle(25).placed(7, 9, 90),
        hexagon(30),
        Outline((0, 0), (Curve((50, 0), ((90, 70), (-40, 70))), Curve((0, 0)))),
    ],
)
def test_chords_are_within_the_tolerance_of_the_curve(outline: Outline, tolerance: float) -> None:
    corners = outline.flattened(tolerance)
    assert corners[0] != corners[-1]
    chords = list(pairwise([*corners, corners[0]]))
    for point in samples(outline):
        assert min(to_line(point, *chord) for chord in chords) <= tolerance
    # Few of them: no more than four times as many as the tolerance needs for a circle.
    assert len(corners) < 40 / tolerance**0.5


def test_an_open_outline_keeps_its_last_point() -> None:
    assert polygon([(0, 0), (1, 0), (0, 0)], open=True).flattened(0.1) == [(0, 0), (1, 0), (0, 0)]


def test_bounds_of_several_outlines() -> None:
    assert joint_bounds([rectangle(2, 3).placed(5, 1), rectangle(4, 1)]) == (0, 0, 7, 4)


def test_arcs_round_corners_of_any_angle() -> None:
    square = rounded([(0, 0, 0), (10, 0, 0), (10, 10, 3), (0, 10, 0)])
    assert area(samples(square)) == pytest.approx(100 - (4 - 3.14159265) / 4 * 9, abs=0.01)
    # All points of the arc are 3 mm from its middle.
    arc = [(x, y) for x, y in samples(square) if x > 7 and y > 7]
    assert len(arc) > 40
    assert all(abs(hypot(x - 7, y - 7) - 3) < 0.01 for x, y in arc)
    # A corner of 60 degrees: the middle of the arc is 4 mm from it.
    triangle = samples(rounded([(0, 0, 2), (30, 0, 0), (15, 15 * 3**0.5, 0)]))
    assert min(hypot(x, y) for x, y in triangle) == pytest.approx(2, abs=0.01)


def test_a_mirrored_outline_has_its_points_on_the_other_side() -> None:
    corner = rounded([(0, 0, 3), (20, 0, 0), (20, 10, 0)])
    swapped = corner.mirrored(20)
    assert [(20 - x, y) for x, y in samples(corner)] == [
        pytest.approx(point) for point in samples(swapped)
    ]
    assert swapped.mirrored(20).bounds == pytest.approx(corner.bounds)
