"""Colours as the four inks of a press.

RGB is converted to CMYK as in ISO 32000-1, 10.3.4, with full grey-component replacement: no press
profile is needed, and total ink never exceeds 200 %. Blacks are in black ink, see `blacks`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from printgen.export.vendors.blacks import DARK, NEUTRAL
from printgen.export.vendors.checks import Pixels

if TYPE_CHECKING:
    from PIL.Image import Image

# Cyan, magenta, yellow and black, from 0 to 1.
Inks = tuple[float, float, float, float]


def separated(image: Image) -> Pixels:
    """An RGB image as CMYK values, with the grey component moved to black."""
    rgb = np.asarray(image)
    top = np.maximum(np.maximum(rgb[..., :1], rgb[..., 1:2]), rgb[..., 2:])
    return np.concatenate([top - rgb, 255 - top], axis=2)


def inks_of(colour: tuple[float, float, float]) -> Inks:
    """The inks of a colour (0 to 1) of type or lines: a black is in black ink alone."""
    top, bottom = max(colour), min(colour)
    if round(255 * top) <= DARK and round(255 * (top - bottom)) <= NEUTRAL:
        return 0.0, 0.0, 0.0, 1.0
    red, green, blue = colour
    return top - red, top - green, top - blue, 1 - top
