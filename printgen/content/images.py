"""Pictures, judged by their headers before anybody decodes them."""

from __future__ import annotations

import warnings
from pathlib import Path


def picture_size(path: Path) -> tuple[int, int] | None:
    """The pixels across and down of a PNG, a JPEG or a WebP; None for what is none of them."""
    # Slow to import, and needed only by games that have pictures.
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            # Of pictures that are too large; who asks judges that.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path, formats=("PNG", "JPEG", "WEBP")) as picture:
                return picture.size
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        return None
