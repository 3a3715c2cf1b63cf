"""A book as one page of HTML that needs no other file and runs nothing."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from printgen.content.library import Library
from printgen.export import ExportError
from printgen.export.ebooks.cover import cover_picture
from printgen.export.ebooks.ebook import Ebook, EbookPart, View, make_ebook
from printgen.export.ebooks.illustrations import KINDS, Illustrations
from printgen.export.ebooks.markup import squeeze, write
from printgen.export.ebooks.normalise import demote, every
from printgen.export.ebooks.styles import characters, cuts, fonts_drawn, read_sheet
from printgen.layout.templates import environment
from printgen.problems import Position, Problem
from printgen.project import RESOURCE_BASE_URL
from printgen.typography.embed import font_faces
from printgen.typography.text import plain_words

# What a page may hold (bytes): more takes a phone too long.
MAX_PAGE = 40_000_000

COVER = (800, 1280)

# A table with more columns than this is moved sideways on a narrow screen.
NARROW_COLUMNS = 3

_FRAMES = {"plate"}


def web_book(library: Library, game: str, product: str, lang: str) -> bytes:
    """A book as one HTML file: style, fonts and pictures are in it, and it has no script.

    Raises ExportError with the problems of a book that cannot be made.
    """
    book = make_ebook(library, game, product, lang, "web")
    page = _page(library, book, Illustrations(library.folders))
    if len(page) > MAX_PAGE:
        message = f"the page of {game}/{product} has {len(page)} bytes, {MAX_PAGE} at most"
        raise ExportError([Problem(Position(f"content/{game}"), "book-size", message)])
    return page


def _page(library: Library, book: Ebook, illustrations: Illustrations) -> bytes:
    view = book.view
    for part in book.parts:
        if part.kind != "cover":
            demote(part.elements)
        _place_pictures(part.elements, illustrations)
        part.elements = [_framed(element) for element in part.elements]
    _number(e for p in book.parts for e in every(p.elements) if e.get("role") == "region")
    cover = cover_picture(library, view, *COVER)
    imprint = next(part for part in book.parts if part.kind == "imprint")
    template = environment().get_template("_shared/web-page.html.j2")
    shell = {
        "lang": view["lang"],
        "labels": view["labels"],
        "game": view["game"],
        "title": _title(view),
        "parts": [part for part in book.parts if part.kind != "cover"],
        "sections": [_section(part) for part in book.parts if part is not imprint],
        "imprint": write(imprint.elements),
        "cover": _data(".jpg", cover),
    }
    # A first time to know which characters the fonts have to hold.
    bare = template.render(**shell, style="")
    style = _style(library, book, illustrations, bare)
    return (squeeze(template.render(**shell, style=style)).strip() + "\n").encode()


def _title(view: View) -> str:
    return f"{plain_words(view['game']['title'])} – {plain_words(view['title'])}"


def _section(part: EbookPart) -> dict[str, str]:
    name = part.id.removeprefix("chapter_")
    classes = f"chapter chapter-{name}" if part.kind == "chapter" else part.kind
    return {"id": part.id, "classes": classes, "html": write(part.elements)}


def _place_pictures(elements: list[Element], illustrations: Illustrations) -> None:
    """Put pictures into the page. Only drawings turn with the reader's light, not photographs."""
    for element in every(elements):
        if element.tag == "img":
            under = element.attrib.pop("data-under", "").split()
            suffix, content = illustrations.picture(element.attrib["src"], *under)
            element.set("src", _data(suffix, content))
            if suffix == ".svg":
                element.set("class", f"{element.get('class', '')} drawn".strip())


def _data(suffix: str, content: bytes) -> str:
    return f"data:{KINDS[suffix]};base64,{b64encode(content).decode()}"


# --- tables ----------------------------------------------------------------------------------


def _framed(element: Element) -> Element:
    """The element, what is wide within it in boxes that move sideways: tables, maps."""
    for parent in list(element.iter()):
        if parent.tag == "div" and _FRAMES & set(parent.get("class", "").split()):
            drawing = next((e.attrib["aria-label"] for e in parent if e.get("aria-label")), "")
            _region(parent, drawing)
        for index, child in enumerate(list(parent)):
            if child.tag == "table" and _columns(child) > NARROW_COLUMNS:
                parent[index] = _frame(child)
    wide = element.tag == "table" and _columns(element) > NARROW_COLUMNS
    return _frame(element) if wide else element


def _number(regions: Iterable[Element]) -> None:
    """Tell apart boxes that are called the same; a table is called as its box is."""
    seen: Counter[str] = Counter()
    for region in regions:
        words = region.attrib["aria-label"]
        seen[words] += 1
        if seen[words] > 1:
            region.set("aria-label", f"{words} ({seen[words]})")
        for table in region.iter("table"):
            table.set("aria-label", region.attrib["aria-label"])


def _region(element: Element, words: str) -> None:
    """Let a box be reached by the keyboard, to move what is in it."""
    element.set("role", "region")
    element.set("tabindex", "0")
    element.set("aria-label", words)


def _columns(table: Element) -> int:
    rows = (row for row in table.iter("tr"))
    return max((sum(int(cell.get("colspan", 1)) for cell in row) for row in rows), default=0)


def _frame(table: Element) -> Element:
    """A table in its box. Its caption stands above the box: what is read does not move."""
    whole, frame = Element("div", {"class": "framed"}), Element("div", {"class": "scroll"})
    caption = table.find("caption")
    words = ""
    if caption is not None:
        table.remove(caption)
        caption.tag, caption.tail = "div", None
        caption.set("class", "caption")
        whole.append(caption)
        title = next((e for e in caption if "table-title" in e.get("class", "").split()), caption)
        words = " ".join("".join(title.itertext()).split())
    _region(frame, words or " · ".join(_heads(table)))
    frame.append(table)
    whole.append(frame)
    whole.tail, table.tail = table.tail, None
    return whole


def _heads(table: Element) -> Iterator[str]:
    """What stands in the first row of a table."""
    for cell in next(table.iter("tr"), ()):
        words = " ".join("".join(cell.itertext()).split())
        if words:
            yield words


# --- style -----------------------------------------------------------------------------------


def _style(library: Library, book: Ebook, illustrations: Illustrations, html: str) -> str:
    """The style of the page: its fonts first."""

    def place(name: str) -> str:
        return _data(*illustrations.picture(f"{RESOURCE_BASE_URL}templates/{name}"))

    view = book.view
    sheet = read_sheet(library.folders, view["theme"], "web.css", place)
    drawn = fonts_drawn(element for part in book.parts for element in every(part.elements))
    shown = characters(html, sheet.css)
    faces = [font_faces([cut], held) for cut, held in cuts([*sheet.fonts, *drawn], shown)]
    accent = view["game"]["accent"]
    own = f":root {{ --own: {accent} }}\n" if accent else ""
    return "\n".join(faces) + "\n" + own + sheet.css
