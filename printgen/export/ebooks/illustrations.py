"""The illustrations of an e-book: sanitised SVG, and photographs at screen size."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring

from printgen.content.limits import MAX_PICTURE_BYTES, MAX_PIXELS
from printgen.export import ExportError
from printgen.export.ebooks.markup import write
from printgen.export.ebooks.normalise import rename
from printgen.layout.files import Files
from printgen.layout.resources import Resources, prepare_picture
from printgen.layout.sanitize import SVG, TooDeep, sanitize_svg
from printgen.problems import Position, Problem
from printgen.project import Folders
from printgen.reading import FileTooBig, read_text, read_whole

# Maximum side of a photograph in pixels: no screen shows more in a text column.
MAX_SIDE = 1600

# Maximum number of elements in a drawing, copies (`use`) included.
MAX_ELEMENTS = 100_000

MAX_DRAWING_BYTES = 3_000_000

_JPEG_QUALITY = 86

# Media types by suffix.
MEDIA_TYPES = {".svg": "image/svg+xml", ".jpg": "image/jpeg", ".png": "image/png"}


class Illustrations:
    """The illustrations of a project, each read once."""

    def __init__(self, folders: Folders):
        self._folders = folders
        self._resources = Resources(Files(folders))
        self._made: dict[tuple[str, ...], tuple[str, bytes]] = {}

    def picture(self, url: str, *under: str) -> tuple[str, bytes]:
        """The suffix and the content of a picture, merged with the drawings `under` it.

        Raises ExportError.
        """
        key = (url, *under)
        if key not in self._made:
            self._made[key] = self._make(url, under)
        return self._made[key]

    def _make(self, url: str, under: tuple[str, ...]) -> tuple[str, bytes]:
        path = self._find(url)
        try:
            if path.suffix.lower() == ".svg":
                layers = [read_drawing(self._find(other)) for other in under]
                drawing = _merged([*layers, read_drawing(path)])
                return ".svg", write([drawing], xml=True).encode()
            return _scaled(path)
        except (ValueError, OSError, ParseError, SyntaxError, TooDeep) as error:
            why = f"{path.name}: {error}"
            raise _fault(self._folders.relative(path), why) from error

    def _find(self, url: str) -> Path:
        try:
            return self._resources.find(url)
        except ValueError as error:
            raise _fault("templates", str(error)) from error


def read_drawing(path: Path) -> Element:
    """Read an SVG file without scripts, external resources or excessive copies.

    Raises ValueError if it is not an acceptable SVG drawing, ParseError if it is not XML, OSError
    if it cannot be read.
    """
    try:
        text = read_text(path, MAX_DRAWING_BYTES, "utf-8-sig")
    except FileTooBig as error:
        raise ValueError("the drawing is too large") from error
    # Entities of a document type could expand without limit.
    if "<!doctype" in text.lower() or "<!entity" in text.lower():
        raise ValueError("a drawing may not have a document type")
    drawing = sanitize_svg(fromstring(text))  # noqa: S314 - no entities
    if drawing is None:
        raise ValueError("not an SVG drawing")
    if _drawn(drawing) > MAX_ELEMENTS:
        raise ValueError(f"the drawing has more than {MAX_ELEMENTS:,} elements, copies included")
    return drawing


def _drawn(drawing: Element) -> int:
    """The number of elements drawn, nested copies (`use`) included.

    More than MAX_ELEMENTS if a copy contains itself.
    """
    named = {element.get("id"): element for element in drawing.iter() if element.get("id")}
    known: dict[Element, int] = {}

    def count(element: Element) -> int:
        if element not in known:
            # A recursive copy finds this value.
            known[element] = MAX_ELEMENTS + 1
            parts = list(element)
            if element.tag == f"{SVG}use":
                copied = named.get((element.get("href") or "").removeprefix("#"))
                parts += [] if copied is None else [copied]
            known[element] = 1 + sum(map(count, parts))
        return known[element]

    try:
        return count(drawing)
    except RecursionError:
        return MAX_ELEMENTS + 1


def _fault(file: str, why: str) -> ExportError:
    return ExportError([Problem(Position(file), "picture-invalid", why)])


def _merged(layers: list[Element]) -> Element:
    """Merge drawings of one size; the last one is on top."""
    top = layers[-1]
    if len(layers) == 1:
        return top
    whole = Element(f"{SVG}svg", {"viewBox": top.get("viewBox", "0 0 100 100")})
    for number, layer in enumerate(layers):
        rename(list(layer.iter()), f"p{number}-")
        group = SubElement(whole, f"{SVG}g")
        group.extend(list(layer))
    return whole


def _scaled(path: Path) -> tuple[str, bytes]:
    """A photograph of at most MAX_SIDE pixels: JPEG, or PNG if it has transparency."""
    from PIL import Image

    content, _ = prepare_picture(read_whole(path, MAX_PICTURE_BYTES), "")
    with Image.open(BytesIO(content), formats=("PNG", "JPEG", "WEBP")) as opened:
        if opened.width * opened.height > MAX_PIXELS:
            raise ValueError(f"the picture has more than {MAX_PIXELS:,} pixels")
        suffix = ".jpg" if opened.format == "JPEG" else ".png"
        if max(opened.size) <= MAX_SIDE and opened.format in ("JPEG", "PNG"):
            return suffix, content
        mode = "RGB" if suffix == ".jpg" else "RGBA"
        picture = opened.convert(mode)
        picture.thumbnail((MAX_SIDE, MAX_SIDE))
        buffer = BytesIO()
        if suffix == ".jpg":
            picture.save(buffer, "JPEG", quality=_JPEG_QUALITY)
        else:
            picture.save(buffer, "PNG", optimize=True)
        return suffix, buffer.getvalue()
