"""Hatching and tints of shaded hexes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from math import cos, pi, sin

from printgen.drawing.maps.scene import Command, Layer, Scene, Shape, Use, polyline
from printgen.geometry.hex_grid import Geometry, Point
from printgen.geometry.hexes import Hex

# Hatching of shades by number, so that they differ without colour: angles of lines (degrees), or
# none for dots.
SHADES: tuple[tuple[float, ...], ...] = ((45.0,), (-45.0,), (), (0.0,), (90.0,), (15.0,))

# The number of a shade and of a rank within it.
Hatch = tuple[int, int]

# Number of shade colours; they repeat.
SHADE_TONES = 3


def _angles(hatch: Hatch) -> tuple[float, ...]:
    """The angles of a rank: rank 1 is cross-hatched, later ranks take those of other shades."""
    number, rank = hatch
    angles = SHADES[(number + (rank if rank > 1 else 0)) % len(SHADES)]
    if rank == 1:
        return (*angles, angles[0] + 90.0) if angles else (0.0, 90.0)
    return angles


def _corners(geometry: Geometry) -> list[Point]:
    """The corners of a hex relative to its middle."""
    hex = next(iter(geometry.grid))
    x0, y0 = geometry.middle(hex)
    return [(x - x0, y - y0) for x, y in geometry.corners(hex)]


def _tint(geometry: Geometry, hatch: Hatch) -> Shape:
    """The tint of a hex."""
    deep = "deep" if hatch[1] == 1 else "pale"
    tone = f"shade-{deep}{hatch[0] % SHADE_TONES}"
    return Shape(tuple(polyline(_corners(geometry), True)), fill=tone)


def _hatching(geometry: Geometry, hatch: Hatch, hairline: float, lines: float = 6.5) -> Shape:
    """The hatching of a hex with `lines` lines per side."""
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
        return Shape(tuple(path), stroke=tone, width=3.2 * hairline)
    for angle in angles:
        for row in range(-8, 9):
            path += _across(corners, angle * pi / 180, row * gap)
    return Shape(tuple(path), stroke=tone, width=1.1 * hairline)


def _inside(point: Point, corners: list[Point]) -> bool:
    """Whether a point is inside a hex (corners clockwise) and clear of its border."""
    turns = (
        (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
    )
    return min(turns) > 0.02 * corners[0][0] ** 2


def _across(corners: list[Point], turn: float, off: float) -> list[Command]:
    """The part inside a hex of a line at an angle, `off` mm from the middle."""
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
    hairline: float,
    tinted: Collection[Hex],
) -> None:
    """Hatch hexes for a rank of a shade, and tint those in `tinted`."""
    form, tint = f"shade-{hatch[0]}-{hatch[1]}", f"tint-{hatch[0]}-{hatch[1]}"
    scene.forms.setdefault(form, [_hatching(geometry, hatch, hairline)])
    scene.forms.setdefault(tint, [_tint(geometry, hatch)])
    for hex in hexes:
        names = (tint, form) if hex in tinted else (form,)
        layer.items += [Use(name, *geometry.middle(hex)) for name in names]


def hatched_swatch(geometry: Geometry, hex: Hex, hatch: Hatch, hairline: float) -> list[Shape]:
    """The tint and hatching of one hex of a legend."""
    x, y = geometry.middle(hex)
    return [
        replace(shape, path=tuple(_shifted(command, x, y) for command in shape.path))
        for shape in (_tint(geometry, hatch), _hatching(geometry, hatch, hairline, lines=3.5))
    ]


def _shifted(command: Command, x: float, y: float) -> Command:
    kind, *numbers = command
    return (kind, *(n + (x if i % 2 == 0 else y) for i, n in enumerate(numbers)))
