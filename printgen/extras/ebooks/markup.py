"""Elements of e-books: HTML of templates normalised and written as HTML or XHTML, and drawings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring

from printgen.content.drawing_features import local_name
from printgen.content.drawings import FileLink, drawing_links
from printgen.content.limits import MAX_PICTURE_BYTES
from printgen.content.pictures import open_photo, prepare_picture
from printgen.extras.exports.channels import ExportError
from printgen.layout.files import MEDIA_TYPES as FILE_TYPES
from printgen.layout.files import Files
from printgen.layout.plain_drawings import is_plain
from printgen.layout.resvg import drawing_size, drawn_pixels
from printgen.layout.sanitize import SVG, TooDeep, sanitize_svg
from printgen.problems import Position, Problem
from printgen.project import Folders
from printgen.reading import read_whole
from printgen.sealing.decoding import CannotDecode, decoded, is_shipped

# --- serialise elements as HTML or XHTML ----------------------------------------------------------


_VOID = {"br", "col", "hr", "img", "wbr"}

_SVG_SPACE = "http://www.w3.org/2000/svg"

_TEXT = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"}

_QUOTED = {**_TEXT, ord('"'): "&quot;", ord("\n"): "&#10;", ord("\t"): "&#9;"}


def write(elements: Iterable[Element], xml: bool = False) -> str:
    """Elements as HTML, or as XHTML if `xml`."""
    return "".join(part for element in elements for part in _written(element, xml, False))


def _written(element: Element, xml: bool, within: bool) -> Iterator[str]:
    drawn = element.tag.startswith(SVG)
    name = element.tag.removeprefix(SVG)
    yield f"<{name}"
    if drawn and not within:
        yield f' xmlns="{_SVG_SPACE}"'
    for key, value in element.attrib.items():
        # Attributes without a value are valid in HTML only.
        yield f' {key}="{value.translate(_QUOTED)}"'
    if not len(element) and not element.text and (drawn or (xml and name in _VOID)):
        yield "/>"
    elif name in _VOID and not drawn:
        yield ">"
    else:
        yield ">"
        yield (element.text or "").translate(_TEXT)
        for child in element:
            yield from _written(child, xml, drawn)
        yield f"</{name}>"
    yield (element.tail or "").translate(_TEXT)


def squeeze(html: str) -> str:
    """HTML without the blank lines that templates leave."""
    return re.sub(r"\n\s*\n+", "\n", html)


def characters(*texts: str) -> str:
    """The characters of some texts, with their capitals."""
    shown = {c for c in set().union(*texts) if c.isprintable()} | {"\u00a0", "\u202f"}
    return "".join(sorted({*shown, *"".join(sorted(shown)).upper()}))


# --- normalise the HTML of a book's sections: ids, references, heading levels, footnotes ----------


_HEADING = re.compile(r"h([1-6])")

# Punctuation that may not start a line.
_CLOSING = re.compile("[\u00a0\u202f]?[,.;:!?…»”)\\]]+")

_CHIPS = {"card", "die", "symbol", "pip", "sum"}

_OWN_URL = re.compile(r"url\(\s*['\"]?#([^'\")\s]*)['\"]?\s*\)")


# Ids of the page template.
_RESERVED = {"page_contents", "page_text", "page_here", "page_light"}


# A section's id and elements.
Section = tuple[str, list[Element]]


def normalise(sections: list[Section], labels: Mapping[str, str]) -> None:
    """Normalise the sections of a book in place."""
    _make_ids_unique(sections)
    for id, elements in sections:
        # The first heading is the only h1, without skipped levels below it.
        above: list[int] = []
        for number, head in enumerate(e for e in every(elements) if _HEADING.fullmatch(e.tag)):
            level = max(int(head.tag[1]), 2 if number else 1)
            above = [other for other in above if other < level] + [level]
            head.tag = f"h{len(above)}"
        _gather_notes(id, elements, labels)
        for element in list(every(elements)):
            _write_reference(element)
            _keep_together(element)
            # Tables written in chapters do not say what their heads are the heads of.
            for row in element.iter("tr") if element.tag == "table" else ():
                only_heads = row.find("td") is None
                for cell in row.findall("th"):
                    if not cell.get("scope"):
                        cell.set("scope", "col" if only_heads else "row")
    whole = [element for _, elements in sections for element in every(elements)]
    known = {id for id, _ in sections} | {e.attrib["id"] for e in whole if "id" in e.attrib}
    for element in whole:
        _normalise_element(element, known)


def every(elements: Iterable[Element]) -> Iterator[Element]:
    """The elements and all their descendants."""
    for element in elements:
        yield from element.iter()


def demote(elements: Iterable[Element]) -> None:
    """Lower headings by one level."""
    for element in every(elements):
        match = _HEADING.fullmatch(element.tag)
        if match:
            element.tag = f"h{min(6, int(match[1]) + 1)}"


def _make_ids_unique(sections: list[Section]) -> None:
    """Make ids unique: prefix the ids within drawings, keep the first of other duplicates."""
    used = {id for id, _ in sections} | _RESERVED
    drawings = 0
    for _, elements in sections:
        inner: set[int] = set()
        for element in every(elements):
            if id(element) in inner:
                continue
            if element.tag == f"{SVG}svg":
                drawings += 1
                within = [child for child in element.iter() if child is not element]
                inner |= set(map(id, within))
                rename(within, f"d{drawings}-")
                used |= {child.get("id", "") for child in within}
            name = element.get("id")
            if name in used:
                del element.attrib["id"]
            elif name:
                used.add(name)


def rename(elements: list[Element], prefix: str) -> None:
    """Prefix the ids within a drawing and their references."""
    own = {element.attrib["id"] for element in elements if "id" in element.attrib}
    taken: set[str] = set()
    for element in elements:
        for key, value in list(element.attrib.items()):
            if key == "id":
                if value in taken:
                    del element.attrib["id"]
                else:
                    taken.add(value)
                    element.set("id", prefix + value)
            elif key == "href":
                if value[1:] in own:
                    element.set("href", f"#{prefix}{value[1:]}")
                else:
                    del element.attrib["href"]
            elif "url" in value:
                element.set(key, _OWN_URL.sub(lambda match: f"url(#{prefix}{match[1]})", value))


def _gather_notes(section: str, elements: list[Element], labels: Mapping[str, str]) -> None:
    """Move footnotes to the end of their section, with links in both directions."""
    calls = [e for e in every(elements) if "footnote" in e.get("class", "").split()]
    if not calls:
        return
    notes = Element("div", {"class": "notes"})
    for number, call in enumerate(calls, start=1):
        name = f"{section}_{number}"
        note = SubElement(notes, "aside", {"class": "note", "id": f"note_{name}"})
        note.set("role", "doc-footnote")
        line = SubElement(note, "p")
        mark = SubElement(line, "a", {"href": f"#call_{name}", "role": "doc-backlink"})
        mark.set("aria-label", f"{number}. {labels['back_to_text']}")
        mark.text, mark.tail = f"{number}.", " " + (call.text or "")
        line.extend(list(call))
        for child in list(call):
            call.remove(child)
        call.tag, call.text = "sup", None
        call.attrib.clear()
        call.set("class", "call")
        link = SubElement(call, "a", {"id": f"call_{name}", "href": f"#note_{name}"})
        link.set("role", "doc-noteref")
        link.text = str(number)
    elements.append(notes)


def _write_reference(link: Element) -> None:
    """Write the section that a reference leads to behind its text; screens have no pages."""
    number = link.attrib.pop("data-near", "").strip()
    if link.attrib.pop("data-far", "") and link.tag == "a":
        link.attrib.pop("id", None)
        text = f"\u00a0{number}" if number else ""
        if len(link):
            link[-1].tail = (link[-1].tail or "") + text
        else:
            link.text = (link.text or "") + text


def _keep_together(parent: Element) -> None:
    """Keep cards and dice on one line with the punctuation after them."""
    for index, child in enumerate(list(parent)):
        match = _CLOSING.match(child.tail or "")
        if match and _CHIPS & set(child.get("class", "").split()):
            kept = Element("span", {"class": "kept"})
            kept.append(child)
            kept.tail = (child.tail or "")[match.end() :]
            child.tail = match[0]
            parent[index] = kept


def _normalise_element(element: Element, known: set[str]) -> None:
    """Remove dangling references; mark pictures without a description as decorative."""
    href = element.get("href", "")
    if element.tag == "a" and (not href or (href.startswith("#") and href[1:] not in known)):
        element.tag = "span"
        element.attrib.pop("href", None)
        element.attrib.pop("role", None)
    if element.get("aria-labelledby", "") not in known:
        element.attrib.pop("aria-labelledby", None)
    if element.tag == "img":
        element.attrib.setdefault("alt", "")
    elif element.tag == f"{SVG}svg" and not element.get("aria-label"):
        element.attrib.pop("role", None)
        element.set("aria-hidden", "true")


# --- illustrations: sanitised SVG, and photographs at screen size ---------------------------------


# Maximum side of a photograph in pixels: no screen shows more in a text column.
MAX_SIDE = 1600

# Maximum number of elements in a drawing, copies (`use`) included.
MAX_ELEMENTS = 100_000

MAX_DRAWING_BYTES = 3_000_000

# Media types by suffix.
MEDIA_TYPES = {".svg": "image/svg+xml", ".jpg": "image/jpeg", ".png": "image/png"}


# The quality of photos as JPEG.
_SCREEN_QUALITY = 86


def for_screen(content: bytes, side: int) -> tuple[str, bytes]:
    """The suffix and the content of a photo whose sides have at most `side` pixels: JPEG, or PNG if
    it has transparency. Raises ValueError when it is truncated or has too many pixels.
    """
    content, kind = prepare_picture(content)
    with open_photo(content) as photo:
        suffix = ".jpg" if kind == "image/jpeg" else ".png"
        if max(photo.size) <= side and kind != "image/webp":
            return suffix, content
        picture = photo.convert("RGB" if suffix == ".jpg" else "RGBA")
        picture.thumbnail((side, side))
        buffer = BytesIO()
        if suffix == ".jpg":
            picture.save(buffer, "JPEG", quality=_SCREEN_QUALITY)
        else:
            picture.save(buffer, "PNG", optimize=True)
        return suffix, buffer.getvalue()


class Illustrations:
    """The illustrations of a project, each read once."""

    def __init__(self, folders: Folders):
        # Imported here: the process that draws does without WeasyPrint.
        from printgen.layout.typesetter import Resources

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
                if len(paths) == 1 and not is_shipped(path) and decoded(path, _loses, layers[0]):
                    return ".png", self._pixels(path, layers[0])
                return ".svg", decoded(owner, merged_drawing, layers)
            return decoded(owner, for_screen, read_whole(path, MAX_PICTURE_BYTES), MAX_SIDE)
        except (ValueError, OSError, SyntaxError, CannotDecode) as error:
            where = Position(self._folders.relative(path))
            why = f"{path.name}: {error}"
            raise ExportError([Problem(where, "picture-invalid", why)]) from error

    def _pixels(self, path: Path, content: bytes) -> bytes:
        """A drawing as PNG, with the pictures that it shows."""
        shown: dict[str, tuple[bytes, str]] = {}
        for link in decoded(path, drawing_links, content):
            if isinstance(link, FileLink):
                file = self._folders.inside(path.parent, link.file)
                kind = FILE_TYPES.get(file.suffix.lower(), "")
                shown[link.file] = read_whole(file, MAX_PICTURE_BYTES), kind
        return decoded(path, _png, content, shown)

    def _find(self, url: str) -> Path:
        try:
            return self._resources.find(url)
        except ValueError as error:
            where = Position("templates")
            raise ExportError([Problem(where, "picture-invalid", str(error))]) from error


def _loses(content: bytes) -> bool:
    """Whether a drawing would lose something if it were sanitised."""
    root = fromstring(content)  # noqa: S314 - the drawing is checked
    styled = any("style" in (local_name(each), *each.attrib) for each in root.iter())
    return styled or not is_plain(root)


def _png(content: bytes, shown: dict[str, tuple[bytes, str]]) -> bytes:
    """A drawing as PNG, as wide or as high as a screen shows it. Raises ValueError."""
    root = fromstring(content)  # noqa: S314 - the drawing is checked
    width, height = drawing_size(root)
    scale = MAX_SIDE / max(width, height)
    pixels = max(1, round(width * scale)), max(1, round(height * scale))
    return drawn_pixels(root, (width, height), pixels, lambda link: shown.get(unquote(link)))


def merged_drawing(contents: list[bytes]) -> bytes:
    """The SVG of drawings of one size; the last one is on top. Raises ValueError if one of them is
    not an acceptable drawing.
    """
    try:
        layers = [read_drawing(each) for each in contents]
        whole = layers[-1]
        if len(layers) > 1:
            whole = Element(f"{SVG}svg", {"viewBox": whole.get("viewBox", "0 0 100 100")})
            for number, layer in enumerate(layers):
                rename(list(layer.iter()), f"p{number}-")
                SubElement(whole, f"{SVG}g").extend(list(layer))
        return write([whole], xml=True).encode()
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
