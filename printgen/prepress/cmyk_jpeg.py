"""CMYK pictures as JPEGs in a PDF."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

_QUALITY = 92

# The `Decode` of such a picture: CMYK JPEGs store inverted values.
INVERTED = (1, 0) * 4


def cmyk_jpeg(picture: Image.Image) -> bytes:
    """A CMYK picture as a JPEG, with all its colours."""
    buffer = BytesIO()
    picture.save(buffer, "JPEG", quality=_QUALITY, subsampling=0, optimize=True)
    return buffer.getvalue()
