"""The contrast of colours, `#rrggbb`, and the colour of type for it."""

from __future__ import annotations

WHITE, INK = "#ffffff", "#1b1b1b"

# Below these contrast ratios, type is in another colour. The names of cards are bold and large.
_MIN_ON_GROUND, _MIN_ON_PAPER = 3.0, 2.2


def contrast_with_white(colour: str) -> float:
    """The contrast ratio of white on a colour, from 1 to 21 (WCAG 2.2, "contrast ratio")."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    red, green, blue = linear
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)


def type_on(ground: str | None) -> str:
    """The colour of type on a ground: white, or dark on a light one. No ground is a dark one."""
    light = ground and contrast_with_white(ground) < _MIN_ON_GROUND
    return INK if light else WHITE


def readable(colour: str) -> str:
    """The colour for type on white paper; a dark one instead of a pale one.

    A variable of the style sheet stays as it is.
    """
    pale = colour.startswith("#") and contrast_with_white(colour) < _MIN_ON_PAPER
    return INK if pale else colour
