"""Picture files: why one cannot be printed, and photos for pages, screens and maps."""

from __future__ import annotations

import warnings
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING

from printgen.content.limits import MAX_PIXELS
from printgen.content.picture_colours import PNG, Colours, early_parts, is_hdr, png_parts

if TYPE_CHECKING:
    from PIL.Image import Image


# How files of other formats begin, and what they are.
_OTHERS = (
    (b"8BPS", "a Photoshop file"),
    (b"%PDF", "a PDF file"),
    (b"PK\3\4", "a ZIP archive or an office file"),
    (b"<svg", "an SVG drawing: name it .svg"),
    (b"<?xml", "an XML file: name a drawing .svg"),
    (b"<!DOCTYPE", "a web page"),
    (b"<html", "a web page"),
    (b"version https://", "the placeholder of a file in Git LFS: run `git lfs pull`"),
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
    """What a file that is no photo is, by its first bytes."""
    if not start:
        return PictureFault("is an empty file")
    for signature, kind in _OTHERS:
        if start.startswith(signature):
            return PictureFault(_NO_PHOTO, f"it is {kind}")
    if start[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypmsf1"):
        return PictureFault(_NO_PHOTO, "it is a HEIC picture: save it as JPEG")
    return PictureFault(_NO_PHOTO, "open it and save it again as PNG or JPEG")


_NO_PHOTO = "is no picture that can be read"


# --- photos for pages, screens and maps: functions of their bytes ---------------------------------
#
# They are called in a sealed process.


# WeasyPrint compresses a PNG each time it writes it: 50 times slower than copying a JPEG.
JPEG_QUALITY = 92

# The qualities of small pictures, the first that is small enough counts.
_QUALITIES = (88, 70, 50)


# The formats of photos. The first picture of an animation counts.
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP", "AVIF")

# The tag of EXIF that says how a picture is turned, and what makes it upright.
_ORIENTATION = 0x0112
_UPRIGHT = (
    "FLIP_LEFT_RIGHT", "ROTATE_180", "FLIP_TOP_BOTTOM", "TRANSPOSE", "ROTATE_270", "TRANSVERSE",
    "ROTATE_90",
)  # fmt: skip

# Modes of pixels that have no common range of values.
_ODD_MODES = ("I", "F", "LAB", "HSV")


# A note on a picture that is not what other readers make of its file: it has texts that are larger
# than any picture needs, or its colours are understood in two ways.
_REWRITTEN = "rewritten"


def opened(content: bytes) -> Image:
    """A photo that is read by its header. Raises what Pillow raises."""
    from PIL import Image

    with warnings.catch_warnings():
        # Callers check its size.
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            picture = Image.open(BytesIO(content), formats=FORMATS)
        except ValueError:
            # Texts or a profile of a PNG that are larger than any picture needs.
            if not content.startswith(PNG):
                raise
            picture = Image.open(BytesIO(_without_texts(content)), formats=FORMATS)
            picture.info[_REWRITTEN] = True
    clear = picture.info.get("transparency")
    if picture.format == "PNG" and content[25] == 0 and content[24] in (2, 4) and clear:
        # Pillow scales the greys, but not the grey that is clear.
        picture.info["transparency"] = clear * 255 // (2 ** content[24] - 1)
        picture.info[_REWRITTEN] = True
    if picture.format == "JPEG" and picture.mode == "RGB":
        adobe = picture.info.get("adobe_transform")
        named = [layer[0] for layer in getattr(picture, "layer", ())] == [*b"RGB"]
        if (adobe == 0 and "jfif" in picture.info) or (adobe is None and named):
            # Readers of PDF heed the note of Adobe alone.
            picture.info[_REWRITTEN] = True
    return picture


def _without_texts(content: bytes) -> bytes:
    """A PNG without the parts that are compressed beside its pixels."""
    kept, at = [content[: len(PNG)]], len(PNG)
    for name, _ in png_parts(content):
        end = at + 12 + int.from_bytes(content[at : at + 4], "big")
        if name not in (b"zTXt", b"iTXt", b"iCCP"):
            kept.append(content[at:end])
        at = end
    return b"".join(kept)


def open_photo(content: bytes) -> Image:
    """A photo that is read by its header. Raises ValueError for another file, and for one with too
    many pixels or with pixels that cannot be printed.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        picture = opened(content)
    except UnidentifiedImageError:
        raise ValueError("it is no picture that can be read") from None
    except Image.DecompressionBombError:
        raise ValueError("the picture has too many pixels") from None
    fault = pixel_fault(picture, content)
    if fault or picture.width * picture.height > MAX_PIXELS:
        picture.close()
        raise ValueError(f"it {fault.reason}" if fault else "the picture has too many pixels")
    return picture


def pixel_fault(picture: Image, content: bytes) -> PictureFault | None:
    """Why the pixels of a photo cannot be printed as they are meant; None if they can."""
    parts = early_parts(content)
    deep = parts.get(b"IHDR", b"")[8:10] == b"\x10\x02" and b"tRNS" in parts
    # A BMP of 16 bits with a mask for transparency, which Pillow leaves out.
    clear = picture.format == "BMP" and content[28:30] == b"\x10\0" and _clear_mask(content)
    if picture.mode in _ODD_MODES or deep or clear:
        return PictureFault("has pixels of an unusual kind", "save it as RGB with 8 bits")
    if is_hdr(content):
        return PictureFault("has the colours of HDR", "save it as a usual picture (sRGB)")
    return None


def _clear_mask(bmp: bytes) -> bool:
    """Whether a BMP has a mask for transparency, behind those of its colours."""
    return bmp[14] >= 56 and bmp[30] == 3 and any(bmp[66:70])


def turn_of(picture: Image, content: bytes) -> int:
    """How a photo is stored, as EXIF numbers it: 1 is upright, from 5 on it lies on its side."""
    from PIL import Image

    with suppress(Exception):  # Pillow raises whatever the bytes lead it to.
        if picture.format == "TIFF":
            return 1  # Pillow has turned it.
        exif = Image.Exif()
        exif.load(early_parts(content).get(b"eXIf") or picture.info.get("exif", b""))
        found = exif.get(_ORIENTATION)
        return found if isinstance(found, int) and 1 <= found <= 8 else 1
    return 1


def upright_size(picture: Image, content: bytes) -> tuple[int, int]:
    """The width and height of a photo as it is shown."""
    size = picture.size
    return size if turn_of(picture, content) < 5 else size[::-1]


def shown(content: bytes) -> Image:
    """A photo as browsers show it: upright, in sRGB, with a byte for each of grey, or of red, green
    and blue, and of transparency. Raises ValueError, OSError and SyntaxError.
    """
    with open_photo(content) as picture:
        turn, colours = turn_of(picture, content), Colours(picture, content)
        picture.load()
        return _shown(picture, turn, colours)


def _shown(picture: Image, turn: int, colours: Colours) -> Image:
    from PIL import Image

    base, alpha = picture, None
    clear = picture.info.get("transparency")
    if picture.mode.startswith("I;16"):
        import numpy as np

        deep = np.asarray(picture)
        base = Image.fromarray((deep >> 8).astype(np.uint8))
        if isinstance(clear, int):
            alpha = Image.fromarray(np.where(deep == clear, 0, 255).astype(np.uint8))
    elif clear is not None or picture.mode in ("LA", "PA", "La", "RGBA", "RGBa"):
        mode = "LA" if picture.mode == "LA" else "RGBA"
        base = picture.convert(mode)
        alpha, base = base.getchannel("A"), base.convert(mode[:-1])
    elif picture.mode not in ("L", "RGB", "CMYK"):
        base = picture.convert("L" if picture.mode == "1" else "RGB")
    base = colours.to_srgb(base)
    if alpha:
        base.putalpha(alpha)
    return base.transpose(Image.Transpose[_UPRIGHT[turn - 2]]) if turn > 1 else base


def shown_for_inks(content: bytes) -> bytes:
    """The digest of what pages show of an upright JPEG of four inks; empty for other photos. Raises
    ValueError, OSError and SyntaxError.
    """
    with open_photo(content) as picture:
        has_inks = picture.mode == "CMYK" and "APP14" in getattr(picture, "app", {})
        if not has_inks or turn_of(picture, content) > 1:
            return b""
    return sha256(prepare_picture(content)[0]).digest()


def pixels(content: bytes) -> tuple[tuple[int, int], bytes]:
    """The size of a photo, and its pixels without transparency: a byte for each of red, green and
    blue. Raises ValueError, OSError and SyntaxError.
    """
    picture = shown(content)
    return picture.size, picture.convert("RGB").tobytes()


def sound_jpeg(content: bytes) -> bytes:
    """A JPEG as `prepare_picture` makes it. Raises ValueError, OSError and SyntaxError if it cannot
    be decoded.
    """
    content, _ = prepare_picture(content)
    with open_photo(content) as picture:
        picture.load()
    return content


def contained(content: bytes, size: tuple[int, int]) -> tuple[tuple[int, int], bytes]:
    """As `pixels`, of a photo that is resized to fit into a size (pixels)."""
    from PIL import Image, ImageOps

    picture = ImageOps.contain(shown(content).convert("RGB"), size, Image.Resampling.LANCZOS)
    return picture.size, picture.tobytes()


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


def prepare_picture(content: bytes) -> tuple[bytes, str]:
    """A photo for pages, and its media type: upright and in sRGB; as a JPEG if it has no
    transparency, otherwise as a PNG or WebP. One that is so keeps its bytes.

    Raises ValueError when it is truncated or has too many pixels.
    """
    from PIL import ImageFile

    with open_photo(content) as picture:
        turn, colours = turn_of(picture, content), Colours(picture, content)
        as_shown = turn == 1 and colours.are_srgb and _REWRITTEN not in picture.info
        if as_shown and picture.format in ("JPEG", "MPO") and picture.mode in ("L", "RGB"):
            if b"\xff\xd9" not in content[-4096:]:
                raise ValueError("the picture is truncated")
            return content, "image/jpeg"
        # WeasyPrint makes Pillow accept truncated pictures.
        accepted, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
        try:
            picture.load()
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = accepted
        clear = "A" in picture.getbands() or "transparency" in picture.info
        plain = as_shown and picture.mode != "I;16"
        if clear and plain and picture.format in ("PNG", "WEBP"):
            return content, f"image/{picture.format.lower()}"
        done = _shown(picture, turn, colours)
    buffer = BytesIO()
    if "A" in done.getbands():
        done.save(buffer, "PNG", compress_level=1)
        return buffer.getvalue(), "image/png"
    done.convert("RGB").save(buffer, "JPEG", quality=JPEG_QUALITY, subsampling=0)
    return buffer.getvalue(), "image/jpeg"
