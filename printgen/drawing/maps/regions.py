"""Outlines of groups of hexes."""

from __future__ import annotations

from collections.abc import Collection

from printgen.geometry.hex_grid import Geometry, Point
from printgen.geometry.hexes import Hex

# A hex and the number of one of its corners.
Corner = tuple[Hex, int]


def outlines(hexes: Collection[Hex], geometry: Geometry) -> list[list[Point]]:
    """The closed outlines of hexes as lists of corners. The inside is on the right."""
    return [
        [geometry.corners(hex)[corner] for hex, corner in loop] for loop in _corner_loops(hexes)
    ]


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
