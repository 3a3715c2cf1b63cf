"""Picture files: why one cannot be printed, and photos for pages, screens and maps."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING
from xml.etree import ElementTree
from xml.parsers import expat

from printgen.content.limits import MAX_PIXELS

if TYPE_CHECKING:
    from PIL.Image import Image


# Bytes of a drawing that are read.
MAX_DRAWING_BYTES = 10_000_000

# Elements that a drawing may draw, those that `<use>` and patterns repeat among them.
MAX_DRAWN = 200_000

# Times that a pattern draws its content, at least: it has little sense with fewer tiles.
_TILES = 4

# Characters of a `transform`: WeasyPrint takes time that grows with their square.
_MAX_TRANSFORM = 10_000

# Characters of text in a drawing, several pages full: WeasyPrint places them one by one.
_MAX_TEXT = 20_000

# Characters of all paths of a drawing, which WeasyPrint reads in some seconds.
_MAX_PATHS = 2_000_000

_REFERENCE = re.compile(r"url\(\s*[\"']?#([^\"')]+)")
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_WORD = re.compile(r"[\w-]+|[*:\[]")
_NUMBER = re.compile(r"[\d.]+")

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

_SHAPES = frozenset(
    ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "image", "use")
)

# Elements whose content is drawn only where others refer to it.
_HIDDEN = frozenset(("defs", "symbol", "clipPath", "mask", "pattern", "marker", "metadata"))

_LENGTH = re.compile(r"\s*\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*(px|pt|pc|mm|cm|in|em|ex|q)?\s*", re.I)


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


def drawing_fault(content: bytes) -> PictureFault | None:
    """Why an SVG file cannot be printed; None if it can."""
    if len(content) > MAX_DRAWING_BYTES:
        return PictureFault(f"has more than {MAX_DRAWING_BYTES / 1e6:g} MB")
    if not content.strip():
        return PictureFault("is an empty file")
    try:
        root = ElementTree.fromstring(content)  # noqa: S314 - expat limits the growth of entities
    except ElementTree.ParseError as error:
        line, hint = _unclosed(content) or (error.position[0], str(error).partition(":")[0])
        return PictureFault("is not valid XML", hint, line)
    except (ValueError, LookupError):
        return PictureFault("has an unknown encoding", "save it as UTF-8")
    if name_of(root) != "svg":
        return PictureFault(f"is no SVG drawing, but <{name_of(root)[:20]}>")
    return (
        excess_fault(root)
        or _size_fault(root)
        or (None if _draws(root) else PictureFault("draws nothing"))
    )


def excess_fault(root: ElementTree.Element) -> PictureFault | None:
    """Why a drawing takes too long to lay out or to draw; None if it does not."""
    if repeats_too_often(root):
        return PictureFault("repeats its parts too often", "draw fewer copies and patterns")
    for element in root.iter():
        for key, value in element.items():
            if len(value) > _MAX_TRANSFORM and "transform" in key.lower():
                return PictureFault(f"has a {key} of more than {_MAX_TRANSFORM:,} characters")
    paths = (each.get(key, "") for each in root.iter() for key in ("d", "points"))
    if sum(map(len, paths)) > _MAX_PATHS:
        reason = f"has paths of more than {_MAX_PATHS:,} characters"
        return PictureFault(reason, "simplify them in your drawing program")
    texts = ("".join(each.itertext()) for each in root.iter() if name_of(each) == "text")
    if sum(map(len, texts)) > _MAX_TEXT:
        return PictureFault(f"has texts of more than {_MAX_TEXT:,} characters")
    return None


def repeats_too_often(root: ElementTree.Element) -> bool:
    """Whether a drawing draws more than MAX_DRAWN elements: each `<use>` draws a part again, which
    may have others in it, each pattern draws its content several times, and a marker is drawn at
    each point of a line.
    """
    parts = {element.get("id", ""): element for element in root.iter() if element.get("id")}
    rules = [
        (frozenset(_WORD.findall(selector)), _REFERENCE.findall(style))
        for sheet in root.iter()
        if name_of(sheet) == "style"
        for selector, style in _RULE.findall("".join(sheet.itertext()))
        if "url(" in style
    ]
    counts: dict[ElementTree.Element, int] = {}
    waiting = [root]
    while waiting:
        element = waiting[-1]
        drawn = [*element, *(parts[name] for name in _references(element, rules) if name in parts)]
        # Parts that are being counted use themselves; they are drawn once.
        new = [part for part in drawn if part not in counts]
        counts.setdefault(element, 1)
        if new:
            waiting += new
            continue
        waiting.pop()
        content = sum(counts[part] for part in drawn)
        counts[element] = min(MAX_DRAWN + 1, 1 + _repeats(element, drawn) * content)
    return counts[root] > MAX_DRAWN


def _repeats(element: ElementTree.Element, drawn: Iterable[ElementTree.Element]) -> int:
    """How often an element draws what it draws: a pattern in each tile, markers at each point."""
    if name_of(element) == "pattern":
        return _TILES
    if any(name_of(part) == "marker" for part in drawn):
        return 1 + len(_NUMBER.findall(element.get("points", "") + element.get("d", ""))) // 2
    return 1


def _references(
    element: ElementTree.Element, rules: Sequence[tuple[frozenset[str], Sequence[str]]]
) -> Iterator[str]:
    """The ids of the parts that an element draws, too: what `<use>` repeats, what it is filled or
    marked with. `rules` are the words of selectors, and the ids in their styles. Selectors that are
    more than names, such as `[x]` and `:not(x)`, count for each element.
    """
    names = {
        "*",
        ":",
        "[",
        name_of(element),
        element.get("id", ""),
        *element.get("class", "").split(),
    }
    for words, ids in rules:
        if not names.isdisjoint(words):
            yield from ids
    repeats = name_of(element) == "use"
    for key, value in element.items():
        if repeats and key.rpartition("}")[2] == "href":
            yield value.removeprefix("#")
        elif "url(" in value:
            yield from _REFERENCE.findall(value)


def _unclosed(content: bytes) -> tuple[int, str] | None:
    """The line of the tag that has no partner, and what it lacks; None for another fault."""
    tags = list[tuple[str, int]]()
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, _: tags.append((name, parser.CurrentLineNumber))
    parser.EndElementHandler = lambda name: tags.pop()
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        # Expat is at the name of an end tag that does not match, or at the end of the file.
        ends = expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]
        wrong = expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH]
        if not tags or error.code not in (ends, wrong):
            return None
        name = re.match(rb"[^\s>]*", content[parser.ErrorByteIndex :].removeprefix(b"</"))
        closed = name[0].decode(errors="replace") if name else ""
        if error.code == wrong and closed not in [open_tag for open_tag, _ in tags]:
            return error.lineno, f"</{closed[:20]}> closes no tag"
        return tags[-1][1], f"<{tags[-1][0][:20]}> is not closed"
    return None


def _size_fault(root: ElementTree.Element) -> PictureFault | None:
    """Why a drawing has no size."""
    box = root.get("viewBox")
    if box is None:
        if all(_is_length(root.get(side, "")) for side in ("width", "height")):
            return None
        near = [name for name in root.attrib if name.lower() == "viewbox"]
        hint = f"write viewBox for {near[0]}" if near else 'such as viewBox="0 0 100 100"'
        return PictureFault("has no size (viewBox)", hint)
    try:
        _, _, width, height = map(float, box.replace(",", " ").split())
    except ValueError:
        return PictureFault("has a viewBox that is not four numbers", 'such as "0 0 100 100"')
    return None if width > 0 < height else PictureFault("has a viewBox without width or height")


def _is_length(text: str) -> bool:
    found = _LENGTH.fullmatch(text)
    return found is not None and float(found[1]) > 0


def _draws(root: ElementTree.Element) -> bool:
    """Whether a drawing has a shape, a text or a picture."""
    waiting = [root]
    while waiting:
        found = waiting.pop()
        if name_of(found) in _SHAPES:
            return True
        waiting += [child for child in found if name_of(child) not in _HIDDEN]
    return False


def name_of(element: ElementTree.Element) -> str:
    """The name of an element without its namespace; empty for a comment."""
    return str(element.tag).rpartition("}")[2] if isinstance(element.tag, str) else ""


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
