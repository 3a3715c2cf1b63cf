"""Markers and the north arrow."""

from __future__ import annotations

from math import cos, pi, sin

from printgen.drawing.maps.scene import Command, Layer, TextItem, polyline
from printgen.drawing.maps.sizes import LEAST_TYPE
from printgen.geometry.hex_grid import Point
from printgen.problems import Position


def draw_marker(
    layer: Layer,
    at: Point,
    mark: str,
    side: float,
    hairline: float,
    source: Position | None = None,
) -> None:
    """Draw a lozenge with a sign of one to three letters. `side` (mm) is that of a hex."""
    r = 0.36 * side
    size = max(LEAST_TYPE, r * (0.95 if len(mark) < 2 else 0.72 if len(mark) < 3 else 0.55))
    layer.shape(_lozenge(at, r), fill="halo", stroke="accent", width=3.4 * hairline)
    layer.items.append(_sign(at, mark, size, source))


def draw_corner_marker(
    layer: Layer,
    at: Point,
    mark: str,
    side: float,
    hairline: float,
    source: Position | None = None,
) -> None:
    """Draw a small lozenge that is as large as its letters need."""
    reach = corner_reach(mark, side)
    layer.shape(_lozenge(at, reach), fill="halo", stroke="accent", width=2 * hairline)
    layer.items.append(_sign(at, mark, _corner_type(side), source))


def corner_place(at: Point, mark: str, hour: int | None, side: float) -> Point:
    """The middle of a small marker in a hex with a unit that faces an hour: at its lower right, or
    at its lower left if the unit points to the right. `at` is the middle of the hex.
    """
    # One with many letters leaves room for the mark of the unit.
    across = 0.4 * side + 0.55 * corner_reach(mark, side)
    return at[0] + (-across if hour in (2, 3, 4, 5) else across), at[1] + 0.46 * side


def corner_reach(mark: str, side: float) -> float:
    """How far a small marker reaches from its middle (mm)."""
    return max(0.22 * side, (0.2 + 0.32 * len(mark)) * _corner_type(side))


def _corner_type(side: float) -> float:
    return max(LEAST_TYPE, 0.24 * side)


def _sign(at: Point, mark: str, size: float, source: Position | None) -> TextItem:
    """The letters in the middle of a marker."""
    return TextItem(at[0], at[1] + 0.36 * size, mark, "labels", size, source=source)


def _lozenge(at: Point, r: float) -> list[Command]:
    x, y = at
    return polyline([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], True)


def draw_north_arrow(layer: Layer, at: Point, hour: int, size: float, hairline: float) -> None:
    """Draw a needle that points north, one half of it dark. `hour` is its direction."""
    (x, y), turn = at, hour * pi / 6
    ux, uy = sin(turn), -cos(turn)
    tip, tail = (x + ux * size, y + uy * size), (x - ux * size * 0.7, y - uy * size * 0.7)
    left, right = (
        (x + uy * size * 0.32, y - ux * size * 0.32),
        (x - uy * size * 0.32, y + ux * size * 0.32),
    )
    layer.shape(
        polyline([tip, left, (x, y), tail, right], True), fill="halo", stroke="ink", width=hairline
    )
    layer.shape(polyline([tip, left, (x, y)], True), fill="ink")
    layer.shape(polyline([(x, y), right, tail], True), fill="ink")
