"""What print asks of type and lines: the smallest size that is read, the thinnest line that prints,
contrast.
"""

from __future__ import annotations

from colorsys import hls_to_rgb, rgb_to_hls
from typing import NamedTuple

from printgen.problems import shorten

# --------------------------------------------------------------------------------------------------
# What print asks of type and lines: the smallest size that is read, the thinnest line that prints.
#
# Sizes in points.


# The smallest type of books and sheets, and of cards and other small pieces.
MIN_TYPE, MIN_TYPE_OF_PIECES = 6.0, 5.5

# The thinnest line: 0.09 mm. Printers lose what is thinner, or print it too thick.
MIN_LINE = 0.25

# Greys up to this value (0 to 1) are printed black: a screen of 90 % has ragged edges.
NEARLY_BLACK = 0.12

# Colours whose channels are up to this value (0 to 1) are black in low ink and on a press: type in
# four inks has coloured rims.
DARK = 0.25

# The least contrast (1 to 21) of words with what is behind them, as WCAG 2.2 measures it: that of
# #c9c9c9 on white. printgen's own themes have 4 and more. Small translucent type is drawn lighter
# than it is printed: half black measures 1.8.
MIN_CONTRAST = 1.6

# Sizes are rounded when they are written.
TYPE_TOLERANCE, LINE_TOLERANCE = 0.02, 0.01


class LimitFault(NamedTuple):
    """What is below a limit: the code of a problem, its message and its hint."""

    code: str
    message: str
    hint: str


def too_small(size: float, least: float) -> bool:
    """Whether type is smaller than allowed."""
    return size < least - TYPE_TOLERANCE


def too_thin(width: float) -> bool:
    """Whether a line is thinner than allowed."""
    return width < MIN_LINE - LINE_TOLERANCE


def small_type(named: str, words: str, size: float, least: float) -> LimitFault:
    """Type that is too small. `named` says where it is printed."""
    message = f"{named}: '{shorten(words)}' is set in {size:.2f} pt"
    hint = f"at least {least:g} pt: larger type, fewer words, or more room"
    return LimitFault("type-small", message, hint)


def thin_line(named: str, width: float) -> LimitFault:
    """A line that is too thin."""
    message = f"{named}: a line is {width:.2f} pt thick"
    hint = f"at least {MIN_LINE:g} pt (0.09 mm): thicker lines, or a larger drawing"
    return LimitFault("line-thin", message, hint)


# --- the contrast of colours, `#rrggbb`, and the colour of type for it ----------------------------


WHITE, INK = "#ffffff", "#1b1b1b"

# Below these contrast ratios, type is in another colour. The names of cards are bold and large.
_MIN_ON_GROUND, _MIN_ON_PAPER = 3.0, 2.2

# Type on dark paper has this contrast (WCAG 2.2, 1.4.3), and such paper has it with white.
_MIN_ON_DARK = 4.5


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio")."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def contrast_with_white(colour: str) -> float:
    """The contrast ratio of white on a colour."""
    return contrast(WHITE, colour)


def _luminance(colour: str) -> float:
    """The relative luminance of a colour, from 0 to 1 (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def type_on(ground: str | None) -> str:
    """The colour of type on a ground: white, or dark on a light one. No ground is a dark one."""
    light = ground and contrast_with_white(ground) < _MIN_ON_GROUND
    return INK if light else WHITE


def readable(colour: str, paper: str = WHITE, ink: str = INK) -> str:
    """The colour for type on paper; the ink instead of one that is too near that of the paper. On
    dark paper, it is as much lighter as necessary, and as strong as it was.

    A variable of the style sheet stays as it is.
    """
    if not colour.startswith("#"):
        return colour
    if contrast_with_white(paper) < _MIN_ON_DARK:
        return ink if contrast(colour, paper) < _MIN_ON_PAPER else colour
    steps = (_lighter(colour, step / 20) for step in range(20))
    return next((each for each in steps if contrast(each, paper) >= _MIN_ON_DARK), ink)


# The least contrast of lines and shapes with what they are on.
_MIN_DRAWN = 1.6


def drawn(colour: str, paper: str = WHITE, ink: str = INK) -> str:
    """The colour of lines and shapes on paper: as it is given, where it is seen there; else that of
    type.
    """
    seen = colour.startswith("#") and contrast(colour, paper) >= _MIN_DRAWN
    return colour if seen else readable(colour, paper, ink)


def _lighter(colour: str, share: float) -> str:
    """A colour nearer to white by a share, of the same hue. Lighter colours look paler: it is a
    little stronger.
    """
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, light, strength = rgb_to_hls(red, green, blue)
    stronger = min(1.0, strength * (1 + 0.5 * share))
    parts = hls_to_rgb(hue, light + (1 - light) * share, stronger)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
