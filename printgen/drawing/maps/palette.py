"""Palettes of maps: the colour of each tone, in full and in low ink."""

from __future__ import annotations

from printgen.content.library import GameContent
from printgen.content.models.theme import MapTheme
from printgen.content.theme import GROUND_COLOURS
from printgen.drawing.maps.hatching import SHADE_TONES

BLACK, WHITE = "#000000", "#ffffff"


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
    return found


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
    for number, colour in enumerate(look.sides):
        found[f"side{number}"] = WHITE if is_light(colour) else BLACK
        found[f"sign{number}"] = BLACK if is_light(colour) else WHITE
        found[f"band{number}"] = WHITE
    return found


def is_light(colour: str) -> bool:
    """Whether signs on a colour are dark: luma (ITU-R BT.601) above 140 of 255."""
    red, green, blue = _channels(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue > 140


def blend(one: str, other: str, share: float) -> str:
    """A colour mixed with a `share` (0 to 1) of another."""
    channels = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in channels)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
