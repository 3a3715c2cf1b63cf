"""Colours as people see them: colour blindness, print in black, and how different two colours look.

Colours are `#rrggbb`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import atan2, cos, degrees, exp, hypot, pi, radians, sin, sqrt
from typing import NamedTuple

Triple = tuple[float, float, float]


class Vision(NamedTuple):
    """A kind of vision or of print: its name, its words in messages (`… look alike with …`), what
    it makes of linear RGB, and the least difference (CIEDE2000) of colours that look different.
    """

    name: str
    words: str
    matrix: tuple[Triple, Triple, Triple]
    least: float


# The matrices of colour blindness are those for severity 1.0 in Machado, Oliveira, Fernandes: "A
# Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on
# Visualization and Computer Graphics 15 (6), 2009.
#
# The least differences: of palettes that are made for the colour blind (Okabe and Ito; Tol's
# bright, vibrant, muted and high-contrast ones), the closest two colours are 11.6 apart for deutans
# and 11.8 for protans; of palettes that are not (Tableau 10, Set1 of ColorBrewer), 3.3 and 1.3. For
# tritans, who are rare, the former have 8.6. In grey, 8 is a step of lightness that toner shows.
NORMAL = Vision("normal", "with normal sight", ((1, 0, 0), (0, 1, 0), (0, 0, 1)), 10.0)
DEUTAN = Vision(
    "deutan",
    "with red–green colour blindness (deutan)",
    (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    10.0,
)
PROTAN = Vision(
    "protan",
    "with red–green colour blindness (protan)",
    (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    10.0,
)
TRITAN = Vision(
    "tritan",
    "with blue–yellow colour blindness (tritan)",
    (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    6.0,
)
# The luminance of linear sRGB.
_LUMINANCE = (0.2126, 0.7152, 0.0722)
GREY = Vision("grey", "in black print, as of low ink", (_LUMINANCE, _LUMINANCE, _LUMINANCE), 8.0)

# Those of people.
SIGHTS = (NORMAL, DEUTAN, PROTAN, TRITAN)


def linear(colour: str) -> Triple:
    """A colour in linear RGB, each from 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


@lru_cache(4096)
def lab(colour: str, vision: Vision) -> Triple:
    """A colour as a kind of vision sees it, in CIELAB (D65)."""
    rgb = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, rgb, strict=True))))
        for row in vision.matrix
    )
    x = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue
    x, y, z = _root(x / 0.95047), _root(y), _root(z / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    edge = 6 / 29
    return value ** (1 / 3) if value > edge**3 else value / (3 * edge * edge) + 4 / 29


@lru_cache(65_536)
def difference(one: str, other: str, vision: Vision) -> float:
    """How different two colours look to a kind of vision: CIEDE2000, where 1 is just seen by
    people with normal sight, side by side.
    """
    return ciede2000(lab(one, vision), lab(other, vision))


def ciede2000(one: Triple, other: Triple) -> float:
    """The difference of two colours in CIELAB (Sharma, Wu, Dalal: "The CIEDE2000 Color-Difference
    Formula", Color Research and Application 30 (1), 2005).
    """
    (light1, a1, b1), (light2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25.0**7))
    a1, a2 = a1 * stretch, a2 * stretch
    chroma1, chroma2 = hypot(a1, b1), hypot(a2, b2)
    hue1, hue2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = (hue2 - hue1 + 180) % 360 - 180 if chroma1 * chroma2 else 0.0
    light, chroma = (light1 + light2) / 2, (chroma1 + chroma2) / 2
    # Without chroma, a hue is 0 and does not count.
    hue = (hue1 + turn / 2) % 360 if chroma1 * chroma2 else hue1 + hue2
    weight = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    off = (light - 50) ** 2
    by_light = (light2 - light1) / (1 + 0.015 * off / sqrt(20 + off))
    by_chroma = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(chroma1 * chroma2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    blue = sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25.0**7)) * blue
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def confused_by(one: str, other: str, visions: Sequence[Vision]) -> list[Vision]:
    """The kinds of vision for which two colours look alike."""
    return [vision for vision in visions if difference(one, other, vision) < vision.least]


# --- a colour that looks different from others ----------------------------------------------------


# A proposal is clear of the limit: printers differ.
_CLEAR = 1.25

# More colours than these cannot all look different to everybody.
MOST_COLOURS = 8


@lru_cache(1024)
def distinct_colour(
    colour: str, others: tuple[str, ...], visions: tuple[Vision, ...]
) -> str | None:
    """The colour nearest to `colour` that all these kinds of vision tell apart from `others`."""
    if len(others) >= MOST_COLOURS:
        return None
    start = _oklab(colour)
    nearest = sorted(_palette(), key=lambda each: _distance(start, each[1]))
    for proposed, _ in nearest:
        pairs = ((other, vision) for other in others for vision in visions)
        if all(difference(proposed, o, v) >= _CLEAR * v.least for o, v in pairs):
            return proposed
    return None


@cache
def _palette() -> tuple[tuple[str, Triple], ...]:
    """Colours of print, with their values in Oklab: from dark to light, of all hues, pale and
    strong.
    """
    lights = [0.24 + 0.05 * step for step in range(15)]
    found = dict.fromkeys(
        colour
        for light in lights
        for chroma in (0.03, 0.07, 0.11, 0.15)
        for step in range(24)
        for colour in _in_gamut(light, chroma, step * pi / 12)
    )
    return tuple((colour, _oklab(colour)) for colour in found)


def _in_gamut(light: float, chroma: float, hue: float) -> Iterator[str]:
    """The colour with a lightness, a chroma and a hue (radians) of Oklab, if a screen has it."""
    a, b = chroma * cos(hue), chroma * sin(hue)
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    rgb = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    if all(0 <= value <= 1 for value in rgb):
        yield "#" + "".join(f"{round(255 * _gamma(value)):02x}" for value in rgb)


def _gamma(value: float) -> float:
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def _oklab(colour: str) -> Triple:
    """A colour in Oklab (Ottosson: "A perceptual color space for image processing", 2020)."""
    red, green, blue = linear(colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _distance(one: Triple, other: Triple) -> float:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
