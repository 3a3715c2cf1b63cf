"""The inks of a press: black for type and lines, rich black for large areas, and CMYK JPEGs."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from printgen.extras.pdfx.pdfx import cmyk_jpeg

if TYPE_CHECKING:
    from PIL.Image import Image

Pixels = npt.NDArray[np.uint8]


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
    result = inks.copy()
    result[black] = (0, 0, 0, 255)
    parts = _grown(~_grown(~black, PART / 2, dpi), PART / 2 - RIM, dpi)
    # The parts that wide areas are in.
    rich = ~_grown(~black, NARROWEST / 2, dpi)
    for _ in range(_TURNS):
        before = rich
        rich = _along_lines(parts.T, _along_lines(parts, rich).T).T
        if (rich == before).all():
            break
    if whole is not None:
        rich = rich & ~_grown(black & ~blacks_of(whole), RIM, dpi)
    result[rich] = RICH
    return result


def blacks_of(image: Image) -> Mask:
    """The pixels of an RGB image that are black."""
    red, green, blue = np.moveaxis(np.asarray(image), 2, 0)
    top = np.maximum(np.maximum(red, green), blue)
    bottom = np.minimum(np.minimum(red, green), blue)
    result: Mask = (top <= DARK) & (top - bottom <= NEUTRAL)
    return result


def _grown(mask: Mask, radius: float, dpi: int) -> Mask:
    """A mask that is grown by a radius (mm) in each direction."""
    steps = round(radius / 25.4 * dpi)
    result = mask.copy()
    for lines in (result, result.T):
        reach = 0
        while reach < steps:
            # The two copies and what is between them touch.
            step = min(2 * reach + 1, steps - reach)
            before = lines.copy()
            lines[step:] |= before[:-step]
            lines[:-step] |= before[step:]
            reach += step
    return result


def _along_lines(mask: Mask, within: Mask) -> Mask:
    """The runs of a mask, along its lines, that `within` is in."""
    starts = mask.copy()
    starts[:, 1:] &= ~mask[:, :-1]
    runs = starts.ravel().cumsum()
    chosen = np.zeros(int(runs[-1]) + 1, bool)
    chosen[runs[within.ravel()]] = True
    result: Mask = mask & chosen[runs].reshape(mask.shape)
    return result


# --- colours as the four inks of a press ----------------------------------------------------------
#
# RGB is converted to CMYK as in ISO 32000-1, 10.3.4, with full grey-component replacement: no
# press profile is needed, and total ink never exceeds 200 %. Blacks are in black ink.


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


# --- pictures of card faces as CMYK JPEGs within the ink limit ------------------------------------


# Maximum total ink in percent.
MAX_INK = 240

# JPEG varies by a few values, next to edges by more: the colours of blocks that get too much ink
# are reduced to this share, a few times at most.
_SHARE, _TRIES = 0.94, 6

_BLOCK = 8


def limited_jpeg(picture: Image, whole: Image, dpi: int) -> bytes:
    """A picture as a CMYK JPEG within the ink limit. `whole` is the picture with the type that is
    printed on top.
    """
    inks = with_blacks(separated(picture), picture, dpi, whole)
    data = _compressed(inks)
    for _ in range(_TRIES):
        # The pixels of JPEG blocks in which one gets too much ink.
        height, width = inks.shape[:2]
        over = np.zeros((-(-height // _BLOCK), _BLOCK, -(-width // _BLOCK), _BLOCK), bool)
        flat = over.reshape(over.shape[0] * _BLOCK, -1)
        flat[:height, :width] = total_ink(read_inks(data)) > MAX_INK * 2.55
        blocks = over.any(axis=(1, 3)).repeat(_BLOCK, axis=0).repeat(_BLOCK, axis=1)
        heavy = blocks[:height, :width]
        if not heavy.any():
            break
        inks[heavy, :3] = (inks[heavy, :3] * _SHARE).astype(np.uint8)
        data = _compressed(inks)
    return data


def read_inks(jpeg: bytes) -> Pixels:
    """The CMYK values of a JPEG."""
    from PIL import Image

    with Image.open(BytesIO(jpeg), formats=("JPEG",)) as opened:
        return np.asarray(opened)


def total_ink(inks: Pixels) -> npt.NDArray[np.uint16]:
    """The total ink of each pixel, at 255 an ink."""
    cyan, magenta, yellow, black = np.moveaxis(inks.astype(np.uint16), 2, 0)
    total: npt.NDArray[np.uint16] = cyan + magenta + yellow + black
    return total


def _compressed(inks: Pixels) -> bytes:
    from PIL import Image

    return cmyk_jpeg(Image.frombytes("CMYK", (inks.shape[1], inks.shape[0]), inks.tobytes()))
