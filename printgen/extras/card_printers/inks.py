"""The inks of a card printer: black alone for type and lines, rich black for large areas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from printgen.extras.card_printers.checks import Pixels

if TYPE_CHECKING:
    from PIL.Image import Image


# --- the blacks of a card printer: black alone for type and lines, rich black for large areas -----
#
# Colours are converted by formula, which leaves the darkest ones without any black ink of full
# strength: type in a screen of 90 % has ragged edges, and large areas look grey.


Mask = npt.NDArray[np.bool_]

# Colours whose channels (of 255) are up to this value, and differ by at most this, are black.
DARK, NEUTRAL = 36, 24

# The inks of large black areas, in values of 255. DriveThruCards asks for C60 M40 Y40 K100, which
# is the most ink that it allows: a little less, because JPEG varies by a few values.
RICH = (148, 97, 97, 255)

# The narrowest area (mm) in rich black, the narrowest part of it, and the rim (mm) of black alone
# around it: inks that are printed beside each other slip.
NARROWEST, PART, RIM = 3.0, 1.0, 0.15

# How often the parts of an area are followed along lines and columns: drawings have few turns.
_TURNS = 40


def with_blacks(inks: Pixels, image: Image, dpi: int, whole: Image | None = None) -> Pixels:
    """The CMYK values of an RGB image, with its blacks in black ink.

    If type is printed on top, `whole` is the image with it: light type gets a rim of black alone.
    """
    black = blacks_of(image)
    if not black.any():
        return inks
    found = inks.copy()
    found[black] = (0, 0, 0, 255)
    parts = _grown(~_grown(~black, PART / 2, dpi), PART / 2 - RIM, dpi)
    rich = _connected(parts, ~_grown(~black, NARROWEST / 2, dpi))
    if whole is not None:
        rich &= ~_grown(black & ~blacks_of(whole), RIM, dpi)
    found[rich] = RICH
    return found


def blacks_of(image: Image) -> Mask:
    """The pixels of an RGB image that are black."""
    red, green, blue = np.moveaxis(np.asarray(image), 2, 0)
    top = np.maximum(np.maximum(red, green), blue)
    bottom = np.minimum(np.minimum(red, green), blue)
    found: Mask = (top <= DARK) & (top - bottom <= NEUTRAL)
    return found


def _grown(mask: Mask, radius: float, dpi: int) -> Mask:
    """A mask that is grown by a radius (mm) in each direction."""
    steps = round(radius / 25.4 * dpi)
    found = mask.copy()
    for lines in (found, found.T):
        reach = 0
        while reach < steps:
            # The two copies and what is between them touch.
            step = min(2 * reach + 1, steps - reach)
            before = lines.copy()
            lines[step:] |= before[:-step]
            lines[:-step] |= before[step:]
            reach += step
    return found


def _connected(mask: Mask, within: Mask) -> Mask:
    """The areas of a mask that `within`, a part of it, is in."""
    found = within
    for _ in range(_TURNS):
        before = found
        found = _along_lines(mask.T, _along_lines(mask, found).T).T
        if (found == before).all():
            break
    return found


def _along_lines(mask: Mask, within: Mask) -> Mask:
    """The runs of a mask, along its lines, that `within` is in."""
    starts = mask.copy()
    starts[:, 1:] &= ~mask[:, :-1]
    runs = starts.ravel().cumsum()
    chosen = np.zeros(int(runs[-1]) + 1, bool)
    chosen[runs[within.ravel()]] = True
    found: Mask = mask & chosen[runs].reshape(mask.shape)
    return found


# --- colours as the four inks of a press ----------------------------------------------------------
#
# RGB is converted to CMYK as in ISO 32000-1, 10.3.4, with full grey-component replacement: no
# press profile is needed, and total ink never exceeds 200 %. Blacks are in black ink, see
# `blacks`.


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
