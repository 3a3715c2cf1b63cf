"""What picture files are: their sizes, and what is wrong with them."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from printgen.content.budget import raise_when_time_is_up
from printgen.content.drawing_links import FileLink, drawing_links
from printgen.content.fingerprint import code_digest
from printgen.content.limits import MAX_PICTURE_BYTES, MAX_PIXELS
from printgen.content.picture_damage import photo_damage
from printgen.content.pictures import MAX_DRAWING_BYTES, PictureFault, drawing_fault, photo_fault
from printgen.reading import read_regular
from printgen.sealing.decoding import CannotDecode, decoded
from printgen.store import Store, digest

# The suffixes of pictures.
DRAWING = ".svg"
PICTURES = (".jpg", ".jpeg", ".png", ".webp", DRAWING)

_TOO_BIG = PictureFault(f"has more than {MAX_PICTURE_BYTES / 1e6:g} MB")

# What to do about a picture that is damaged, and about one that cannot be read within the limits.
_AGAIN = "take the file again from where it comes"
_SIMPLER = "open it and save it again"

# The width and height in pixels of a PNG, JPEG or WebP; None for a drawing, which has none.
PictureSize = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture file is: its size, or why it cannot be printed; what is wrong inside it
    otherwise; the picture files that a drawing shows; and whether it took too long to look at.
    """

    size: PictureSize | PictureFault
    faults: tuple[PictureFault, ...] = ()
    files: tuple[FileLink, ...] = ()
    is_slow: bool = False


def picture_size(path: Path) -> PictureSize:
    """The size of a PNG, JPEG or WebP; None for other files."""
    try:
        size = _size(path, file_version(path))
    except (OSError, CannotDecode):
        return None
    return None if isinstance(size, PictureFault) else size


@lru_cache(maxsize=100)
def _size(path: Path, version: tuple[int, ...]) -> tuple[int, int] | PictureFault:
    return decoded(path, photo_size, read_regular(path, MAX_PICTURE_BYTES))


def read_pictures(store: Store, paths: Sequence[Path]) -> list[PictureSize | PictureFault]:
    """The sizes of pictures, or why they cannot be printed."""
    # One key for all: a game with hundreds of pictures reads the store once.
    key = _key(store, *paths)
    if key and (kept := store.read("pictures", key)) is not None:
        sizes: list[PictureSize | PictureFault] = pickle.loads(kept)  # noqa: S301
        return sizes
    pictures = [read_picture(store, path) for path in paths]
    sizes = [picture.size for picture in pictures]
    if key and not any(picture.is_slow for picture in pictures):
        store.write("pictures", key, pickle.dumps(sizes))
    return sizes


def read_picture(store: Store, path: Path) -> Picture:
    """What a picture file is. The store keeps it until the file changes."""
    key = _key(store, path, "whole")
    if key and (kept := store.read("pictures", key)) is not None:
        known: Picture = pickle.loads(kept)  # noqa: S301
        return known
    picture = _read(path, file_version(path))
    raise_when_time_is_up()
    # The next command finds the machine less busy, perhaps.
    if key and not picture.is_slow:
        store.write("pictures", key, pickle.dumps(picture))
    return picture


def _key(store: Store, *paths: Path | str) -> str:
    """The key of what files are, with words that say what is kept; empty without a store."""
    versions = (repr(file_version(path)) for path in paths if isinstance(path, Path))
    return digest(code_digest(store), *map(str, paths), *versions) if store and paths else ""


def file_version(path: Path) -> tuple[int, ...]:
    """The size of a file, its times and its number; empty if it cannot be read."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino


# Cached: a command that watches files checks them after each change.
@lru_cache(maxsize=10_000)
def _read(path: Path, version: tuple[int, ...]) -> Picture:
    """What a picture file is."""
    try:
        content = read_regular(path, MAX_PICTURE_BYTES)
    except OSError:
        return Picture(PictureFault("cannot be read"))
    if len(content) > MAX_PICTURE_BYTES:
        return Picture(_TOO_BIG, (_TOO_BIG,))
    examine = examine_drawing if path.suffix.lower() == DRAWING else examine_photo
    try:
        return decoded(path, examine, content)
    except CannotDecode as error:
        return Picture(PictureFault(error.reason, _SIMPLER), is_slow=error.is_slow)


# --- in the sealed process -------------------------------------------------------------------


def examine_drawing(content: bytes) -> Picture:
    """What the content of an SVG file is."""
    if fault := drawing_fault(content[: MAX_DRAWING_BYTES + 1]):
        return Picture(fault)
    found = drawing_links(content)
    faults = tuple(each for each in found if isinstance(each, PictureFault))
    return Picture(None, faults, tuple(each for each in found if isinstance(each, FileLink)))


def examine_photo(content: bytes) -> Picture:
    """What the content of a PNG, JPEG or WebP is."""
    size = photo_size(content)
    if isinstance(size, PictureFault) or size[0] * size[1] > MAX_PIXELS:
        # The checks of those who use the picture say so.
        return Picture(size)
    damage = photo_damage(content)
    return Picture(size, (PictureFault(damage, _AGAIN),) if damage else ())


def photo_size(content: bytes) -> tuple[int, int] | PictureFault:
    """The size of a PNG, JPEG or WebP by its header, or why there is none."""
    # Slow to import; only games with images need it.
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            # Callers check the size themselves.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(BytesIO(content), formats=("PNG", "JPEG", "WEBP")) as picture:
                return picture.size
    except Image.DecompressionBombError:
        return PictureFault("has too many pixels", "at most 25 megapixels")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        return photo_fault(content[:16].lstrip())
