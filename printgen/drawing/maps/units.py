"""Unit symbols, markers, and arrows for moves."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from printgen.drawing.maps.context import LEAST_TYPE
from printgen.drawing.maps.scene import Command, Layer, TextItem, circle, polyline, unit_vector
from printgen.geometry.hexes import Point
from printgen.problems import Position

# --- unit symbols, and arrows for their moves -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitSymbol:
    """A unit to draw: its sign, the hour it faces (None for all-round), the number of its side and
    its mark.

    A ghost is drawn in outline. An `inverse` symbol is for a ground in the colour of its own side.
    A `disordered` unit has a panel with a dashed frame in its block, as on the back of its counter.
    `source` is where the mark is written.
    """

    x: float
    y: float
    sign: str
    hour: int | None
    side: int
    mark: str
    general: bool = False
    ghost: bool = False
    inverse: bool = False
    disordered: bool = False
    source: Position | None = None


def draw_unit(layer: Layer, unit: UnitSymbol, side: float, hairline: float) -> None:
    """Draw a block with the sign of its arm; a unit that faces an hour is turned and has a point
    in front. `side` (mm) is that of a hex.
    """
    wide, high = 0.56 * side, 0.31 * side
    turn = (unit.hour or 0) * pi / 6

    def spot(right: float, ahead: float) -> Point:
        """A point to the right and ahead of the unit's middle."""
        return (
            unit.x + right * cos(turn) + ahead * sin(turn),
            unit.y + right * sin(turn) - ahead * cos(turn),
        )

    # Below an upright block, which its halo must not cut; above one that is turned, which meets it.
    is_upright = unit.hour in (None, 6, 12)
    if unit.mark and is_upright:
        layer.items.append(_mark(unit, side))
    box = [spot(u * wide, v * high) for u, v in _CORNERS]
    dash = (0.14 * side, 0.09 * side) if unit.ghost else ()
    fill = "" if unit.ghost else "halo" if unit.inverse else f"side{unit.side}"
    ink = "ink" if unit.ghost or unit.inverse else f"sign{unit.side}"
    if unit.hour is not None:
        tip = [spot(-0.2 * side, high), spot(0, high + 0.2 * side), spot(0.2 * side, high)]
        point_fill = "" if unit.ghost else "ink"
        layer.shape(polyline(tip, True), fill=point_fill, stroke="ink", width=hairline)
    layer.shape(polyline(box, True), fill=fill, stroke="ink", width=2.2 * hairline, dash=dash)
    if unit.disordered:
        panel = [spot(u * 0.86 * wide, v * 0.76 * high) for u, v in _CORNERS]
        fill, ink, dash = "halo", "ink", (0.08 * side, 0.06 * side)
        layer.shape(polyline(panel, True), fill=fill, stroke=ink, width=1.4 * hairline, dash=dash)
    across, along = (0.72, 0.6) if unit.disordered else (0.86, 0.82)
    for path, filled in _SIGNS[unit.sign]:
        points = [spot(u * wide * across, v * high * along) for u, v in path]
        _draw_stroke(layer, points, 0.42 * high if filled else 0.0, ink, 2.0 * hairline)
    if unit.general:
        crown = _crown(*spot(0, 0), 0.26 * side)
        layer.shape(crown, fill=ink, stroke=fill, width=1.4 * hairline)
    if unit.mark and not is_upright:
        layer.items.append(_mark(unit, side))


def _draw_stroke(layer: Layer, points: list[Point], radius: float, ink: str, width: float) -> None:
    """Draw a stroke of a sign, or the dot of a radius at its first point."""
    if radius:
        layer.shape(circle(*points[0], radius), fill=ink)
    else:
        layer.shape(polyline(points), stroke=ink, width=width)


def unit_reach(hour: int | None) -> float:
    """How far a unit reaches from the middle of its hex, as a share of its side."""
    return 0.33 if hour is None else 0.66


def _mark(unit: UnitSymbol, side: float) -> TextItem:
    """The mark of a unit, below its block; above it if its point is below."""
    down, size = mark_place(unit.hour, side)
    # As that of the numbers of hexes.
    halo = 0.2 * size
    return TextItem(unit.x, unit.y + down, unit.mark, "labels", size, halo=halo, source=unit.source)


def mark_place(hour: int | None, side: float) -> tuple[float, float]:
    """How far below the middle of its unit the baseline of a mark is, and its size (mm)."""
    size = max(LEAST_TYPE, 0.3 * side)
    if hour is None:
        return max(0.64 * side, 0.34 * side + 0.74 * size), size
    return (-0.4 if hour == 6 else 0.68) * side, size


def _crown(x: float, y: float, r: float) -> list[Command]:
    """A crown with three points."""
    return polyline([(x + r * right, y + r * down) for right, down in _CROWN], True)


_CROWN = ((-1, 0.7), (1, 0.7), (1, -0.6), (0.5, 0.05), (0, -0.9), (-0.5, 0.05), (-1, -0.6))

_CORNERS = ((-1, -1), (-1, 1), (1, 1), (1, -1))

# Paths on a block that extends from -1 to 1 both ways; True marks a disc at the first point.
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
    """Draw a path with an arrowhead at its end."""
    (x0, y0), (x1, y1) = points[-2], points[-1]
    ux, uy = unit_vector(x1 - x0, y1 - y0)
    d = 0.26 * side
    back = (x1 - ux * d, y1 - uy * d)
    layer.shape(polyline([*points[:-1], back]), stroke="accent", width=5 * hairline)
    head = [(x1, y1), (back[0] - uy * d * 0.55, back[1] + ux * d * 0.55),
            (back[0] + uy * d * 0.55, back[1] - ux * d * 0.55)]  # fmt: skip
    layer.shape(polyline(head, True), fill="accent")


# --- markers and the north arrow ------------------------------------------------------------------


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
