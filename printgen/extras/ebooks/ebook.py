"""A book for screens: its parts, pictures and styles; as one HTML page without scripts, and as an
EPUB 3.3 file; and the channels of books.
"""

from __future__ import annotations

import os
import re
import uuid
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from typing import Literal, cast
from xml.etree.ElementTree import Element

from printgen.content.library import Entry, Library
from printgen.content.models.page_products import BookProduct
from printgen.content.styles import SafeStyle, safe_style
from printgen.extras.charts.plot import NARROW
from printgen.extras.charts.views import (
    ChartView,
    FlowchartView,
    flowchart_view,
    study_chart_view,
)
from printgen.extras.ebooks.markup import (
    MEDIA_TYPES,
    Illustrations,
    characters,
    demote,
    every,
    normalise,
    squeeze,
    write,
)
from printgen.extras.exports.archive import archive
from printgen.extras.exports.channels import (
    Channel,
    ChannelFile,
    ExportError,
    drawing,
    languages_of,
)
from printgen.extras.page_pictures.drawn_pages import DrawnPages
from printgen.layout.jobs import Job, JobRunner, JobSource, PageFormat, Task, lay_out
from printgen.layout.sanitize import SVG, TooDeep, sanitize_elements
from printgen.layout.templates import shared_template
from printgen.problems import Position, Problem, has_errors
from printgen.products.target import Target
from printgen.project import RESOURCE_BASE_URL, find_template_file
from printgen.quoting import for_css
from printgen.rules.chapters import chapters_of
from printgen.typography.fonts import (
    Cut,
    font_face,
    font_faces,
    lacking,
    own_characters,
    style_text,
    subset,
)
from printgen.typography.measure import font_file
from printgen.typography.mirroring import mirrored
from printgen.typography.text import plain_words
from printgen.views.book import BookView, PieceView, book_view
from printgen.views.directives import Edition
from printgen.views.style import look_of

# Page width in mm, as in the printed book that the styles are written for.
WIDTH = 148.0

_JPEG_QUALITY = 88


def cover_picture(
    library: Library, view: BookView, width: int, height: int, runner: JobRunner
) -> bytes:
    """The cover as a JPEG of `width` x `height` pixels, from a book's view. Raises ExportError."""
    tall = WIDTH * height / width
    where = Position(f"content/{view['game']['id']}/game.yaml")
    look = look_of(library, library.games[view["game"]["id"]], view["theme"])
    format = PageFormat(
        "book",
        f"{view['theme']}/book-cover",
        view["lang"],
        "full",
        WIDTH,
        tall,
        bleed=3.0,
        safe=0.0,
        pages=1,
        accent=view["game"]["accent"],
        style=view["game"]["style"],
        look=look.variables("full", of_pages=True),
        product=view["title"],
    )
    (outcome,) = lay_out(runner, [Task(Job(format, view["title"], view), JobSource(where))])
    if outcome.failed:
        raise ExportError(outcome.problems)
    with drawing(where):
        picture = DrawnPages(outcome.result.pdf, "the cover").picture(
            0, width / (WIDTH / 25.4 * 72)
        )
    # Without its bleed.
    left, top = (picture.width - width) // 2, (picture.height - height) // 2
    picture = picture.crop((left, top, left + width, top + height))
    buffer = BytesIO()
    picture.save(buffer, "JPEG", quality=_JPEG_QUALITY, optimize=True)
    return buffer.getvalue()


# --------------------------------------------------------------------------------------------------
# A book for a screen: cover, imprint, chapters, errata and index, each as a tree of elements.
#
# Templates are filled and sanitised in worker processes, within their limits.


Medium = Literal["web", "epub"]


@dataclass(slots=True)
class EbookPart:
    """A part of an e-book. `kind` is cover, imprint, chapter, errata or index.

    `id` is the id of its section; `heads` are the ids and titles (HTML) of its subsections.
    """

    id: str
    kind: str
    title: str
    heads: list[tuple[str, str]]
    elements: list[Element]


@dataclass(slots=True)
class Ebook:
    """The parts of an e-book in order, and the book's view."""

    view: BookView
    parts: list[EbookPart]

    def elements(self) -> Iterator[Element]:
        """All elements of all parts."""
        for part in self.parts:
            yield from every(part.elements)


def make_ebook(
    library: Library, game: str, product: str, lang: str, medium: Medium, runner: JobRunner
) -> Ebook:
    """Fill the parts of a book in a language. Raises ExportError."""
    target = Target(game, product, "book", lang, "", "full", "screen")
    books = {book.id: book for book in library.games[game].products_of(BookProduct)}
    view = book_view(library, Edition(game, lang, target.ink), books[product].value)
    planned = list(_parts(library, target, books[product], view, medium))
    outcomes = list(lay_out(runner, (task for _, task in planned)))
    problems = [problem for outcome in outcomes for problem in outcome.problems]
    if has_errors(problems):
        raise ExportError(problems)
    try:
        trees = [sanitize_elements(outcome.result.tree) for outcome in outcomes]
    # A process that was taken over may answer with texts and attributes of other types.
    except (TooDeep, TypeError, AttributeError) as error:
        problem = books[product].problem("layout-limit", str(error))
        raise ExportError([problem]) from error
    parts = [part for part, _ in planned]
    for part, tree in zip(parts, trees, strict=True):
        part.elements = tree
    normalise([(part.id, part.elements) for part in parts], view["labels"])
    return Ebook(view, parts)


def _parts(
    library: Library, target: Target, book: Entry[BookProduct], view: BookView, medium: Medium
) -> Iterator[tuple[EbookPart, Task]]:
    """The parts of a book without their elements, and the tasks that fill their templates."""
    content, where = library.games[target.game], book.at(key=True)
    template = f"{view['theme']}/web-book"
    format = PageFormat("html", template, target.lang, target.ink, 0, 0, product=target.id)

    def page(kind: str) -> tuple[EbookPart, Task]:
        title = plain_words(view["title"] if kind == "cover" else view["labels"][kind])
        context = {**view, "part": kind, "medium": medium}
        task = Task(Job(format, target.id, context), JobSource(where))
        return EbookPart(f"book_{kind}", kind, title, [], []), task

    yield page("cover")
    if view["has_imprint"]:
        yield page("imprint")
    files = chapters_of(content, book.value, target.lang)
    for number, (file, chapter) in enumerate(zip(files, view["chapters"], strict=True), start=1):
        if medium == "web":
            pieces = [_with_narrow_chart(library, target.lang, p) for p in chapter["pieces"]]
            chapter = {**chapter, "pieces": pieces}
        own = {"part": "chapter", "medium": medium, "number": number, "chapter": chapter}
        task = Task(Job(format, file.file, {**view, **own}), JobSource(file.position))
        (entry,) = (each for each in view["contents"] if each["id"] == chapter["id"])
        heads = [(head["id"], head["number"] + head["title"]) for head in entry["parts"]]
        title = entry["number"] + entry["title"]
        yield EbookPart(chapter["id"], "chapter", title, heads, []), task
    if view["errata"]:
        yield page("errata")
    if view["index"]:
        yield page("index")


def _with_narrow_chart(library: Library, lang: str, piece: PieceView) -> PieceView:
    """A piece of a chapter; a chart gets a `narrow` version for phones."""
    if "flowchart" in piece:
        game, id = cast(FlowchartView, piece["flowchart"])["of"]
        plan = library.games[game].plans[id]
        return {**piece, "narrow": flowchart_view(library, plan, lang, NARROW)}
    if "chart" not in piece:
        return piece
    game, id = cast(ChartView, piece["chart"])["of"]
    entry = library.games[game].studies[id]
    return {**piece, "narrow": study_chart_view(library, entry, lang, NARROW)}


def pictures_in(
    elements: Iterable[Element], illustrations: Illustrations
) -> Iterator[tuple[Element, str, bytes]]:
    """Yield each `img` element with the suffix and content of its file.

    Drawings get the class `drawn`, so that styles can adapt them to the reader's colour scheme.
    """
    for element in every(elements):
        if element.tag == "img":
            under = element.attrib.pop("data-under", "").split()
            suffix, content = illustrations.picture(element.attrib["src"], *under)
            if suffix == ".svg":
                element.set("class", f"{element.get('class', '')} drawn".strip())
            yield element, suffix, content


# --- the style sheets of an e-book, sanitised, and its fonts --------------------------------------


# Fallback fonts, in this order.
FALLBACKS = ("Source Sans 3", "Noto Sans Symbols 2", "DejaVu Sans")


def read_sheet(
    library: Library, view: BookView, name: str, place: Callable[[str], str]
) -> SafeStyle:
    """The shared style sheet, the theme's and the style's as one, which fetch nothing. `place` maps
    the name of a file (`THEME/art/x.svg`) to its URL. Raises ExportError.
    """
    whole, folders = SafeStyle(), library.folders
    game = library.games[view["game"]["id"]].game
    for folder in dict.fromkeys(("_shared", *reversed(game.theme_folders))):
        path = find_template_file(folders, f"{folder}/{name}")
        if path is None:
            continue
        text = mirrored(style_text(path), view["lang"])

        def placed(address: str, folder: str = folder) -> str | None:
            return None if address.startswith("data:") else place(f"{folder}/{address}")

        try:
            sheet = safe_style(text, placed)
        except RecursionError as error:
            where = Position(folders.relative(path))
            raise ExportError(
                [Problem(where, "layout-limit", "brackets are nested too deep")]
            ) from error
        whole.css += sheet.css
        whole.fonts += sheet.fonts
    return whole


# --- fonts ----------------------------------------------------------------------------------------


def fonts_drawn(elements: Iterable[Element]) -> Iterator[tuple[str, int, bool]]:
    """The fonts of the text in drawings."""
    for element in elements:
        family = element.get("font-family", "").split(",")[0].strip(" \"'")
        if family:
            weight = element.get("font-weight", "400")
            italic = element.get("font-style") == "italic"
            yield family, int(weight[:4]) if weight.isdecimal() else 400, italic


def cuts(wanted: Iterable[tuple[str, int, bool]], shown: str) -> Iterator[tuple[Cut, str]]:
    """Each bundled font with the characters it needs; then fallbacks for missing characters."""
    rest, named = "", dict.fromkeys(wanted)
    for family, weight, italic in named:
        path = font_file(family, weight, italic)
        if path is not None:
            yield (family, weight, italic, path), shown
            if family not in FALLBACKS:
                rest = "".join(sorted({*rest, *lacking(path, shown)}))
    for family in FALLBACKS:
        path = font_file(family, 400, False)
        if path is not None and rest:
            missing = lacking(path, rest)
            held = "".join(c for c in rest if c not in missing)
            if held and (family, 400, False) not in named:
                yield (family, 400, False, path), held
            rest = missing


# --- a book as one self-contained HTML page without scripts ---------------------------------------


# Maximum size in bytes that phones can handle.
MAX_PAGE = 40_000_000

WEB_COVER = (800, 1280)

# Tables with more columns than this scroll sideways on a narrow screen.
NARROW_COLUMNS = 3

# Classes of wide boxes that scroll sideways.
_FRAMES = {"plate"}


def web_book(library: Library, game: str, product: str, lang: str, runner: JobRunner) -> bytes:
    """A book as one HTML file with embedded styles, fonts and pictures.

    Raises ExportError with the problems of the book.
    """
    book = make_ebook(library, game, product, lang, "web", runner)
    cover = cover_picture(library, book.view, *WEB_COVER, runner) if book.view["has_cover"] else b""
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
        for element, suffix, content in pictures_in(part.elements, illustrations):
            element.set("src", _data(suffix, content))
        part.elements = [_framed(element) for element in part.elements]
    _number(e for p in book.parts for e in every(p.elements) if e.get("role") == "region")
    imprint = next((part for part in book.parts if part.kind == "imprint"), None)
    template = shared_template("web-page.html.j2")
    sections = []
    for part in book.parts:
        name = part.id.removeprefix("chapter_")
        classes = f"chapter chapter-{name}" if part.kind == "chapter" else part.kind
        if part is not imprint:
            html = write(part.elements)
            sections.append({"id": part.id, "classes": classes, "html": html})
    shell = {
        "lang": view["lang"],
        "labels": view["labels"],
        "game": view["game"],
        "title": f"{plain_words(view['game']['title'])} – {plain_words(view['title'])}",
        "parts": [part for part in book.parts if part.kind != "cover"],
        "sections": sections,
        "imprint": write(imprint.elements) if imprint else "",
        "cover": _data(".jpg", cover) if cover else "",
    }
    # Render without a style first, to know the characters that the fonts need.
    bare = template.render(**shell, style="")
    style = _web_style(library, book, illustrations, bare)
    return (squeeze(template.render(**shell, style=style)).strip() + "\n").encode()


def _data(suffix: str, content: bytes) -> str:
    return f"data:{MEDIA_TYPES[suffix]};base64,{b64encode(content).decode()}"


# --- tables ---------------------------------------------------------------------------------------


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
    rows = (sum(int(cell.get("colspan", 1)) for cell in row) for row in table.iter("tr"))
    return max(rows, default=0)


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
    heads = (" ".join("".join(c.itertext()).split()) for c in next(table.iter("tr"), ()))
    _region(frame, words or " · ".join(filter(None, heads)))
    frame.append(table)
    whole.append(frame)
    whole.tail, table.tail = table.tail, None
    return whole


def _web_style(library: Library, book: Ebook, illustrations: Illustrations, html: str) -> str:
    """The style of the page: fonts, accent colour, rules."""

    def place(name: str) -> str:
        return _data(*illustrations.picture(f"{RESOURCE_BASE_URL}templates/{name}"))

    view = book.view
    sheet = read_sheet(library, view, "web.css", place)
    drawn = fonts_drawn(book.elements())
    shown = characters(html, sheet.css)
    faces = [font_faces([cut], held) for cut, held in cuts([*sheet.fonts, *drawn], shown)]
    accent = view["game"]["accent"]
    own = f":root {{ --own: {accent} }}\n" if accent else ""
    return "\n".join(faces) + "\n" + own + sheet.css


COVER = (1600, 2560)

# UUID namespace of book identifiers.
_NAMESPACE = uuid.UUID("6b2a4d1e-4f0c-5a0e-9a53-6f6d7c1b8e21")

_CONTAINER = """<?xml version="1.0" encoding="utf-8"?>
<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
<rootfiles>
<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
</rootfiles>
</container>
"""

# The EPUB type and the ARIA role of each kind of part.
_TYPES = {
    "cover": ("titlepage", ""),
    "imprint": ("copyright-page", ""),
    "chapter": ("chapter", "doc-chapter"),
    "errata": ("appendix", "doc-appendix"),
    "index": ("index", "doc-index"),
}

_NOTES = {"doc-footnote": "footnote", "doc-noteref": "noteref"}

_PAGE, _STYLE, _FONT = "application/xhtml+xml", "text/css", "font/ttf"

# The modification date without SOURCE_DATE_EPOCH.
_DEFAULT_DATE = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(slots=True)
class _Page:
    """A part of the book as an XHTML file."""

    part: EbookPart

    @property
    def path(self) -> str:
        """Its file."""
        name = self.part.id.removeprefix("book_").replace("_", "-")
        return "title.xhtml" if self.part.kind == "cover" else f"{name}.xhtml"

    @property
    def title(self) -> str:
        """Its title in plain words."""
        return plain_words(self.part.title)

    @property
    def listed(self) -> bool:
        """Whether the table of contents lists it."""
        return self.part.kind != "cover"

    @property
    def heads(self) -> list[tuple[str, str]]:
        """Its subsections, for the table of contents."""
        return self.part.heads


@dataclass(slots=True)
class _Files:
    """The files of the book, and their items in the package manifest."""

    content: dict[str, bytes] = field(default_factory=dict)
    items: list[dict[str, str]] = field(default_factory=list)

    def add(self, path: str, content: bytes, kind: str, properties: str = "") -> str:
        """Add a file unless its path is known; return its id."""
        id = "f-" + re.sub(r"[^A-Za-z0-9.-]", "-", path)
        if path not in self.content:
            self.content[path] = content
            entry = {"id": id, "path": path, "kind": kind, "properties": properties}
            self.items.append(entry)
        return id


def epub(library: Library, game: str, product: str, lang: str, runner: JobRunner) -> bytes:
    """A book as an EPUB file. The bytes are reproducible.

    The date is SOURCE_DATE_EPOCH, if set. Raises ExportError with the problems of the book.
    """
    book = make_ebook(library, game, product, lang, "epub", runner)
    cover = cover_picture(library, book.view, *COVER, runner) if book.view["has_cover"] else None
    files = _files(library, book, cover, f"{game}/{product}")
    inner = {f"EPUB/{path}": content for path, content in files.content.items()}
    inner["META-INF/container.xml"] = _CONTAINER.encode()
    return archive(inner, first={"mimetype": b"application/epub+zip"})


def _files(library: Library, book: Ebook, cover: bytes | None, name: str) -> _Files:
    view, files, illustrations = book.view, _Files(), Illustrations(library.folders)
    labels = {key: plain_words(words) for key, words in view["labels"].items()}
    pages = [_Page(part) for part in book.parts]
    spine = [_cover(view, labels, cover, files)] if cover else []
    _link(pages)
    whole = [element for part in book.parts for element in part.elements]
    for element, suffix, content in pictures_in(whole, illustrations):
        path = _picture_path(element.attrib["src"], suffix)
        files.add(path, content, MEDIA_TYPES[suffix])
        element.set("src", path)
    written = {page.path: _written(view, page) for page in pages}
    for page in pages:
        drawn = any(e.tag == f"{SVG}svg" for e in every(page.part.elements))
        text = written[page.path].encode()
        spine.append(files.add(page.path, text, _PAGE, "svg" if drawn else ""))
    begins = next(page.path for page in pages if page.part.kind == "chapter")
    words = {"lang": view["lang"], "labels": labels}
    shown = {"has_cover": bool(cover), "pages": pages, "begins": begins}
    nav = _filled("epub-nav.xhtml.j2", **words, **shown)
    before = next(at for at, page in enumerate(pages) if page.part.kind == "chapter")
    spine.insert(before + bool(cover), files.add("nav.xhtml", nav.encode(), _PAGE, "nav"))
    _style(library, book, illustrations, files, [*written.values(), nav])
    game, version = view["game"], view["game"]["version"] or ""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(seconds), UTC) if seconds.isdecimal() else _DEFAULT_DATE
    # A game with several books has their titles, too.
    title = plain_words(game["title"])
    alone = len(library.games[game["id"]].products_of(BookProduct)) == 1
    package = _filled(
        "epub-package.opf.j2",
        **words,
        identifier=uuid.uuid5(_NAMESPACE, f"{name}/{view['lang']}/{version}").urn,
        title=title if alone else f"{title} – {plain_words(view['title'])}",
        subtitle=plain_words(game["subtitle"] or ""),
        creators=[plain_words(credit["name"]) for credit in game["credits"]],
        rights=plain_words(game["licence"] or ""),
        modified=moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
        summary=labels["accessible"],
        indexed=any(part.kind == "index" for part in book.parts),
        items=sorted(files.items, key=lambda item: item["path"]),
        spine=spine,
    )
    files.content["package.opf"] = package.encode()
    return files


def _filled(template: str, **context: object) -> str:
    """Fill a shared template; projects cannot override it."""
    text = shared_template(template).render(**context)
    return squeeze(text).strip() + "\n"


# --- pages ----------------------------------------------------------------------------------------


def _cover(view: BookView, labels: Mapping[str, str], picture: bytes, files: _Files) -> str:
    """Add the cover's picture and page; return the id of the page."""
    files.add("cover.jpg", picture, MEDIA_TYPES[".jpg"], "cover-image")
    title = plain_words(view["game"]["title"])
    image = Element("img", {"class": "cover-picture", "alt": title, "src": "cover.jpg"})
    html = write([image], xml=True)
    page = _filled(
        "epub-page.xhtml.j2",
        lang=view["lang"],
        labels=labels,
        title=labels["cover"],
        classes="cover",
        id="cover",
        type="cover",
        role="",
        html=html,
    )
    return files.add("cover.xhtml", page.encode(), _PAGE)


def _written(view: BookView, page: _Page) -> str:
    part = page.part
    kind, role = _TYPES[part.kind]
    for element in every(part.elements):
        if element.get("role", "") in _NOTES:
            element.set("epub:type", _NOTES[element.attrib["role"]])
    classes = {"cover": "titlepage", "chapter": part.id.replace("chapter_", "chapter chapter-")}
    return _filled(
        "epub-page.xhtml.j2",
        lang=view["lang"],
        title=page.title,
        classes=classes.get(part.kind, part.kind),
        id=part.id,
        type=kind,
        role=role,
        html=write(part.elements, xml=True),
    )


def _link(pages: list[_Page]) -> None:
    """Add the file name to references between parts."""
    homes = {page.part.id: page.path for page in pages}
    for page in pages:
        for element in every(page.part.elements):
            if "id" in element.attrib:
                homes[element.attrib["id"]] = page.path
    for page in pages:
        for element in every(page.part.elements):
            target = element.get("href", "")
            if element.tag == "a" and target.startswith("#"):
                home = homes[target[1:]]
                element.set("href", target if home == page.path else home + target)


def _picture_path(url: str, suffix: str) -> str:
    """The path of a picture's file, from its URL."""
    name = url.removeprefix(RESOURCE_BASE_URL).rpartition(".")[0]
    return "images/" + re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower() + suffix


def _style(
    library: Library, book: Ebook, illustrations: Illustrations, files: _Files, texts: list[str]
) -> None:
    """Add the style sheet and its fonts, subset to the characters of the book."""

    def place(name: str) -> str:
        suffix, content = illustrations.picture(f"{RESOURCE_BASE_URL}templates/{name}")
        path = _picture_path(f"{RESOURCE_BASE_URL}templates/{name}", suffix)
        files.add(path, content, MEDIA_TYPES[suffix])
        return path

    sheet = read_sheet(library, book.view, "epub.css", place)
    drawn = fonts_drawn(book.elements())
    shown = characters(*texts, sheet.css)
    faces = []
    for cut, held in cuts([*sheet.fonts, *drawn], shown):
        family, *_, file = cut
        path = f"fonts/{file.stem.lower()}.ttf"
        files.add(path, subset(file, own_characters(family, held)), _FONT)
        faces.append(font_face(cut, for_css(path)) + "\n")
    files.add("style.css", ("".join(faces) + sheet.css).encode(), _STYLE)


def book_channels(library: Library, game: str, runner: JobRunner) -> Iterator[Channel]:
    """The game's books as EPUB files and as web pages."""
    books = library.games[game].products_of(BookProduct)

    def files(write: Callable[..., bytes], suffix: str) -> Iterator[ChannelFile]:
        for book in books:
            for lang in languages_of(library, book):
                content = write(library, book.game, book.id, lang, runner)
                yield ChannelFile(f"{game}-{book.id}.{lang}.{suffix}", content, book.id, lang)

    if books:
        yield Channel("epub", "epub", lambda: files(epub, "epub"))
        yield Channel("book-html", "book-html", lambda: files(web_book, "html"))
