"""Markers and the north arrow."""

from __future__ import annotations

from math import cos, pi, sin

from printgen.drawing.maps.scene import Layer, TextItem, polyline
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
    (x, y), r = at, 0.36 * side
    corners = [(x, y - r), (x + r, y), (x, y + r), (x - r, y)]
    layer.shape(polyline(corners, True), fill="halo", stroke="accent", width=3.4 * hairline)
    size = max(LEAST_TYPE, r * (0.95 if len(mark) < 2 else 0.72 if len(mark) < 3 else 0.55))
    layer.items.append(TextItem(x, y + 0.36 * size, mark, "labels", size, source=source))


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
