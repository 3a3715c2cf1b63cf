"""Palettes of maps: the colour of each tone, in full and in low ink."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.content.library import GameContent
from printgen.content.models.theme import MapTheme
from printgen.content.theme import GROUND_COLOURS
from printgen.drawing.maps.hatching import SHADE_TONES
from printgen.typography.contrast import contrast_with_white

BLACK, WHITE = "#000000", "#ffffff"

# Signs on a colour with a greater luma are dark.
_LIGHT = 140

# The least contrast of a line with the paper, as that of type (WCAG 2.2).
_LINE_CONTRAST = 4.5


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
    for number, colour in enumerate(look.sides):
        found[f"side{number}"] = found[f"band{number}"] = colour
        found[f"sign{number}"] = look.ink if is_light(colour) else look.paper
        found[f"line{number}"] = line_colour(colour, look)
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
    white_sides = light_sides(look.sides)
    for number in range(len(look.sides)):
        found[f"side{number}"] = WHITE if number in white_sides else BLACK
        found[f"sign{number}"] = BLACK if number in white_sides else WHITE
        found[f"band{number}"] = WHITE
        found[f"line{number}"] = BLACK
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
