"""Palettes of maps: the colour of each tone and the hatching for it, in full and in low ink."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from math import cos, pi, sin

from printgen.content.library import GameContent
from printgen.extras.hex_maps.hexes import Geometry, Hex, Point
from printgen.extras.hex_maps.scene import Command, Layer, Scene, Shape, Use, polyline
from printgen.extras.hex_maps.theme import GROUND_COLOURS, MapTheme
from printgen.typography.print_limits import contrast_with_white

# --- palettes of maps: the colour of each tone, in full and in low ink ----------------------------


BLACK, WHITE = "#000000", "#ffffff"

# Signs on a colour with a greater luma are dark.
_LIGHT = 140

# The least contrast of a line with the paper, as that of type (WCAG 2.2).
_LINE_CONTRAST = 4.5


# The contrast with white below which the edge of a colour cannot be seen.
_PALE = 1.1


def map_palette(look: MapTheme, content: GameContent, ink: str) -> dict[str, str]:
    """Colours (`#rrggbb`) by tone. Low ink is black on white: areas have no colour, and symbols are
    opaque.
    """
    if ink == "low":
        return _low_ink(look)
    grounds = {**GROUND_COLOURS, **look.ground}
    fills = {
        f"fill-{name}": terrain.fill
        for name, terrain in content.game.terrains.items()
        if terrain.fill
    }
    found = {
        "ink": look.ink,
        "accent": look.accent,
        "grid": look.grid,
        "grid-ink": look.ink,
        "grass-ink": look.grass,
        "water-ink": look.water,
        "leaf": look.leaf,
        "stone": look.stone,
        "house": look.house,
        "roof": look.roof,
        "road": look.road,
        "ditch": grounds["rocks"],
        "halo": look.paper,
        **_shades(look),
        **{str(kind): colour for kind, colour in grounds.items()},
        **fills,
    }
    # Open ground is transparent by default, to show the texture of the paper.
    if "plain" not in look.ground:
        del found["plain"]
    elif contrast_with_white(grounds["plain"]) < _PALE:
        found["cut-plain"] = look.grid
    for number, colour in enumerate(look.sides):
        found[f"side{number}"] = found[f"band{number}"] = colour
        found[f"sign{number}"] = look.ink if is_light(colour) else look.paper
        found[f"line{number}"] = line_colour(colour, look)
        # Where a counter ends can be seen without a line, unless it is nearly white.
        if contrast_with_white(colour) < _PALE:
            found[f"cut{number}"] = look.grid
    return found


def line_colour(colour: str, look: MapTheme) -> str:
    """The colour of a line in the colour of a side: a darker shade of one that is too light for
    the paper.
    """
    paper = contrast_with_white(look.paper)
    shades = (blend(colour, look.ink, tenths / 10) for tenths in range(10))
    strong = (one for one in shades if contrast_with_white(one) / paper >= _LINE_CONTRAST)
    return next(strong, look.ink)


def _shades(look: MapTheme) -> dict[str, str]:
    """The inks of shades and their tints."""
    found = {}
    for n, colour in enumerate((look.accent, look.water, look.grass)):
        found[f"shade-ink{n}"] = colour
        found[f"shade-pale{n}"] = blend(look.paper, colour, 0.12)
        found[f"shade-deep{n}"] = blend(look.paper, colour, 0.26)
    return found


def _low_ink(look: MapTheme) -> dict[str, str]:
    shades = (f"shade-ink{n}" for n in range(SHADE_TONES))
    black = ("ink", "accent", "grid-ink", "grass-ink", "water-ink", *shades)
    white = ("leaf", "stone", "house", "roof", "road", "halo", "water")
    found = {**dict.fromkeys(black, BLACK), **dict.fromkeys(white, WHITE), "grid": "#8c8c8c"}
    found["cut-plain"] = found["grid"]
    white_sides = light_sides(look.sides)
    for number in range(len(look.sides)):
        found[f"side{number}"] = WHITE if number in white_sides else BLACK
        found[f"sign{number}"] = BLACK if number in white_sides else WHITE
        found[f"band{number}"] = WHITE
        found[f"line{number}"] = BLACK
        found[f"cut{number}"] = found["grid"]
    return found


def light_sides(colours: Sequence[str]) -> set[int]:
    """The numbers of the sides that are white in low ink: the light ones. Where all are as light or
    as dark, the lighter half is, so that two sides differ.
    """
    order = sorted(range(len(colours)), key=lambda number: -_luma(colours[number]))
    found = {number for number in order if is_light(colours[number])}
    return found if 0 < len(found) < len(colours) else set(order[: len(colours) // 2]) or found


def is_light(colour: str) -> bool:
    """Whether signs on a colour are dark."""
    return _luma(colour) > _LIGHT


def _luma(colour: str) -> float:
    """The luma (ITU-R BT.601) of a colour, from 0 to 255."""
    red, green, blue = _channels(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def blend(one: str, other: str, share: float) -> str:
    """A colour mixed with a `share` (0 to 1) of another."""
    channels = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in channels)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


# --- hatching and tints of shaded hexes -----------------------------------------------------------


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

    def shifted(command: Command) -> Command:
        kind, *numbers = command
        return (kind, *(n + (x if i % 2 == 0 else y) for i, n in enumerate(numbers)))

    return [
        replace(shape, path=tuple(map(shifted, shape.path)))
        for shape in (_tint(geometry, hatch), _hatching(geometry, hatch, hairline, lines=3.5))
    ]
