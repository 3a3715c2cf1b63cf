"""Pictures of a project: their sizes, and what is wrong with any."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from printgen.content.budget import MAX_SLOW_FILES, reading_a_picture, report_progress
from printgen.content.drawings import (
    MAX_DRAWING_BYTES,
    FileLink,
    drawing_fault,
    drawing_fonts,
    drawing_links,
)
from printgen.content.fingerprint import file_version
from printgen.content.limits import MAX_PICTURE_BYTES, MAX_PIXELS
from printgen.content.picture_colours import PNG
from printgen.content.pictures import (
    PictureFault,
    opened,
    photo_fault,
    pixel_fault,
    upright_size,
)
from printgen.content.results import kept_result
from printgen.reading import read_regular
from printgen.sealing.decoding import CannotDecode, decoded, late_calls
from printgen.store import Store

# The suffixes of pictures.
DRAWING = ".svg"
JPEGS = (".jpg", ".jpeg", ".jfif")
PHOTOS = (*JPEGS, ".png", ".webp", ".gif", ".tif", ".tiff", ".bmp", ".avif")
PICTURES = (*PHOTOS, DRAWING)

_TOO_BIG = PictureFault(f"has more than {MAX_PICTURE_BYTES / 1e6:g} MB", "save it as JPEG")

# What to do about a picture that is damaged, and about one that cannot be read within the limits.
_AGAIN = "take the file again from where it comes"
_SIMPLER = "open it and save it again"

# The width and height in pixels of a photo as it is shown; None for a drawing, which has none.
PictureSize = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture file is: its size, or why it cannot be printed; what is wrong inside it
    otherwise; the picture files that a drawing shows, and the fonts of its text with their lines;
    whether it took too long to look at; and whether it is the first of several, as in an animation.
    """

    size: PictureSize | PictureFault
    faults: tuple[PictureFault, ...] = ()
    files: tuple[FileLink, ...] = ()
    fonts: tuple[tuple[str, int], ...] = ()
    is_slow: bool = False
    is_first: bool = False


def picture_size(path: Path) -> PictureSize:
    """The size of a photo; None for other files."""
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
    found = kept_result(
        store if paths else Store(None),
        "pictures",
        tuple(part for path in paths for part in (str(path), repr(file_version(path)))),
        lambda: [(each.size, each.is_slow) for each in _read_all(store, paths)],
        lambda found: not any(is_slow for _, is_slow in found),
    )
    return [size for size, _ in found]


# Bytes of pictures after which the store has what is known of them, if the command ends now.
_SAVED = 20_000_000


def _read_all(store: Store, paths: Sequence[Path]) -> Iterator[Picture]:
    size = 0
    for number, path in enumerate(paths, start=1):
        yield read_picture(store, path)
        size += sum(file_version(path)[:1])
        if size > _SAVED:
            store.finish()
            size = 0
        report_progress(number, len(paths))


def read_picture(store: Store, path: Path) -> Picture:
    """What a picture file is. The store keeps it until the file changes. After MAX_SLOW_FILES that
    take too long, no more are read.
    """
    version = file_version(path)
    if late_calls() >= MAX_SLOW_FILES:
        reason = f"is not read: {MAX_SLOW_FILES} files take too long"
        return Picture(PictureFault(reason, _SIMPLER), is_slow=True)

    def lasts(picture: Picture) -> bool:
        # The next command finds the machine less busy, perhaps.
        return not picture.is_slow

    parts = str(path), repr(version)
    with reading_a_picture():
        return kept_result(store, "picture", parts, lambda: _read(path, version), lasts)


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
    files = tuple(each for each in found if isinstance(each, FileLink))
    return Picture(None, faults, files, tuple(drawing_fonts(content)))


def examine_photo(content: bytes) -> Picture:
    """What the content of a photo is."""
    size = photo_size(content)
    if isinstance(size, PictureFault) or size[0] * size[1] > MAX_PIXELS:
        # The checks of those who use the picture say so.
        return Picture(size)
    damage = photo_damage(content)
    faults = (PictureFault(damage, _SIMPLER if damage == _UNREAD else _AGAIN),) if damage else ()
    return Picture(size, faults, is_first=_is_first(content))


def _is_first(content: bytes) -> bool:
    """Whether a photo is an animation, or has several pages. The other pictures in a JPEG are of
    other sizes, or for viewers of depth.
    """
    with opened(content) as picture:
        return picture.format != "MPO" and getattr(picture, "is_animated", False)


def photo_size(content: bytes) -> tuple[int, int] | PictureFault:
    """The size of a photo by its header, or why there is none."""
    # Slow to import; only games with images need it.
    from PIL import Image, UnidentifiedImageError

    try:
        with opened(content) as picture:
            return pixel_fault(picture, content) or upright_size(picture, content)
    except Image.DecompressionBombError:
        return PictureFault("has too many pixels", "at most 25 megapixels")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        return photo_fault(content[:16].lstrip())


# --------------------------------------------------------------------------------------------------
# What is wrong inside a photo: parts that are missing or damaged, which programs draw anyway.


# The markers of a JPEG: frames (baseline, extended and progressive), a scan, the end.
_SEQUENTIAL, _PROGRESSIVE, _SCAN, _END = (0xC0, 0xC1), 0xC2, 0xDA, 0xD9

# Markers without a length: those that restart a scan, and a spare one.
_BARE = (*range(0xD0, 0xD9), 0x01)

# Programs write some ten scans. Each of them costs a reader as much as the whole picture.
_MAX_SCANS = 200

_CUT_OFF = "is cut off"
_SCANS = "lacks some of its scans"
_UNREAD = "has pixels that cannot be read: it is damaged, or of an unusual kind"


def photo_damage(content: bytes) -> str:
    """What is wrong with a photo whose header can be read, as the end of a sentence about it;
    empty for a whole picture.
    """
    if content.startswith(PNG):
        return _png_damage(content) or _undecodable(content)
    if content.startswith(b"\xff\xd8"):
        return _jpeg_damage(content) or _corrupt_jpeg(content)
    return _undecodable(content)


def _png_damage(content: bytes) -> str:
    """The first part of a PNG with a wrong checksum, or that the file ends in."""
    at = len(PNG)
    while at + 12 <= len(content):
        length, name = struct.unpack_from(">L4s", content, at)
        end = at + 8 + length
        if end + 4 > len(content):
            return _CUT_OFF
        if zlib.crc32(content[at + 4 : end]) != struct.unpack_from(">L", content, end)[0]:
            return f"is damaged: its part '{name.decode('latin-1')}' has a wrong checksum"
        if name == b"IEND":
            return ""
        at = end + 4
    return _CUT_OFF


def _undecodable(content: bytes) -> str:
    """Whether the pixels of a picture cannot be read to the last one."""
    from PIL import ImageFile

    # WeasyPrint makes Pillow accept pictures that are cut off.
    forgiving, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
    try:
        with opened(content) as picture:
            picture.load()
    except Exception as error:  # Pillow raises whatever the bytes lead it to.
        return _CUT_OFF if "truncated" in str(error) else _UNREAD
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = forgiving
    return ""


def _jpeg_damage(content: bytes) -> str:
    """What a JPEG lacks: its end, or scans of some of its colours or details."""
    progressive, colours, scans, seen = False, 0, 0, dict[tuple[int, int], int]()
    for marker, body in _segments(content):
        if marker == _END:
            return _SCANS if _lacks_scans(seen, colours, progressive) else ""
        if marker in _SEQUENTIAL or marker == _PROGRESSIVE:
            progressive, colours = marker == _PROGRESSIVE, body[5] if len(body) > 5 else 0
        elif marker == _SCAN:
            scans += 1
            if scans > _MAX_SCANS:
                return f"has more than {_MAX_SCANS} scans"
            _note_scan(body, seen)
    return _CUT_OFF


def _segments(content: bytes) -> Iterator[tuple[int, bytes]]:
    """The markers of a JPEG with what follows them, to the end of the picture or of the file."""
    at = content.find(b"\xff", 2)
    while 0 <= at < len(content) - 1:
        marker = content[at + 1]
        if marker in (0x00, 0xFF) or marker in _BARE:
            # A byte of a scan, a fill byte, or the restart of a scan.
            at = content.find(b"\xff", at + (1 if marker == 0xFF else 2))
            continue
        length = int.from_bytes(content[at + 2 : at + 4], "big") if marker != _END else 0
        yield marker, content[at + 4 : at + 2 + length]
        if marker == _END:
            return
        at = content.find(b"\xff", at + 2 + length)


def _note_scan(body: bytes, seen: dict[tuple[int, int], int]) -> None:
    """Note which coefficients of which colours a scan has, and the lowest bit that it has."""
    count = body[0] if body else 0
    if len(body) < 4 + 2 * count:
        return
    first, last, low = body[1 + 2 * count], body[2 + 2 * count], body[3 + 2 * count] & 15
    for number in range(count):
        for coefficient in range(first, min(last, 63) + 1):
            key = body[1 + 2 * number], coefficient
            seen[key] = min(low, seen.get(key, low))


def _lacks_scans(seen: Mapping[tuple[int, int], int], colours: int, progressive: bool) -> bool:
    """Whether the scans of a JPEG leave out a colour, a detail, or the last bits of one."""
    found = {colour for colour, _ in seen}
    if len(found) < colours or not found:
        return True
    needed = range(64) if progressive else range(1)
    return any(seen.get((colour, each), 1) for colour in found for each in needed)


def _corrupt_jpeg(content: bytes) -> str:
    """Whether the data of a JPEG does not fill its picture, or cannot be read somewhere: Pillow
    draws grey there, and qpdf tells.
    """
    import pikepdf

    with pikepdf.new() as pdf:
        stream = pikepdf.Stream(pdf, content, Filter=pikepdf.Name.DCTDecode)
        try:
            stream.read_bytes(decode_level=pikepdf.StreamDecodeLevel.all)
        except Exception:
            return "is damaged: a part of the picture cannot be read"
    return ""
