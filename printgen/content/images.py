"""Image sizes, read from headers without decoding."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from printgen.content.fingerprint import code_digest
from printgen.store import Store, digest

# The suffixes of pictures. The picture of a profile is no drawing.
PHOTOS = (".jpg", ".jpeg", ".png", ".webp")
DRAWING = ".svg"
PICTURES = (*PHOTOS, DRAWING)

# The width and height in pixels of a PNG, JPEG or WebP; None for other files.
PictureSize = tuple[int, int] | None


def picture_size(path: Path) -> PictureSize:
    """The size of a picture."""
    return _picture_size(path, _version(path))


def picture_sizes(store: Store, paths: Sequence[Path]) -> list[PictureSize]:
    """The sizes of pictures. The store keeps them until one of the files changes."""
    versions = [_version(path) for path in paths]
    key = digest(code_digest(store), *map(str, paths), repr(versions)) if store and paths else ""
    if key and (kept := store.read("pictures", key)) is not None:
        known: list[PictureSize] = pickle.loads(kept)  # noqa: S301
        return known
    found = [_picture_size(*pair) for pair in zip(paths, versions, strict=True)]
    if key:
        store.write("pictures", key, pickle.dumps(found))
    return found


def _version(path: Path) -> tuple[int, ...]:
    """The size of a file, its times and its number; empty if it cannot be read."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino


# Cached: a command that watches files checks them after each change.
@lru_cache(maxsize=10_000)
def _picture_size(path: Path, version: tuple[int, ...]) -> PictureSize:
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
