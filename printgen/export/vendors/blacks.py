"""The blacks of a card printer: black alone for type and lines, rich black for large areas.

Colours are converted by formula, which leaves the darkest ones without any black ink of full
strength: type in a screen of 90 % has ragged edges, and large areas look grey.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from printgen.export.vendors.checks import Pixels

if TYPE_CHECKING:
    from PIL.Image import Image

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
    from PIL import Image as Pictures
    from PIL import ImageFilter

    rgb = np.asarray(image)
    top, bottom = rgb.max(axis=2), rgb.min(axis=2)
    black = (top <= DARK) & (top - bottom <= NEUTRAL)
    if not black.any():
        return inks
    found = inks.copy()
    found[black] = (0, 0, 0, 255)
    mask = Pictures.fromarray(black.astype(np.uint8) * 255)
    inner = _filtered(mask, ImageFilter.MinFilter, NARROWEST / 2, dpi)
    wide = _filtered(inner, ImageFilter.MaxFilter, NARROWEST / 2 - RIM, dpi)
    found[np.asarray(wide) > 0] = RICH
    return found


def _filtered(mask: Image, kind: type, radius: float, dpi: int) -> Image:
    """A mask that is shrunk or grown by a radius (mm). Steps of one pixel are quick."""
    for _ in range(round(radius / 25.4 * dpi)):
        mask = mask.filter(kind(3))
    return mask
