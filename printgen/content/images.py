"""What pictures are: sizes, read from headers without decoding, or why they cannot be printed."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Sequence
from functools import lru_cache
from io import SEEK_END
from pathlib import Path
from typing import NamedTuple

from printgen.content.drawing_links import FileLink, drawing_links
from printgen.content.fingerprint import code_digest
from printgen.content.limits import MAX_PICTURE_BYTES, MAX_PIXELS
from printgen.content.picture_damage import photo_damage
from printgen.content.pictures import MAX_DRAWING_BYTES, PictureFault, drawing_fault, photo_fault
from printgen.reading import open_regular, read_regular, read_whole
from printgen.store import Store, digest

# The suffixes of pictures.
DRAWING = ".svg"
PICTURES = (".jpg", ".jpeg", ".png", ".webp", DRAWING)

_TOO_BIG = PictureFault(f"has more than {MAX_PICTURE_BYTES / 1e6:g} MB")

# What to do about a picture that is damaged.
_AGAIN = "take the file again from where it comes"

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


class Inside(NamedTuple):
    """What is inside a picture: its faults, and the picture files that a drawing shows."""

    faults: tuple[PictureFault, ...] = ()
    files: tuple[FileLink, ...] = ()


def inside_picture(store: Store, path: Path) -> Inside:
    """What is inside a picture that can be read by its header. The store keeps this until the file
    changes.
    """
    version = _version(path)
    key = digest(code_digest(store), "inside", str(path), repr(version)) if store else ""
    if key and (kept := store.read("pictures", key)) is not None:
        known: Inside = pickle.loads(kept)  # noqa: S301
        return known
    found = _inside(path, version)
    if key:
        store.write("pictures", key, pickle.dumps(found))
    return found


@lru_cache(maxsize=10_000)
def _inside(path: Path, version: tuple[int, ...]) -> Inside:
    size = _picture(path, version)
    if size == _TOO_BIG:
        return Inside((_TOO_BIG,))
    if isinstance(size, PictureFault) or (size and size[0] * size[1] > MAX_PIXELS):
        # The checks of those who use the picture say so.
        return Inside()
    try:
        content = read_whole(path, MAX_PICTURE_BYTES)
    except OSError:
        return Inside()
    if size is None:
        found = drawing_links(content)
        faults = tuple(each for each in found if isinstance(each, PictureFault))
        return Inside(faults, tuple(each for each in found if isinstance(each, FileLink)))
    damage = photo_damage(content)
    return Inside((PictureFault(damage, _AGAIN),) if damage else ())


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
            return drawing_fault(read_regular(path, MAX_DRAWING_BYTES))
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
            with open_regular(path) as file:
                # Pillow reads a WebP whole, and the parts of a PNG before its pixels.
                if file.seek(0, SEEK_END) > MAX_PICTURE_BYTES:
                    return _TOO_BIG
                file.seek(0)
                with Image.open(file, formats=("PNG", "JPEG", "WEBP")) as picture:
                    return picture.size
    except Image.DecompressionBombError:
        return PictureFault("has too many pixels", "at most 25 megapixels")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        return photo_fault(read_regular(path, 16).lstrip())
