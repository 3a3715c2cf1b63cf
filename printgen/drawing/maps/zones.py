"""Borders of zones."""

from __future__ import annotations

from collections.abc import Collection

from printgen.drawing.maps.regions import outlines
from printgen.drawing.maps.scene import Layer, polyline, unit_vector
from printgen.geometry.hex_grid import Geometry, Point
from printgen.geometry.hexes import Hex

# Dash patterns of zone borders by the number of their side, in sides of a hex.
_DASHES = ((0.3, 0.14), (0.02, 0.13), (0.3, 0.12, 0.02, 0.12))


# How far inside its hexes a border is, in sides of a hex.
_INSIDE = 0.09


def draw_zone(
    layer: Layer,
    geometry: Geometry,
    hexes: Collection[Hex],
    number: int | None,
    hairline: float,
    dashes: float = 1.0,
) -> None:
    """Draw the border of a zone, just inside it, in the colour and the dash pattern of side
    `number`; a zone of no side has the accent colour. With larger `dashes`, the border is further
    inside.
    """
    side = geometry.side
    for loop in outlines(hexes, geometry):
        inner = [_inset(loop, n, _INSIDE * dashes * side) for n in range(len(loop))]
        dash = tuple(part * dashes * side for part in _DASHES[(number or 0) % len(_DASHES)])
        tone = "accent" if number is None else f"line{number}"
        layer.shape(polyline(inner, True), stroke=tone, width=4.0 * hairline, dash=dash)


def _inset(loop: list[Point], number: int, distance: float) -> Point:
    """A corner of an outline moved inward by `distance` mm: to the right of its direction."""
    (x0, y0), (x1, y1), (x2, y2) = loop[number - 1], loop[number], loop[(number + 1) % len(loop)]
    one, two = unit_vector(x1 - x0, y1 - y0), unit_vector(x2 - x1, y2 - y1)
    # The direction changes by 60 degrees at each corner.
    nx, ny = -one[1] - two[1], one[0] + two[0]
    far = (nx * nx + ny * ny) or 1.0
    return x1 + 2 * nx / far * distance, y1 + 2 * ny / far * distance
