"""Symbols of units and of terrain, markers, and arrows for moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, pi, sin

from printgen.extras.hex_maps.context import LEAST_TYPE
from printgen.extras.hex_maps.hexes import Point
from printgen.extras.hex_maps.scene import (
    Command,
    Commands,
    Layer,
    Shape,
    TextItem,
    circle,
    polyline,
    unit_vector,
)
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
        if filled:
            layer.shape(circle(*points[0], 0.42 * high), fill=ink)
        else:
            layer.shape(polyline(points), stroke=ink, width=2.0 * hairline)
    if unit.general:
        (x, y), r = spot(0, 0), 0.26 * side
        crown = polyline([(x + r * right, y + r * down) for right, down in _CROWN], True)
        layer.shape(crown, fill=ink, stroke=fill, width=1.4 * hairline)
    if unit.mark and not is_upright:
        layer.items.append(_mark(unit, side))


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


# A crown with three points.
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
    _lozenge(layer, at, mark, r, size, 3.4 * hairline, source)


def draw_corner_marker(
    layer: Layer,
    at: Point,
    mark: str,
    side: float,
    hairline: float,
    source: Position | None = None,
) -> None:
    """Draw a small lozenge that is as large as its letters need."""
    _lozenge(layer, at, mark, corner_reach(mark, side), _corner_type(side), 2 * hairline, source)


def _lozenge(
    layer: Layer,
    at: Point,
    mark: str,
    r: float,
    size: float,
    width: float,
    source: Position | None,
) -> None:
    """Draw a lozenge that reaches `r` mm from its middle, with letters of a size (mm) in it."""
    x, y = at
    outline = polyline([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], True)
    layer.shape(outline, fill="halo", stroke="accent", width=width)
    layer.items.append(TextItem(x, y + 0.36 * size, mark, "labels", size, source=source))


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


# --- terrain --------------------------------------------------------------------------------------


VARIANTS = 5

Draw = Callable[[random.Random, float, float], Iterator[Shape]]


def symbols(kind: str, side: float, hairline: float) -> list[list[Shape]]:
    """The variants of the symbol of a kind of ground; `hairline` is in mm."""
    draw = _DRAW.get(kind)
    if draw is None:
        return []
    found = []
    for variant in range(VARIANTS):
        chance = random.Random(f"{kind} {variant}")  # noqa: S311 - of a drawing
        found.append(list(draw(chance, side, hairline)))
    return found


def _spots(
    chance: random.Random, count: int, reach: float, apart: float, flat: float = 1.0
) -> list[Point]:
    """Up to `count` random points within `reach` mm of the middle and `apart` mm from each other,
    from back to front. `flat` compresses them vertically.
    """
    found: list[Point] = []
    for _ in range(40 * count):
        angle, far = chance.uniform(0, 2 * pi), reach * chance.random() ** 0.5
        x, y = far * cos(angle), far * sin(angle) * flat
        if all((x - a) ** 2 + ((y - b) / flat) ** 2 >= apart**2 for a, b in found):
            found.append((x, y))
        if len(found) == count:
            break
    return sorted(found, key=lambda spot: spot[1])


def _blob(chance: random.Random, x: float, y: float, r: float, lumps: int) -> list[Command]:
    """A round outline with `lumps` bulges."""
    turn = chance.uniform(0, 2 * pi)
    angles = [turn + 2 * pi * (n + chance.uniform(-0.18, 0.18)) / lumps for n in range(lumps)]
    points = [(x + r * cos(a), y + r * 0.94 * sin(a)) for a in angles]
    found: list[Command] = [("M", *points[0])]
    for n, a in enumerate(angles):
        b = angles[(n + 1) % lumps] + (2 * pi if n == lumps - 1 else 0)
        out = r * 1.42
        one, two = a + (b - a) * 0.28, a + (b - a) * 0.72
        found.append(
            (
                "C",
                x + out * cos(one),
                y + out * 0.94 * sin(one),
                x + out * cos(two),
                y + out * 0.94 * sin(two),
                *points[(n + 1) % lumps],
            )
        )
    return [*found, ("Z",)]


def _wood(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    for x, y in _spots(chance, 8, 0.74 * side, 0.36 * side, 0.92):
        r = side * chance.uniform(0.125, 0.165)
        foot = y + 1.55 * r
        ground = [("M", x - 0.2 * r, foot), ("L", x + 1.6 * r, foot)]
        ground += [("M", x + 0.3 * r, foot + 0.22 * r), ("L", x + 1.25 * r, foot + 0.22 * r)]
        yield Shape(tuple(ground), stroke="ink", width=hairline * 0.8)
        trunk = [("M", x - 0.12 * r, y + r), ("L", x - 0.12 * r, foot)]
        trunk += [("M", x + 0.16 * r, y + r), ("L", x + 0.16 * r, foot)]
        yield Shape(tuple(trunk), stroke="ink", width=hairline)
        yield Shape(
            tuple(_blob(chance, x, y, r, 7)), fill="leaf", stroke="ink", width=hairline * 1.15
        )
        shade: list[Command] = []
        for n in range(4):
            at = y + r * (-0.35 + 0.36 * n)
            reach = r * (1.0, 1.12, 1.05, 0.8)[n]
            start = x + reach * (0.28 - 0.12 * n + chance.uniform(-0.1, 0.1))
            shade += [("M", start, at), ("C", start + 0.2 * r, at + 0.1 * r,
                      x + reach * 0.8, at + 0.1 * r, x + reach, at - 0.03 * r)]  # fmt: skip
        yield Shape(tuple(shade), stroke="ink", width=hairline * 0.85)


def _pines(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    for x, y in _spots(chance, 9, 0.74 * side, 0.34 * side, 0.9):
        h = side * chance.uniform(0.34, 0.46)
        w = h * 0.27
        yield Shape(
            (("M", x, y + h * 0.5), ("L", x, y + h * 0.66)), stroke="ink", width=hairline * 1.4
        )
        outline = [(x, y - h * 0.55)]
        for level, wide in ((-0.16, 0.62), (-0.12, 0.36), (0.2, 0.86), (0.24, 0.5), (0.52, 1.0)):
            outline.append((x + w * wide, y + h * level))
        outline += [(2 * x - a, b) for a, b in reversed(outline[1:])]
        yield Shape(tuple(polyline(outline, True)), fill="leaf", stroke="ink", width=hairline)
        shade: list[Command] = []
        for level in (-0.2, -0.04, 0.12, 0.28, 0.42):
            reach = w * (0.3 + 0.75 * (level + 0.3))
            shade += [("M", x + 0.04 * w, y + h * (level - 0.06)), ("L", x + reach, y + h * level)]
        yield Shape(tuple(shade), stroke="ink", width=hairline * 0.9)


def _rocks(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    for x, y in _spots(chance, 6, 0.62 * side, 0.42 * side, 0.8):
        w, h = side * chance.uniform(0.17, 0.26), side * chance.uniform(0.16, 0.34)
        peak = x + w * chance.uniform(-0.3, 0.2)
        left = [
            (x - w, y + h * 0.5),
            (x - w * 0.72, y),
            (x - w * 0.3, y - h * 0.35),
            (peak, y - h * 0.6),
        ]
        right = [(x + w * 0.35, y - h * 0.28), (x + w * 0.7, y + h * 0.04), (x + w, y + h * 0.5)]
        yield Shape(tuple(polyline([*left, *right], True)), fill="stone")
        yield Shape(tuple(polyline([*left, *right])), stroke="ink", width=hairline * 1.3)
        ridge = [
            (peak, y - h * 0.6),
            (peak + w * 0.1, y - h * 0.1),
            (peak - w * 0.05, y + h * 0.45),
        ]
        shade: list[Command] = polyline(ridge)
        for n in range(5):
            part = (n + 0.6) / 5
            top = (peak + (x + w - peak) * part, y - h * 0.6 + h * 1.0 * part)
            shade += [
                ("M", *top),
                ("L", top[0] - w * 0.14, min(y + h * 0.48, top[1] + h * (0.42 - 0.25 * part))),
            ]
        yield Shape(tuple(shade), stroke="ink", width=hairline * 0.9)


def _marsh(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    for x, y in _spots(chance, 7, 0.72 * side, 0.36 * side, 0.85):
        h = side * chance.uniform(0.12, 0.19)
        reeds: list[Command] = []
        for lean in (-0.75, -0.36, 0.0, 0.38, 0.78):
            tall = h * (1.15 - 0.5 * abs(lean)) * chance.uniform(0.85, 1.1)
            reeds += [("M", x + lean * h * 0.28, y),
                      ("C", x + lean * h * 0.3, y - tall * 0.5, x + lean * h * 0.5, y - tall * 0.8,
                       x + lean * h * 0.95, y - tall)]  # fmt: skip
        yield Shape(tuple(reeds), stroke="ink", width=hairline)
        flat: list[Command] = []
        for n, wide in enumerate((1.5, 1.0, 0.55)):
            at = y + h * (0.06 + 0.24 * n)
            off = h * chance.uniform(-0.25, 0.25)
            flat += [("M", x - wide * h + off, at), ("L", x + wide * h + off, at)]
        yield Shape(tuple(flat), stroke="water-ink", width=hairline * 0.9)


def _water(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    waves: list[Command] = []
    for x, y in _spots(chance, 8, 0.78 * side, 0.34 * side, 0.8):
        w, h = side * chance.uniform(0.12, 0.2), side * 0.035
        waves += [("M", x - w, y), ("C", x - w * 0.6, y - h, x - w * 0.35, y - h, x, y),
                  ("C", x + w * 0.35, y + h, x + w * 0.6, y + h, x + w, y)]  # fmt: skip
    yield Shape(tuple(waves), stroke="water-ink", width=hairline)


def _sand(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    dots: list[Command] = []
    for x, y in _spots(chance, 34, 0.84 * side, 0.12 * side):
        dots += [("M", x, y), ("L", x + hairline * 0.6, y)]
    yield Shape(tuple(dots), stroke="ink", width=hairline * 1.6)


def _plain(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    grass: list[Command] = []
    for x, y in _spots(chance, 3, 0.6 * side, 0.5 * side):
        h = side * 0.055
        for lean in (-0.8, 0.0, 0.8):
            grass += [
                ("M", x + lean * h * 0.5, y),
                ("L", x + lean * h, y - h * (1.2 - 0.4 * abs(lean))),
            ]
    yield Shape(tuple(grass), stroke="grass-ink", width=hairline * 0.9)


def _field(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    turn = chance.choice((12, 38, -24, 62, -52)) * pi / 180
    ux, uy = cos(turn), sin(turn)
    lines: list[Command] = []
    for row in range(-4, 5):
        off = row * side * 0.155
        reach = (max(0.0, (0.72 * side) ** 2 - off**2)) ** 0.5
        if reach < 0.2 * side:
            continue
        a, b = -reach * chance.uniform(0.82, 1), reach * chance.uniform(0.82, 1)
        lines += [
            ("M", a * ux - off * uy, a * uy + off * ux),
            ("L", b * ux - off * uy, b * uy + off * ux),
        ]
    yield Shape(
        tuple(lines), stroke="grass-ink", width=hairline * 0.85, dash=(side * 0.11, side * 0.05)
    )


def _vineyard(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    turn = chance.choice((0, 30, -30)) * pi / 180
    for row in range(-2, 3):
        for column in range(-3, 4):
            u, v = column * side * 0.21, row * side * 0.27
            x, y = u * cos(turn) - v * sin(turn), u * sin(turn) + v * cos(turn)
            if x * x + y * y > (0.74 * side) ** 2:
                continue
            h = side * 0.1
            left, right, low = x - h * 0.5, x + h * 0.45, y + h * 0.1
            # A stake with a vine around it.
            vine: Commands = (
                ("M", x, y + h * 0.6),
                ("L", x, y - h),
                ("M", left, low),
                ("C", left, y - h * 0.8, x + h * 0.6, y - h * 0.7, right, y),
                ("C", x + h * 0.3, y + h * 0.5, x - h * 0.1, y + h * 0.2, x, y - h * 0.2),
            )
            yield Shape(vine, stroke="ink", width=hairline * 0.85)


def _house(x: float, y: float, w: float, hairline: float) -> Iterator[Shape]:
    """A house in oblique view: gable in front, roof hatched."""
    h, deep = w * 0.62, w * 0.95
    gable = [
        (x, y),
        (x, y - h),
        (x + w * 0.4, y - h * 1.75),
        (x + w * 0.8, y - h),
        (x + w * 0.8, y),
    ]
    wall = [
        (x + w * 0.8, y),
        (x + w * 0.8 + deep, y),
        (x + w * 0.8 + deep, y - h),
        (x + w * 0.8, y - h),
    ]
    roof = [gable[2], (x + w * 0.4 + deep, y - h * 1.75), (x + w * 0.8 + deep, y - h), gable[3]]
    yield Shape(tuple(polyline(gable, True)), fill="house", stroke="ink", width=hairline * 1.1)
    yield Shape(tuple(polyline(wall, True)), fill="house", stroke="ink", width=hairline * 1.1)
    yield Shape(tuple(polyline(roof, True)), fill="roof", stroke="ink", width=hairline * 1.1)
    shade: list[Command] = []
    for n in range(1, 6):
        part = n / 6
        shade += [
            ("M", roof[0][0] + deep * part, roof[0][1]),
            ("L", roof[3][0] + deep * part, roof[3][1]),
        ]
    shade += [
        ("M", x + w * 0.3, y),
        ("L", x + w * 0.3, y - h * 0.5),
        ("L", x + w * 0.5, y - h * 0.5),
        ("L", x + w * 0.5, y),
    ]
    yield Shape(tuple(shade), stroke="ink", width=hairline * 0.8)


def _village(chance: random.Random, side: float, hairline: float) -> Iterator[Shape]:
    for x, y in _spots(chance, 5, 0.56 * side, 0.42 * side, 0.85):
        yield from _house(
            x - 0.14 * side, y + 0.1 * side, side * chance.uniform(0.15, 0.19), hairline
        )


_DRAW: dict[str, Draw] = {
    "plain": _plain,
    "field": _field,
    "wood": _wood,
    "pines": _pines,
    "rocks": _rocks,
    "marsh": _marsh,
    "water": _water,
    "sand": _sand,
    "village": _village,
    "vineyard": _vineyard,
}
