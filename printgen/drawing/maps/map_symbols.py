"""What stands on a map for its readers: coordinates, names, zones, shades, markers and units."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from math import cos, pi, sin

from printgen.drawing.maps.regions import outlines
from printgen.drawing.maps.scene import (
    Command,
    Item,
    Layer,
    Scene,
    Shape,
    Use,
    Words,
    circle,
    polyline,
)
from printgen.geometry.hex_grid import Geometry, Point
from printgen.geometry.hexes import Hex

# How shades are told apart without colour: the angles (degrees) of their lines; none are dots.
SHADES: tuple[tuple[float, ...], ...] = ((45.0,), (-45.0,), (), (0.0,), (90.0,), (15.0,))

# The number of a shade, and of a rank in it.
Hatch = tuple[int, int]

# Shades of as many colours follow each other.
SHADE_TONES = 3

# The sizes of names on the map, in their own.
NAME_SIZES = {"small": 0.75, "medium": 1.0, "large": 1.7}


def draw_coordinates(
    layer: Layer, geometry: Geometry, names: Mapping[Hex, str], size: float
) -> None:
    """The name of each hex at its top."""
    flat = geometry.grid.orientation == "flat-top"
    up = geometry.flats / 2 - 1.35 * size if flat else 0.74 * geometry.side - size
    for hex, name in names.items():
        x, y = geometry.middle(hex)
        layer.items.append(
            Words(x, y - up, name, "figures", size, tone="grid-ink", halo=0.13 * size)
        )


# --- areas -----------------------------------------------------------------------------------


# How the borders of zones are dashed (in sides of a hex), by side.
_DASHES = ((0.3, 0.14), (0.02, 0.13), (0.3, 0.12, 0.02, 0.12))


def zone_side(sides: list[str], side: str | None) -> int:
    """The number of a side, which settles how its zones are dashed; 0 for none."""
    return sides.index(side) if side in sides else 0


def draw_zone(
    layer: Layer, geometry: Geometry, hexes: Collection[Hex], number: int, pen: float
) -> None:
    """The border of hexes that belong together, just inside it, in the manner of a side."""
    side = geometry.side
    loops = outlines(hexes, geometry)
    for loop in loops:
        inner = [_inward(loop, n, 0.09 * side) for n in range(len(loop))]
        dash = tuple(part * side for part in _DASHES[number % len(_DASHES)])
        tone = "ink" if number % 2 else "accent"
        layer.shape(polyline(inner, True), stroke=tone, width=4.0 * pen, dash=dash)


def _inward(loop: list[Point], number: int, by: float) -> Point:
    """A corner of an outline moved inward, to the right of the way, by so many mm."""
    (x0, y0), (x1, y1), (x2, y2) = loop[number - 1], loop[number], loop[(number + 1) % len(loop)]
    one, two = _unit(x1 - x0, y1 - y0), _unit(x2 - x1, y2 - y1)
    # The two sides meet at an angle of 60 degrees off the straight.
    nx, ny = -one[1] - two[1], one[0] + two[0]
    far = (nx * nx + ny * ny) or 1.0
    return x1 + 2 * nx / far * by, y1 + 2 * ny / far * by


def _unit(x: float, y: float) -> Point:
    far = (x * x + y * y) ** 0.5 or 1.0
    return x / far, y / far


def _angles(hatch: Hatch) -> tuple[float, ...]:
    """The lines of a rank: the second is crossed, those that follow are as other shades."""
    number, rank = hatch
    angles = SHADES[(number + (rank if rank > 1 else 0)) % len(SHADES)]
    if rank == 1:
        return (*angles, angles[0] + 90.0) if angles else (0.0, 90.0)
    return angles


def _corners(geometry: Geometry) -> list[Point]:
    """The corners of a hex about its middle."""
    hex = next(iter(geometry.grid))
    x0, y0 = geometry.middle(hex)
    return [(x - x0, y - y0) for x, y in geometry.corners(hex)]


def _tint(geometry: Geometry, hatch: Hatch) -> Shape:
    """The tint of a hex in the manner of a shade."""
    deep = "deep" if hatch[1] == 1 else "pale"
    tone = f"shade-{deep}{hatch[0] % SHADE_TONES}"
    return Shape(tuple(polyline(_corners(geometry), True)), fill=tone)


def _hatching(geometry: Geometry, hatch: Hatch, pen: float, lines: float = 6.5) -> Shape:
    """The hatching of a hex in the manner of a shade, so many lines a side."""
    corners, angles = _corners(geometry), _angles(hatch)
    tone, gap = f"shade-ink{hatch[0] % SHADE_TONES}", geometry.side / lines
    path: list[Command] = []
    if not angles:
        reach = int(geometry.side / gap) + 1
        for row in range(-reach, reach + 1):
            for column in range(-reach, reach + 1):
                x, y = (column + 0.5 * (row % 2)) * gap, row * gap * 0.87
                if _inside((x, y), corners):
                    path += polyline([(x, y), (x + 0.01, y)])
        return Shape(tuple(path), stroke=tone, width=3.2 * pen)
    for angle in angles:
        for row in range(-8, 9):
            path += _across(corners, angle * pi / 180, row * gap)
    return Shape(tuple(path), stroke=tone, width=1.1 * pen)


def _inside(point: Point, corners: list[Point]) -> bool:
    """Whether a point lies within a hex, its corners clockwise, and not too near its border."""
    turns = (
        (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
    )
    return min(turns) > 0.02 * corners[0][0] ** 2


def _across(corners: list[Point], turn: float, off: float) -> list[Command]:
    """The stretch of a line at an angle, so far from the middle, that lies within a hex."""
    (ux, uy), found = (cos(turn), -sin(turn)), []
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        one, two = -uy * ax + ux * ay - off, -uy * bx + ux * by - off
        if one * two < 0:
            part = one / (one - two)
            found.append((ax + (bx - ax) * part, ay + (by - ay) * part))
    return polyline(found) if len(found) == 2 else []


def draw_shade(
    scene: Scene,
    layer: Layer,
    geometry: Geometry,
    hexes: Iterable[Hex],
    hatch: Hatch,
    pen: float,
    tinted: Collection[Hex],
) -> None:
    """Hatch hexes in the manner of a rank of a shade, and tint some of them."""
    form, tint = f"shade-{hatch[0]}-{hatch[1]}", f"tint-{hatch[0]}-{hatch[1]}"
    scene.forms.setdefault(form, [_hatching(geometry, hatch, pen)])
    scene.forms.setdefault(tint, [_tint(geometry, hatch)])
    for hex in hexes:
        names = (tint, form) if hex in tinted else (form,)
        layer.items += [Use(name, *geometry.middle(hex)) for name in names]


def swatch(geometry: Geometry, hex: Hex, hatch: Hatch, pen: float) -> list[Shape]:
    """A shade within one hex of a legend."""
    x, y = geometry.middle(hex)
    return [
        replace(shape, path=tuple(_shifted(command, x, y) for command in shape.path))
        for shape in (_tint(geometry, hatch), _hatching(geometry, hatch, pen, lines=3.5))
    ]


def _shifted(command: Command, x: float, y: float) -> Command:
    kind, *numbers = command
    return (kind, *(n + (x if i % 2 == 0 else y) for i, n in enumerate(numbers)))


def renamed(item: Item, prefix: str) -> Item:
    """A form under another name; other items as they are."""
    return replace(item, form=prefix + item.form) if isinstance(item, Use) else item


# --- names and markers -----------------------------------------------------------------------


def draw_marker(layer: Layer, x: float, y: float, mark: str, side: float, pen: float) -> None:
    """A lozenge with its sign."""
    r = 0.36 * side
    corners = [(x, y - r), (x + r, y), (x, y + r), (x - r, y)]
    layer.shape(polyline(corners, True), fill="halo", stroke="accent", width=3.4 * pen)
    size = r * (0.95 if len(mark) < 2 else 0.72 if len(mark) < 3 else 0.55)
    layer.items.append(Words(x, y + 0.36 * size, mark, "labels", size))


def draw_needle(layer: Layer, x: float, y: float, hour: int, size: float, pen: float) -> None:
    """A needle that points north, one half of it dark."""
    turn = hour * pi / 6
    ux, uy = sin(turn), -cos(turn)
    tip, tail = (x + ux * size, y + uy * size), (x - ux * size * 0.7, y - uy * size * 0.7)
    left, right = (
        (x + uy * size * 0.32, y - ux * size * 0.32),
        (x - uy * size * 0.32, y + ux * size * 0.32),
    )
    layer.shape(
        polyline([tip, left, (x, y), tail, right], True), fill="halo", stroke="ink", width=pen
    )
    layer.shape(polyline([tip, left, (x, y)], True), fill="ink")
    layer.shape(polyline([(x, y), right, tail], True), fill="ink")


# --- units -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Token:
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


def draw_token(layer: Layer, token: Token, side: float, pen: float) -> None:
    """A block with the sign of its arm; one with a front is turned to it and has a point there."""
    wide, high = 0.56 * side, 0.31 * side
    turn = (token.hour or 0) * pi / 6

    def spot(u: float, v: float) -> Point:
        """So far to the right and to the front of the unit."""
        return token.x + u * cos(turn) + v * sin(turn), token.y + u * sin(turn) - v * cos(turn)

    tone, sign = f"side{token.side}", f"sign{token.side}"
    box = [spot(-wide, -high), spot(-wide, high), spot(wide, high), spot(wide, -high)]
    dash = (0.14 * side, 0.09 * side) if token.ghost else ()
    fill = "halo" if token.ghost or token.inverse else tone
    ink = "ink" if token.ghost or token.inverse else sign
    if token.hour is not None:
        tip = [spot(-0.2 * side, high), spot(0, high + 0.2 * side), spot(0.2 * side, high)]
        layer.shape(
            polyline(tip, True), fill="halo" if token.ghost else "ink", stroke="ink", width=pen
        )
    layer.shape(polyline(box, True), fill=fill, stroke="ink", width=2.2 * pen, dash=dash)
    for path, full in _SIGNS[token.sign]:
        points = [spot(u * wide * 0.86, v * high * 0.82) for u, v in path]
        if full:
            r = 0.42 * high
            layer.shape(circle(*points[0], r), fill=ink)
        else:
            layer.shape(polyline(points), stroke=ink, width=2.0 * pen)
    if token.general:
        layer.shape(_star(*spot(0, 0), 0.3 * side), fill=ink, stroke=fill, width=1.4 * pen)
    if token.mark:
        below = token.y + (0.62 * side if token.hour is not None else 0.58 * side)
        layer.items.append(
            Words(token.x, below + 0.06 * side, token.mark, "labels", 0.3 * side, halo=0.03 * side)
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


def draw_arrow(layer: Layer, points: list[Point], side: float, pen: float) -> None:
    """A way, with a head at its end."""
    (x0, y0), (x1, y1) = points[-2], points[-1]
    ux, uy = _unit(x1 - x0, y1 - y0)
    d = 0.26 * side
    back = (x1 - ux * d, y1 - uy * d)
    layer.shape(polyline([*points[:-1], back]), stroke="accent", width=5 * pen)
    head = [(x1, y1), (back[0] - uy * d * 0.55, back[1] + ux * d * 0.55),
            (back[0] + uy * d * 0.55, back[1] - ux * d * 0.55)]  # fmt: skip
    layer.shape(polyline(head, True), fill="accent")
