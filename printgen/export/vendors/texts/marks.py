"""Where the texts of a face are seen, to find them on a finished page.

The finished page has other colours than the face, but its texts change the same pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from printgen.export.vendors.blacks import DARK

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfPage

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

    def wrong_pixels(self, page: PdfPage) -> int:
        """The number of pixels at which the texts of a page are missing, or should not be. Takes
        the texts off the page.
        """
        import pypdfium2.raw as raw

        together = self._drawn(page)
        for item in [*page.get_objects(filter=(raw.FPDF_PAGEOBJ_TEXT,))]:
            page.remove_obj(item)
        change = _change(self._drawn(page), together).ravel()
        missing = self._mask(self.covered) & (change < _SEEN)
        return int((missing | (self._mask(self.free) & (change >= _SEEN))).sum())

    def _mask(self, packed: bytes) -> Mask:
        count = self.width * self.height
        return np.unpackbits(np.frombuffer(packed, np.uint8), count=count).astype(bool)

    def _drawn(self, page: PdfPage) -> Image:
        import pypdfium2
        import pypdfium2.raw as raw

        bitmap = pypdfium2.PdfBitmap.new_native(self.width, self.height, raw.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, self.width, self.height)
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, self.width, self.height, 0, 0)
        image: Image = bitmap.to_pil().copy()
        return image


def _change(picture: Image, whole: Image) -> npt.NDArray[np.int16]:
    """How much each pixel of a picture changes."""
    red, green, blue = np.moveaxis(
        np.abs(np.asarray(picture).astype(np.int16) - np.asarray(whole)), 2, 0
    )
    found: npt.NDArray[np.int16] = np.maximum(np.maximum(red, green), blue)
    return found
