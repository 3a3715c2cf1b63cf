"""What is wrong inside a photo: parts that are missing or damaged, which programs draw anyway."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO

# The start of a PNG.
_PNG = b"\x89PNG\r\n\x1a\n"

# The markers of a JPEG: frames (baseline, extended and progressive), a scan, the end.
_SEQUENTIAL, _PROGRESSIVE, _SCAN, _END = (0xC0, 0xC1), 0xC2, 0xDA, 0xD9

# Markers without a length: those that restart a scan, and a spare one.
_BARE = (*range(0xD0, 0xD9), 0x01)

# Programs write some ten scans. Each of them costs a reader as much as the whole picture.
_MAX_SCANS = 200

_CUT_OFF = "is cut off"
_SCANS = "lacks some of its scans"


def photo_damage(content: bytes) -> str:
    """What is wrong with a PNG, JPEG or WebP whose header can be read, as the end of a sentence
    about it; empty for a whole picture.
    """
    if content.startswith(_PNG):
        return _png_damage(content) or _undecodable(content)
    if content.startswith(b"\xff\xd8"):
        return _jpeg_damage(content) or _corrupt_jpeg(content)
    return _undecodable(content)


def _png_damage(content: bytes) -> str:
    """The first part of a PNG with a wrong checksum, or that the file ends in."""
    at = len(_PNG)
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
    from PIL import Image, ImageFile

    # WeasyPrint makes Pillow accept pictures that are cut off.
    forgiving, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
    try:
        with Image.open(BytesIO(content), formats=("PNG", "JPEG", "WEBP")) as picture:
            picture.load()
    except Exception as error:  # Pillow raises whatever the bytes lead it to.
        return _CUT_OFF if "truncated" in str(error) else "is damaged: its pixels cannot be read"
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
