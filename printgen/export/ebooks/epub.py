"""A book for e-readers: EPUB 3.3, written file by file."""

from __future__ import annotations

import os
import re
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from xml.etree.ElementTree import Element

from printgen.content.library import Library
from printgen.content.models.products import BookProduct
from printgen.export.archive import archive
from printgen.export.ebooks.cover import cover_picture
from printgen.export.ebooks.ebook import Ebook, EbookPart, View, make_ebook
from printgen.export.ebooks.illustrations import KINDS, Illustrations
from printgen.export.ebooks.markup import squeeze, write
from printgen.export.ebooks.normalise import every
from printgen.export.ebooks.styles import characters, cuts, fonts_drawn, read_sheet
from printgen.layout.sanitize import SVG
from printgen.layout.templates import environment
from printgen.project import RESOURCE_BASE_URL
from printgen.typography.embed import subset
from printgen.typography.text import plain_words

COVER = (1600, 2560)

# What the identifiers of our books are made from.
_SPACE = uuid.UUID("6b2a4d1e-4f0c-5a0e-9a53-6f6d7c1b8e21")

_CONTAINER = """<?xml version="1.0" encoding="utf-8"?>
<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
<rootfiles>
<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
</rootfiles>
</container>
"""

# What each kind of part is to a reading system, and to a screen reader.
_TYPES = {
    "cover": ("titlepage", ""),
    "imprint": ("copyright-page", ""),
    "chapter": ("chapter", "doc-chapter"),
    "errata": ("appendix", "doc-appendix"),
    "index": ("index", "doc-index"),
}

_NOTES = {"doc-footnote": "footnote", "doc-noteref": "noteref"}

_PAGE, _STYLE, _FONT = "application/xhtml+xml", "text/css", "font/ttf"

# Books say when they were made; those of whom nobody knows it say this.
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(slots=True)
class _Page:
    """A part of the book as a file."""

    part: EbookPart
    path: str
    title: str

    @property
    def listed(self) -> bool:
        """Whether the contents name it."""
        return self.part.kind != "cover"

    @property
    def heads(self) -> list[tuple[str, str]]:
        """Its own sections, for the contents."""
        return self.part.heads


@dataclass(slots=True)
class _Files:
    """The files of the book, with what the package says of them."""

    content: dict[str, bytes] = field(default_factory=dict)
    items: list[dict[str, str]] = field(default_factory=list)

    def add(self, path: str, content: bytes, kind: str, properties: str = "") -> str:
        """Add a file once; returns its id."""
        id = "f-" + re.sub(r"[^A-Za-z0-9.-]", "-", path)
        if path not in self.content:
            self.content[path] = content
            entry = {"id": id, "path": path, "kind": kind, "properties": properties}
            self.items.append(entry)
        return id


def epub(library: Library, game: str, product: str, lang: str) -> bytes:
    """A book as an EPUB file: the same bytes for the same book.

    It is dated by SOURCE_DATE_EPOCH, where that is set. Raises ExportError with the problems of a
    book that cannot be made.
    """
    book = make_ebook(library, game, product, lang, "epub")
    files = _files(library, book, f"{game}/{product}")
    inner = {f"EPUB/{path}": content for path, content in files.content.items()}
    inner["META-INF/container.xml"] = _CONTAINER.encode()
    return archive(inner, first={"mimetype": b"application/epub+zip"})


def _files(library: Library, book: Ebook, name: str) -> _Files:
    view, files, illustrations = book.view, _Files(), Illustrations(library.folders)
    pages = [_Page(part, _path(part), plain_words(part.title)) for part in book.parts]
    spine = [_cover(library, book, files)]
    _link(pages)
    for page in pages:
        _place_pictures(page.part.elements, illustrations, files)
    written = {page.path: _written(view, page) for page in pages}
    for page in pages:
        drawn = any(e.tag == f"{SVG}svg" for e in every(page.part.elements))
        text = written[page.path].encode()
        spine.append(files.add(page.path, text, _PAGE, "svg" if drawn else ""))
    begins = next(page.path for page in pages if page.part.kind == "chapter")
    nav = _filled("epub-nav.xhtml.j2", **_words(view), pages=pages, begins=begins)
    spine.insert(3, files.add("nav.xhtml", nav.encode(), _PAGE, "nav"))
    _style(library, book, illustrations, files, [*written.values(), nav])
    package = _package(library, book, name, files, spine)
    files.content["package.opf"] = package.encode()
    return files


def _path(part: EbookPart) -> str:
    name = "title" if part.kind == "cover" else part.id.removeprefix("book_").replace("_", "-")
    return f"{name}.xhtml"


def _filled(template: str, **context: Any) -> str:
    """A file of the book's frame, by a template that no project can bring its own of."""
    text = environment().get_template(f"_shared/{template}").render(**context)
    return squeeze(text).strip() + "\n"


def _words(view: View) -> dict[str, Any]:
    """What the templates of the frame say in the language of the book."""
    labels = {key: plain_words(words) for key, words in view["labels"].items()}
    return {"lang": view["lang"], "labels": labels}


# --- pages -----------------------------------------------------------------------------------


def _cover(library: Library, book: Ebook, files: _Files) -> str:
    """The cover's picture, and its page, whose id is returned."""
    view = book.view
    picture = cover_picture(library, view, *COVER)
    files.add("cover.jpg", picture, KINDS[".jpg"], "cover-image")
    title = plain_words(view["game"]["title"])
    image = Element("img", {"class": "cover-picture", "alt": title, "src": "cover.jpg"})
    words = _words(view)
    html = write([image], xml=True)
    page = _filled(
        "epub-page.xhtml.j2",
        **words,
        title=words["labels"]["cover"],
        classes="cover",
        id="cover",
        type="cover",
        role="",
        html=html,
    )
    return files.add("cover.xhtml", page.encode(), _PAGE)


def _written(view: View, page: _Page) -> str:
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
    """References to other parts name their file."""
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


def _place_pictures(
    elements: Iterable[Element], illustrations: Illustrations, files: _Files
) -> None:
    """Pictures as files, each once."""
    for element in every(elements):
        if element.tag == "img":
            url = element.attrib["src"]
            under = element.attrib.pop("data-under", "").split()
            suffix, content = illustrations.picture(url, *under)
            path = _picture_path(url, suffix)
            files.add(path, content, KINDS[suffix])
            element.set("src", path)
            if suffix == ".svg":
                element.set("class", f"{element.get('class', '')} drawn".strip())


def _picture_path(url: str, suffix: str) -> str:
    """The name of a picture's file, from its address."""
    name = url.removeprefix(RESOURCE_BASE_URL).rpartition(".")[0]
    return "images/" + re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower() + suffix


# --- style and fonts -------------------------------------------------------------------------


def _style(
    library: Library, book: Ebook, illustrations: Illustrations, files: _Files, texts: list[str]
) -> None:
    """The style sheet, and the fonts that it names with the characters that the book shows."""

    def place(name: str) -> str:
        suffix, content = illustrations.picture(f"{RESOURCE_BASE_URL}templates/{name}")
        path = _picture_path(f"{RESOURCE_BASE_URL}templates/{name}", suffix)
        files.add(path, content, KINDS[suffix])
        return path

    sheet = read_sheet(library.folders, book.view["theme"], "epub.css", place)
    drawn = fonts_drawn(element for part in book.parts for element in every(part.elements))
    shown = characters(*texts, sheet.css)
    faces = []
    for (family, weight, italic, file), held in cuts([*sheet.fonts, *drawn], shown):
        path = f"fonts/{file.stem.lower()}.ttf"
        files.add(path, subset(file, held), _FONT)
        style = "italic" if italic else "normal"
        faces.append(
            f'@font-face {{ font-family: "{family}"; font-weight: {weight}; '
            f'font-style: {style}; src: url("{path}") }}\n'
        )
    files.add("style.css", ("".join(faces) + sheet.css).encode(), _STYLE)


# --- package ---------------------------------------------------------------------------------


def _package(library: Library, book: Ebook, name: str, files: _Files, spine: list[str]) -> str:
    view, words = book.view, _words(book.view)
    game = view["game"]
    version = game["version"] or ""
    subtitle = game["subtitle"] or ""
    return _filled(
        "epub-package.opf.j2",
        **words,
        identifier=uuid.uuid5(_SPACE, f"{name}/{view['lang']}/{version}").urn,
        title=_title(library, view),
        subtitle=plain_words(subtitle),
        creators=list(_creators(view)),
        rights=plain_words(game["licence"] or ""),
        modified=_modified(),
        summary=words["labels"]["accessible"],
        indexed=any(part.kind == "index" for part in book.parts),
        items=sorted(files.items, key=lambda item: item["path"]),
        spine=spine,
    )


def _title(library: Library, view: View) -> str:
    """The title of the game; of one with several books, that of the book too."""
    title = plain_words(view["game"]["title"])
    products = library.games[view["game"]["id"]].products.values()
    alone = sum(isinstance(product.value, BookProduct) for product in products) == 1
    return title if alone else f"{title} – {plain_words(view['title'])}"


def _creators(view: View) -> Iterator[str]:
    for credit in view["game"]["credits"]:
        yield plain_words(credit["name"])


def _modified() -> str:
    """When the book was made, as the environment says; else always the same."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(seconds), UTC) if seconds.isdecimal() else _NO_DATE
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
