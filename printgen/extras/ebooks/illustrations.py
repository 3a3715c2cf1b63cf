"""The illustrations of an e-book: sanitised SVG, and photographs at screen size."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring

from printgen.content.limits import MAX_PICTURE_BYTES
from printgen.content.photos import for_screen
from printgen.extras.ebooks.markup import rename, write
from printgen.extras.exports.channels import ExportError
from printgen.layout.files import Files
from printgen.layout.sanitize import SVG, TooDeep, sanitize_svg
from printgen.problems import Position, Problem
from printgen.project import Folders
from printgen.reading import read_whole
from printgen.sealing.decoding import CannotDecode, decoded, is_shipped

# Maximum side of a photograph in pixels: no screen shows more in a text column.
MAX_SIDE = 1600

# Maximum number of elements in a drawing, copies (`use`) included.
MAX_ELEMENTS = 100_000

MAX_DRAWING_BYTES = 3_000_000

# Media types by suffix.
MEDIA_TYPES = {".svg": "image/svg+xml", ".jpg": "image/jpeg", ".png": "image/png"}


class Illustrations:
    """The illustrations of a project, each read once."""

    def __init__(self, folders: Folders):
        # Imported here: the process that draws does without WeasyPrint.
        from printgen.layout.resources import Resources

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
        paths = [*map(self._find, under), self._find(url)]
        path = paths[-1]
        try:
            # What the project draws is decoded in its process, together with printgen's drawings.
            owner = next((each for each in paths if not is_shipped(each)), path)
            if path.suffix.lower() == ".svg":
                layers = [read_whole(each, MAX_DRAWING_BYTES) for each in paths]
                return ".svg", decoded(owner, merged_drawing, layers)
            return decoded(owner, for_screen, read_whole(path, MAX_PICTURE_BYTES), MAX_SIDE)
        except (ValueError, OSError, SyntaxError, CannotDecode) as error:
            why = f"{path.name}: {error}"
            raise _fault(self._folders.relative(path), why) from error

    def _find(self, url: str) -> Path:
        try:
            return self._resources.find(url)
        except ValueError as error:
            raise _fault("templates", str(error)) from error


def merged_drawing(contents: list[bytes]) -> bytes:
    """The SVG of drawings of one size; the last one is on top. Raises ValueError if one of them is
    not an acceptable drawing.
    """
    try:
        return write([_merged([read_drawing(each) for each in contents])], xml=True).encode()
    except (ParseError, TooDeep) as error:
        raise ValueError(str(error)) from None


def read_drawing(content: bytes) -> Element:
    """Read a drawing (SVG) without scripts, external resources or excessive copies.

    Raises ValueError if it is not an acceptable SVG drawing, ParseError if it is not XML.
    """
    text = content.decode("utf-8-sig")
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
