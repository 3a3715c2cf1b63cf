"""The pictures of a book as files that any browser and e-reader may open."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring

from printgen.content.models import MAX_PIXELS
from printgen.export import ExportError
from printgen.export.ebooks.markup import write
from printgen.export.ebooks.normalise import rename
from printgen.layout.resources import Resources, prepare_picture
from printgen.layout.sanitize import SVG, TooDeep, sanitize_svg
from printgen.problems import Position, Problem
from printgen.project import Folders

# No screen shows more of a picture within a column of text.
MAX_SIDE = 1600

# With its copies.
MAX_DRAWN = 100_000

MAX_DRAWING_BYTES = 3_000_000

_QUALITY = 86

KINDS = {".svg": "image/svg+xml", ".jpg": "image/jpeg", ".png": "image/png"}


class Illustrations:
    """The pictures of one project, each read once."""

    def __init__(self, folders: Folders):
        self._folders = folders
        self._resources = Resources(folders)
        self._made: dict[tuple[str, ...], tuple[str, bytes]] = {}

    def picture(self, url: str, *under: str) -> tuple[str, bytes]:
        """What kind of file a picture is (its suffix), and the file. Drawings that lie `under` it
        become one with it. Raises ExportError.
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
    """An SVG file without anything that runs, is fetched, or grows when it is drawn.

    Raises ValueError for what is none, ParseError for what is no XML.
    """
    if path.suffix.lower() != ".svg" or path.stat().st_size > MAX_DRAWING_BYTES:
        raise ValueError("the drawing is too big")
    text = path.read_text(encoding="utf-8-sig")
    # What a document type declares may grow without bounds.
    if "<!doctype" in text.lower() or "<!entity" in text.lower():
        raise ValueError("a drawing has no document type")
    drawing = sanitize_svg(fromstring(text))  # noqa: S314 - nothing in it grows
    if drawing is None:
        raise ValueError("it is not an SVG drawing")
    if _drawn(drawing) > MAX_DRAWN:
        raise ValueError(f"with its copies the drawing has over {MAX_DRAWN:,} parts")
    return drawing


def _drawn(drawing: Element) -> int:
    """How many elements are drawn, copies (`use`) and copies in copies counted. Of one that holds
    itself, more than can be."""
    named = {element.get("id"): element for element in drawing.iter() if element.get("id")}
    known: dict[Element, int] = {}

    def count(element: Element) -> int:
        if element not in known:
            # Who comes back here holds itself.
            known[element] = MAX_DRAWN + 1
            parts = list(element)
            if element.tag == f"{SVG}use":
                copied = named.get((element.get("href") or "").removeprefix("#"))
                parts += [] if copied is None else [copied]
            known[element] = 1 + sum(map(count, parts))
        return known[element]

    try:
        return count(drawing)
    except RecursionError:
        return MAX_DRAWN + 1


def _fault(file: str, why: str) -> ExportError:
    return ExportError([Problem(Position(file), "picture-invalid", why)])


def _merged(layers: list[Element]) -> Element:
    """Drawings of one size as one, the last on top."""
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
    """A photograph no larger than a screen wants it, as JPEG, or as PNG where it lets through what
    lies behind it.
    """
    from PIL import Image

    content, _ = prepare_picture(path.read_bytes(), "")
    with Image.open(BytesIO(content), formats=("PNG", "JPEG", "WEBP")) as opened:
        if opened.width * opened.height > MAX_PIXELS:
            raise ValueError("the picture has too many pixels")
        suffix = ".jpg" if opened.format == "JPEG" else ".png"
        if max(opened.size) <= MAX_SIDE and opened.format in ("JPEG", "PNG"):
            return suffix, content
        mode = "RGB" if suffix == ".jpg" else "RGBA"
        picture = opened.convert(mode)
        picture.thumbnail((MAX_SIDE, MAX_SIDE))
        buffer = BytesIO()
        if suffix == ".jpg":
            picture.save(buffer, "JPEG", quality=_QUALITY)
        else:
            picture.save(buffer, "PNG", optimize=True)
        return suffix, buffer.getvalue()
