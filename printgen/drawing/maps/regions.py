"""Outlines of groups of hexes, whole or cut by a rectangle."""

from __future__ import annotations

from collections.abc import Collection

from printgen.geometry.hex_grid import Geometry, Point
from printgen.geometry.hexes import Hex

# A hex and the number of one of its corners.
Corner = tuple[Hex, int]

# Points this close to the edge of a rectangle are inside (mm).
_TOLERANCE = 1e-6


def outlines(hexes: Collection[Hex], geometry: Geometry) -> list[list[Point]]:
    """The closed outlines of hexes as lists of corners. The inside is on the right."""
    return [
        [geometry.corners(hex)[corner] for hex, corner in loop] for loop in _corner_loops(hexes)
    ]


def cut_by_rectangle(loop: list[Point], corner: Point, size: Point) -> list[Point]:
    """The part of a closed outline inside a rectangle with this upper left corner and this size
    (Sutherland and Hodgman, 1974); empty for none.
    """
    for axis in (0, 1):
        for sign, limit in ((1, corner[axis]), (-1, corner[axis] + size[axis])):
            inside = [sign * (point[axis] - limit) >= -_TOLERANCE for point in loop]
            kept: list[Point] = []
            for n, point in enumerate(loop):
                if inside[n] != inside[n - 1]:
                    kept.append(_crossing(loop[n - 1], point, axis, limit))
                if inside[n]:
                    kept.append(point)
            loop = kept
    return loop


def _crossing(one: Point, other: Point, axis: int, limit: float) -> Point:
    """Where the way between two points has the coordinate `limit` on an axis."""
    share = (limit - one[axis]) / (other[axis] - one[axis])
    x, y = (a + share * (b - a) for a, b in zip(one, other, strict=True))
    return x, y


def _corner_loops(hexes: Collection[Hex]) -> list[list[Corner]]:
    """The outlines as chains of corners. Three hexes meet at a corner, so one side of an outline
    leads to it and one away.
    """
    inside = set(hexes)
    after: dict[Corner, Corner] = {}
    for hex in hexes:
        for side in range(6):
            if hex.next(side) not in inside:
                after[_canonical(hex, side - 1)] = _canonical(hex, side)
    found = []
    while after:
        start, at = after.popitem()
        loop = [start]
        while at != start:
            loop.append(at)
            at = after.pop(at)
        found.append(loop)
    return found


def _canonical(hex: Hex, corner: int) -> Corner:
    """The one name of a corner that three hexes share: even corners become 0, odd ones 1."""
    corner %= 6
    # Corner n of a hex is corner n + 2 of its neighbour n, and n + 4 of its neighbour n + 1.
    while corner > 1:
        hex, corner = (hex.next(corner), (corner + 2) % 6)
    return hex, corner
