"""Where the texts of a face are seen, to find them on a finished page.

The finished page has other colours than the face, but its texts change the same pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from printgen.export.vendors.blacks import DARK
from printgen.layout.drawn_pages import DrawnPages

if TYPE_CHECKING:
    from PIL.Image import Image

Mask = npt.NDArray[np.bool_]

# How much (of 255) a text changes a pixel that it covers, and how much that changes in inks.
_CLEAR, _SEEN = 96, 24


@dataclass(frozen=True, slots=True)
class Marks:
    """The pixels that texts change clearly, and those that they leave as they are; eight a byte.

    Black pixels are not among the latter: they may be rich black, on which black text is seen.
    """

    width: int
    height: int
    covered: bytes
    free: bytes

    @classmethod
    def of(cls, picture: Image, whole: Image) -> Marks:
        """The marks of texts on a picture, which together are the whole."""
        change = _change(picture, whole)
        light = np.asarray(picture.convert("L")) > 2 * DARK
        free = np.packbits((change == 0) & light).tobytes()
        return cls(*picture.size, np.packbits(change > _CLEAR).tobytes(), free)

    def wrong_pixels(self, pages: DrawnPages, number: int) -> int:
        """The number of pixels at which the texts of a page are missing, or should not be. Raises
        CannotDraw.
        """
        together, picture = (
            pages.whole(number, self.width, self.height, texts) for texts in (True, False)
        )
        change = _change(picture, together).ravel()
        missing = self._mask(self.covered) & (change < _SEEN)
        return int((missing | (self._mask(self.free) & (change >= _SEEN))).sum())

    def _mask(self, packed: bytes) -> Mask:
        count = self.width * self.height
        return np.unpackbits(np.frombuffer(packed, np.uint8), count=count).astype(bool)


def _change(picture: Image, whole: Image) -> npt.NDArray[np.int16]:
    """How much each pixel of a picture changes."""
    red, green, blue = np.moveaxis(
        np.abs(np.asarray(picture).astype(np.int16) - np.asarray(whole)), 2, 0
    )
    found: npt.NDArray[np.int16] = np.maximum(np.maximum(red, green), blue)
    return found
