"""Image sizes, read from headers without decoding."""

from __future__ import annotations

import warnings
from functools import lru_cache
from pathlib import Path


def picture_size(path: Path) -> tuple[int, int] | None:
    """The width and height in pixels of a PNG, JPEG or WebP; None for other files."""
    try:
        found = path.stat()
    except OSError:
        return None
    return _picture_size(path, found.st_size, found.st_mtime_ns, found.st_ino)


# Cached: a command that watches files checks them after each change.
@lru_cache(maxsize=10_000)
def _picture_size(path: Path, *_version: int) -> tuple[int, int] | None:
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
