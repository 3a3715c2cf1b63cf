"""Pictures of card faces as CMYK JPEGs within the ink limit."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from printgen.extras.card_printers.checks import Pixels
from printgen.extras.card_printers.inks import separated, with_blacks
from printgen.imposition.pdfx import cmyk_jpeg

if TYPE_CHECKING:
    from PIL.Image import Image

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
        heavy = _heavy(read_inks(data))
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


def _heavy(inks: Pixels) -> npt.NDArray[np.bool_]:
    """The pixels of JPEG blocks in which one gets too much ink."""
    height, width = inks.shape[:2]
    over = np.zeros((-(-height // _BLOCK), _BLOCK, -(-width // _BLOCK), _BLOCK), bool)
    flat = over.reshape(over.shape[0] * _BLOCK, -1)
    flat[:height, :width] = total_ink(inks) > MAX_INK * 2.55
    blocks = over.any(axis=(1, 3))
    whole = blocks.repeat(_BLOCK, axis=0).repeat(_BLOCK, axis=1)
    return whole[:height, :width]
