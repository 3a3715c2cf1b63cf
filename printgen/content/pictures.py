"""Picture files: why one cannot be printed, and photos for pages, screens and maps."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from printgen.content.limits import MAX_PIXELS

if TYPE_CHECKING:
    from PIL.Image import Image


# How files of other formats begin, and what they are.
_OTHERS = (
    (b"GIF8", "a GIF picture"),
    (b"BM", "a BMP picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"8BPS", "a Photoshop file"),
    (b"%PDF", "a PDF file"),
    (b"PK\3\4", "a ZIP archive or an office file"),
    (b"<svg", "an SVG drawing: name it .svg"),
    (b"<?xml", "an XML file: name a drawing .svg"),
    (b"<!DOCTYPE", "a web page"),
    (b"<html", "a web page"),
)


@dataclass(frozen=True, slots=True)
class PictureFault:
    """Why a picture cannot be printed, as the end of a sentence about it, and a hint. The fault of
    a drawing may be at a line of its file, from 1.
    """

    reason: str
    hint: str = ""
    line: int = 0


def photo_fault(start: bytes) -> PictureFault:
    """What a file that is no PNG, JPEG or WebP is, by its first bytes."""
    if not start:
        return PictureFault("is an empty file")
    for signature, kind in _OTHERS:
        if start.startswith(signature):
            return PictureFault("is no PNG, JPEG or WebP", f"it is {kind}")
    if start[4:12] in (b"ftypheic", b"ftypavif", b"ftypmif1"):
        return PictureFault("is no PNG, JPEG or WebP", "save it as JPEG")
    return PictureFault("is no PNG, JPEG or WebP", "open it and save it again as one of them")


# --- photos for pages, screens and maps: functions of their bytes ---------------------------------
#
# They are called in a sealed process.


# WeasyPrint compresses a PNG each time it writes it: 50 times slower than copying a JPEG.
JPEG_QUALITY = 92

# The quality of photos for screens.
_SCREEN_QUALITY = 86

# The qualities of small pictures, the first that is small enough counts.
_QUALITIES = (88, 70, 50)


def open_photo(content: bytes) -> Image:
    """A PNG, JPEG or WebP that is read by its header. Raises ValueError for another file, and for
    one with too many pixels.
    """
    from PIL import Image, UnidentifiedImageError

    with warnings.catch_warnings():
        # Its size is checked below.
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            picture = Image.open(BytesIO(content), formats=("PNG", "JPEG", "WEBP"))
        except UnidentifiedImageError:
            raise ValueError("it is no PNG, JPEG or WebP that can be read") from None
        except Image.DecompressionBombError:
            raise ValueError("the picture has too many pixels") from None
    if picture.width * picture.height > MAX_PIXELS:
        picture.close()
        raise ValueError("the picture has too many pixels")
    return picture


def pixels(content: bytes) -> tuple[tuple[int, int], bytes]:
    """The size of a photo, and its pixels without transparency: a byte for each of red, green and
    blue. Raises ValueError, OSError and SyntaxError.
    """
    with open_photo(content) as picture:
        return picture.size, picture.convert("RGB").tobytes()


def sound_jpeg(content: bytes) -> bytes:
    """A JPEG as it is. Raises ValueError, OSError and SyntaxError if it cannot be decoded."""
    with open_photo(content) as picture:
        picture.load()
    return content


def contained(content: bytes, size: tuple[int, int]) -> tuple[tuple[int, int], bytes]:
    """As `pixels`, of a photo that is resized to fit into a size (pixels)."""
    from PIL import Image, ImageOps

    with open_photo(content) as opened:
        picture = ImageOps.contain(opened.convert("RGB"), size, Image.Resampling.LANCZOS)
    return picture.size, picture.tobytes()


def for_screen(content: bytes, side: int) -> tuple[str, bytes]:
    """The suffix and the content of a photo whose sides have at most `side` pixels: JPEG, or PNG if
    it has transparency. Raises ValueError when it is truncated or has too many pixels.
    """
    content, _ = prepare_picture(content, "")
    with open_photo(content) as opened:
        suffix = ".jpg" if opened.format == "JPEG" else ".png"
        if max(opened.size) <= side and opened.format in ("JPEG", "PNG"):
            return suffix, content
        picture = opened.convert("RGB" if suffix == ".jpg" else "RGBA")
        picture.thumbnail((side, side))
        buffer = BytesIO()
        if suffix == ".jpg":
            picture.save(buffer, "JPEG", quality=_SCREEN_QUALITY)
        else:
            picture.save(buffer, "PNG", optimize=True)
        return suffix, buffer.getvalue()


def trimmed(content: bytes, edge: int, most: int) -> bytes | None:
    """A photo without its edge (pixels), as a JPEG of at most `most` bytes; None if it has more in
    any quality.
    """
    with open_photo(content) as picture:
        inner = picture.crop((edge, edge, picture.width - edge, picture.height - edge))
    for quality in _QUALITIES:
        stream = BytesIO()
        inner.save(stream, "JPEG", quality=quality)
        if stream.tell() <= most:
            return stream.getvalue()
    return None


def prepare_picture(content: bytes, kind: str) -> tuple[bytes, str]:
    """Check a picture's size by its header; convert one without transparency to JPEG.

    Returns content and media type. Raises ValueError when it is truncated or has too many pixels.
    """
    from PIL import ImageFile

    with open_photo(content) as picture:
        if picture.format == "JPEG":
            if b"\xff\xd9" not in content[-4096:]:
                raise ValueError("the picture is truncated")
            return content, kind
        # WeasyPrint makes Pillow accept truncated pictures.
        accepted, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
        try:
            picture.load()
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = accepted
        if "A" in picture.getbands() or "transparency" in picture.info:
            return content, kind
        buffer = BytesIO()
        picture.convert("RGB").save(buffer, "JPEG", quality=JPEG_QUALITY, subsampling=0)
        return buffer.getvalue(), "image/jpeg"
