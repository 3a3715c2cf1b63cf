"""A book as an EPUB 3.3 file, and the channels of books."""

from __future__ import annotations

import os
import re
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from xml.etree.ElementTree import Element

from printgen.content.library import Library
from printgen.content.models.page_products import BookProduct
from printgen.extras.ebooks.ebook import (
    Ebook,
    EbookPart,
    cover_picture,
    cuts,
    fonts_drawn,
    make_ebook,
    pictures_in,
    read_sheet,
    web_book,
)
from printgen.extras.ebooks.markup import (
    MEDIA_TYPES,
    Illustrations,
    characters,
    every,
    squeeze,
    write,
)
from printgen.extras.exports.channels import Channel, ChannelFile, languages_of
from printgen.layout.jobs import JobRunner
from printgen.layout.sanitize import SVG
from printgen.layout.templates import shared_template
from printgen.press.archive import archive
from printgen.project import RESOURCE_BASE_URL
from printgen.quoting import for_css
from printgen.typography.fonts import own_characters, subset
from printgen.typography.text import plain_words
from printgen.views.book import BookView

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
    cover = cover_picture(book.view, *COVER, runner) if book.view["has_cover"] else None
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

    sheet = read_sheet(library, book.view["game"]["id"], "epub.css", place)
    drawn = fonts_drawn(book.elements())
    shown = characters(*texts, sheet.css)
    faces = []
    for (family, weight, italic, file), held in cuts([*sheet.fonts, *drawn], shown):
        path = f"fonts/{file.stem.lower()}.ttf"
        files.add(path, subset(file, own_characters(family, held)), _FONT)
        faces.append(
            f"@font-face {{ font-family: {for_css(family)}; font-weight: {weight}; "
            f"font-style: {'italic' if italic else 'normal'}; src: url({for_css(path)}) }}\n"
        )
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
