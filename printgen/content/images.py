"""What pictures are: sizes, read from headers without decoding, or why they cannot be printed."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from printgen.content.fingerprint import code_digest
from printgen.content.pictures import MAX_DRAWING_BYTES, PictureFault, drawing_fault, photo_fault
from printgen.store import Store, digest

# The suffixes of pictures.
DRAWING = ".svg"
PICTURES = (".jpg", ".jpeg", ".png", ".webp", DRAWING)

# The width and height in pixels of a PNG, JPEG or WebP; None for a drawing, which has none.
PictureSize = tuple[int, int] | None


def picture_size(path: Path) -> PictureSize:
    """The size of a PNG, JPEG or WebP; None for other files."""
    found = _picture(path, _version(path))
    return None if isinstance(found, PictureFault) else found


def read_pictures(store: Store, paths: Sequence[Path]) -> list[PictureSize | PictureFault]:
    """The sizes of pictures, or why they cannot be printed. The store keeps this until one of the
    files changes.
    """
    versions = [_version(path) for path in paths]
    key = digest(code_digest(store), *map(str, paths), repr(versions)) if store and paths else ""
    if key and (kept := store.read("pictures", key)) is not None:
        known: list[PictureSize | PictureFault] = pickle.loads(kept)  # noqa: S301
        return known
    found = [_picture(*pair) for pair in zip(paths, versions, strict=True)]
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
def _picture(path: Path, version: tuple[int, ...]) -> PictureSize | PictureFault:
    try:
        if path.suffix.lower() == DRAWING:
            with path.open("rb") as file:
                return drawing_fault(file.read(MAX_DRAWING_BYTES + 1))
        return _photo_size(path)
    except OSError:
        return PictureFault("cannot be read")


def _photo_size(path: Path) -> PictureSize | PictureFault:
    # Slow to import; only games with images need it.
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            # Callers check the size themselves.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path, formats=("PNG", "JPEG", "WEBP")) as picture:
                return picture.size
    except Image.DecompressionBombError:
        return PictureFault("has too many pixels", "at most 25 megapixels")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        with path.open("rb") as file:
            return photo_fault(file.read(16).lstrip())
