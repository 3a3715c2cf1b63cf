"""Image sizes, read from headers without decoding."""

from __future__ import annotations

import warnings
from pathlib import Path


def picture_size(path: Path) -> tuple[int, int] | None:
    """The width and height in pixels of a PNG, JPEG or WebP; None for other files."""
    # Slow to import; only games with images need it.
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            # Callers check the size themselves.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path, formats=("PNG", "JPEG", "WEBP")) as picture:
                return picture.size
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        return None
