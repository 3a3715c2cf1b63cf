"""The blacks of a card printer: black alone for type and lines, rich black for large areas.

Colours are converted by formula, which leaves the darkest ones without any black ink of full
strength: type in a screen of 90 % has ragged edges, and large areas look grey.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from printgen.export.vendors.checks import Pixels

if TYPE_CHECKING:
    from PIL.Image import Image

# An array of truth values: a dot of a picture each.
Mask = npt.NDArray[np.bool_]

# Colours whose channels (of 255) are up to this value, and differ by at most this, are black.
DARK, NEUTRAL = 36, 24

# The inks of large black areas, in values of 255. DriveThruCards asks for C60 M40 Y40 K100, which
# is the most ink that it allows: a little less, because JPEG varies by a few values.
RICH = (148, 97, 97, 255)

# The narrowest area (mm) in rich black, and the rim (mm) of black alone around it: inks that are
# printed beside each other slip.
NARROWEST, RIM = 3.0, 0.15


def with_blacks(inks: Pixels, image: Image, dpi: int) -> Pixels:
    """The CMYK values of an RGB image, with its blacks in black ink."""
    rgb = np.asarray(image)
    red, green, blue = rgb[..., 0], rgb[..., 1], rgb[..., 2]
    # Much faster than the maximum and the minimum along an axis.
    top = np.maximum(np.maximum(red, green), blue)
    bottom = np.minimum(np.minimum(red, green), blue)
    black = (top <= DARK) & (top - bottom <= NEUTRAL)
    if not black.any():
        return inks
    found = inks.copy()
    found[black] = (0, 0, 0, 255)
    inner = _shrunk(black, NARROWEST / 2, dpi)
    # What is grown leaves less around it.
    wide = ~_shrunk(~inner, NARROWEST / 2 - RIM, dpi)
    found[wide] = RICH
    return found


def _shrunk(mask: Mask, radius: float, dpi: int) -> Mask:
    """The dots of a mask that lie in a square of its dots, as far as a radius (mm) on each side.
    Beyond its edges, nothing counts.
    """
    reach = round(radius / 25.4 * dpi)
    for _ in ("columns", "rows"):
        mask = _within(mask, reach).T
    return mask


def _within(mask: Mask, reach: int) -> Mask:
    """The dots of a mask with all dots above and below, up to `reach`. By sums, which take the same
    time for each reach.
    """
    rows = np.arange(len(mask))
    first, after = np.maximum(rows - reach, 0), np.minimum(rows + reach + 1, len(mask))
    sums = np.zeros((len(mask) + 1, mask.shape[1]), np.int32)
    np.cumsum(mask, axis=0, out=sums[1:])
    found: Mask = sums[after] - sums[first] == (after - first)[:, np.newaxis]
    return found
