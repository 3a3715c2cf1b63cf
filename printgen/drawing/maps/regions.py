"""The outlines of hexes that belong together."""

from __future__ import annotations

from collections.abc import Collection

from printgen.geometry.hex_grid import Geometry, Point
from printgen.geometry.hexes import Hex

Corner = tuple[Hex, int]


def outlines(hexes: Collection[Hex], geometry: Geometry) -> list[list[Point]]:
    """The closed lines around hexes, corner by corner: what lies inside is on their right."""
    return [[geometry_corner(geometry, corner) for corner in loop] for loop in _loops(hexes)]


def _loops(hexes: Collection[Hex]) -> list[list[Corner]]:
    """The outlines as chains of corners. At a corner three hexes meet, so one side of an outline
    leads there and one away.
    """
    inside = set(hexes)
    after: dict[Corner, Corner] = {}
    for hex in hexes:
        for side in range(6):
            if hex.next(side) not in inside:
                after[_corner(hex, side - 1)] = _corner(hex, side)
    found = []
    while after:
        start, at = after.popitem()
        loop = [start]
        while at != start:
            loop.append(at)
            at = after.pop(at)
        found.append(loop)
    return found


def _corner(hex: Hex, corner: int) -> Corner:
    """One name for a corner that three hexes share: of each even corner as 0, of each odd as 1."""
    corner %= 6
    # Corner n of a hex is corner n + 2 of its neighbour n, and n + 4 of its neighbour n + 1.
    while corner > 1:
        hex, corner = (hex.next(corner), (corner + 2) % 6)
    return hex, corner


def geometry_corner(geometry: Geometry, corner: Corner) -> Point:
    """Where a corner lies on paper."""
    return geometry.corners(corner[0])[corner[1]]
