"""Unit symbols, and arrows for their moves."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from printgen.drawing.maps.scene import Command, Layer, TextItem, circle, polyline, unit_vector
from printgen.geometry.hex_grid import Point


@dataclass(frozen=True, slots=True)
class UnitSymbol:
    """A unit as it is drawn: its sign, the hour it looks to, its side from 0, its mark."""

    x: float
    y: float
    sign: str
    hour: int | None
    side: int
    mark: str
    general: bool = False
    ghost: bool = False
    # Drawn on the colour of its own side.
    inverse: bool = False


def draw_unit(layer: Layer, unit: UnitSymbol, side: float, hairline: float) -> None:
    """A block with the sign of its arm; one with a front is turned to it and has a point there."""
    wide, high = 0.56 * side, 0.31 * side
    turn = (unit.hour or 0) * pi / 6

    def spot(u: float, v: float) -> Point:
        """So far to the right and to the front of the unit."""
        return unit.x + u * cos(turn) + v * sin(turn), unit.y + u * sin(turn) - v * cos(turn)

    tone, sign = f"side{unit.side}", f"sign{unit.side}"
    box = [spot(-wide, -high), spot(-wide, high), spot(wide, high), spot(wide, -high)]
    dash = (0.14 * side, 0.09 * side) if unit.ghost else ()
    fill = "halo" if unit.ghost or unit.inverse else tone
    ink = "ink" if unit.ghost or unit.inverse else sign
    if unit.hour is not None:
        tip = [spot(-0.2 * side, high), spot(0, high + 0.2 * side), spot(0.2 * side, high)]
        layer.shape(
            polyline(tip, True), fill="halo" if unit.ghost else "ink", stroke="ink", width=hairline
        )
    layer.shape(polyline(box, True), fill=fill, stroke="ink", width=2.2 * hairline, dash=dash)
    for path, full in _SIGNS[unit.sign]:
        points = [spot(u * wide * 0.86, v * high * 0.82) for u, v in path]
        if full:
            r = 0.42 * high
            layer.shape(circle(*points[0], r), fill=ink)
        else:
            layer.shape(polyline(points), stroke=ink, width=2.0 * hairline)
    if unit.general:
        layer.shape(_star(*spot(0, 0), 0.3 * side), fill=ink, stroke=fill, width=1.4 * hairline)
    if unit.mark:
        below = unit.y + (0.62 * side if unit.hour is not None else 0.58 * side)
        layer.items.append(
            TextItem(unit.x, below + 0.06 * side, unit.mark, "labels", 0.3 * side, halo=0.03 * side)
        )


def _star(x: float, y: float, r: float) -> list[Command]:
    points = [
        (x + (r if n % 2 == 0 else 0.42 * r) * sin(n * pi / 5),
         y - (r if n % 2 == 0 else 0.42 * r) * cos(n * pi / 5))
        for n in range(10)
    ]  # fmt: skip
    return polyline(points, True)


_Strokes = tuple[tuple[tuple[Point, ...], bool], ...]

_SLASH: _Strokes = ((((-1.0, -1.0), (1.0, 1.0)), False),)

_CROSS: _Strokes = (*_SLASH, (((-1.0, 1.0), (1.0, -1.0)), False))

_BARS: _Strokes = tuple((((x, -0.8), (x, 0.8)), False) for x in (-0.6, 0.0, 0.6))

_SIGNS: dict[str, _Strokes] = {
    "foot": _CROSS,
    "horse": _SLASH,
    "guns": ((((0.0, 0.0),), True),),
    "shot": _BARS,
    "horse-shot": (
        *_SLASH,
        (((-0.55, 0.75), (-0.55, -0.1)), False),
        (((0.55, -0.75), (0.55, 0.1)), False),
    ),
    "": (),
}


def draw_arrow(layer: Layer, points: list[Point], side: float, hairline: float) -> None:
    """A way, with a head at its end."""
    (x0, y0), (x1, y1) = points[-2], points[-1]
    ux, uy = unit_vector(x1 - x0, y1 - y0)
    d = 0.26 * side
    back = (x1 - ux * d, y1 - uy * d)
    layer.shape(polyline([*points[:-1], back]), stroke="accent", width=5 * hairline)
    head = [(x1, y1), (back[0] - uy * d * 0.55, back[1] + ux * d * 0.55),
            (back[0] + uy * d * 0.55, back[1] - ux * d * 0.55)]  # fmt: skip
    layer.shape(polyline(head, True), fill="accent")
