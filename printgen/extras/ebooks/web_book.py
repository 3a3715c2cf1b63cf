"""A book as one self-contained HTML page without scripts."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from printgen.content.library import Library
from printgen.extras.ebooks.ebook import Ebook, EbookPart, cover_picture, make_ebook, pictures_in
from printgen.extras.ebooks.illustrations import MEDIA_TYPES, Illustrations
from printgen.extras.ebooks.markup import demote, every, squeeze, write
from printgen.extras.ebooks.styles import characters, cuts, fonts_drawn, read_sheet
from printgen.extras.exports.channels import ExportError
from printgen.layout.jobs import JobRunner
from printgen.layout.templates import shared_template
from printgen.problems import Position, Problem
from printgen.project import RESOURCE_BASE_URL
from printgen.typography.fonts import font_faces
from printgen.typography.text import plain_words
from printgen.views.book import BookView

# Maximum size in bytes that phones can handle.
MAX_PAGE = 40_000_000

COVER = (800, 1280)

# Tables with more columns than this scroll sideways on a narrow screen.
NARROW_COLUMNS = 3

# Classes of wide boxes that scroll sideways.
_FRAMES = {"plate"}


def web_book(library: Library, game: str, product: str, lang: str, runner: JobRunner) -> bytes:
    """A book as one HTML file with embedded styles, fonts and pictures.

    Raises ExportError with the problems of the book.
    """
    book = make_ebook(library, game, product, lang, "web", runner)
    cover = cover_picture(book.view, *COVER, runner) if book.view["has_cover"] else b""
    page = _page(library, book, cover, Illustrations(library.folders))
    if len(page) > MAX_PAGE:
        message = f"the web page of {game}/{product} has {len(page)} bytes, more than {MAX_PAGE}"
        raise ExportError([Problem(Position(f"content/{game}"), "book-size", message)])
    return page


def _page(library: Library, book: Ebook, cover: bytes, illustrations: Illustrations) -> bytes:
    view = book.view
    for part in book.parts:
        if part.kind != "cover":
            demote(part.elements)
        _place_pictures(part.elements, illustrations)
        part.elements = [_framed(element) for element in part.elements]
    _number(e for p in book.parts for e in every(p.elements) if e.get("role") == "region")
    imprint = next((part for part in book.parts if part.kind == "imprint"), None)
    template = shared_template("web-page.html.j2")
    shell = {
        "lang": view["lang"],
        "labels": view["labels"],
        "game": view["game"],
        "title": _title(view),
        "parts": [part for part in book.parts if part.kind != "cover"],
        "sections": [_section(part) for part in book.parts if part is not imprint],
        "imprint": write(imprint.elements) if imprint else "",
        "cover": _data(".jpg", cover) if cover else "",
    }
    # Render without a style first, to know the characters that the fonts need.
    bare = template.render(**shell, style="")
    style = _style(library, book, illustrations, bare)
    return (squeeze(template.render(**shell, style=style)).strip() + "\n").encode()


def _title(view: BookView) -> str:
    return f"{plain_words(view['game']['title'])} – {plain_words(view['title'])}"


def _section(part: EbookPart) -> dict[str, str]:
    name = part.id.removeprefix("chapter_")
    classes = f"chapter chapter-{name}" if part.kind == "chapter" else part.kind
    return {"id": part.id, "classes": classes, "html": write(part.elements)}


def _place_pictures(elements: list[Element], illustrations: Illustrations) -> None:
    """Embed the pictures as data URLs."""
    for element, suffix, content in pictures_in(elements, illustrations):
        element.set("src", _data(suffix, content))


def _data(suffix: str, content: bytes) -> str:
    return f"data:{MEDIA_TYPES[suffix]};base64,{b64encode(content).decode()}"


# --- tables ----------------------------------------------------------------------------------


def _framed(element: Element) -> Element:
    """The element, with wide tables and maps in boxes that scroll sideways."""
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
    """Number boxes with the same label; label tables like their boxes."""
    seen: Counter[str] = Counter()
    for region in regions:
        words = region.attrib["aria-label"]
        seen[words] += 1
        if seen[words] > 1:
            region.set("aria-label", f"{words} ({seen[words]})")
        for table in region.iter("table"):
            table.set("aria-label", region.attrib["aria-label"])


def _region(element: Element, words: str) -> None:
    """Make a box focusable, so that it can be scrolled by keyboard."""
    element.set("role", "region")
    element.set("tabindex", "0")
    element.set("aria-label", words)


def _columns(table: Element) -> int:
    rows = (row for row in table.iter("tr"))
    return max((sum(int(cell.get("colspan", 1)) for cell in row) for row in rows), default=0)


def _frame(table: Element) -> Element:
    """A table in a scrolling box, with its caption above, so that it does not scroll."""
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
    """The texts of the first row of a table."""
    for cell in next(table.iter("tr"), ()):
        words = " ".join("".join(cell.itertext()).split())
        if words:
            yield words


# --- style -----------------------------------------------------------------------------------


def _style(library: Library, book: Ebook, illustrations: Illustrations, html: str) -> str:
    """The style of the page: fonts, accent colour, rules."""

    def place(name: str) -> str:
        return _data(*illustrations.picture(f"{RESOURCE_BASE_URL}templates/{name}"))

    view = book.view
    sheet = read_sheet(library, view["game"]["id"], "web.css", place)
    drawn = fonts_drawn(book.elements())
    shown = characters(html, sheet.css)
    faces = [font_faces([cut], held) for cut, held in cuts([*sheet.fonts, *drawn], shown)]
    accent = view["game"]["accent"]
    own = f":root {{ --own: {accent} }}\n" if accent else ""
    return "\n".join(faces) + "\n" + own + sheet.css
