"""The charts of a module: the pages of sheets as pictures, and books as web pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.page_products import BookProduct, SheetProduct
from printgen.extras.ebooks.web_book import web_book
from printgen.extras.exports.channels import ExportError, languages_of
from printgen.extras.vassal.elements import MODULE, WIDGET, add, safe_name
from printgen.extras.vassal.pictures import Pictures, page_images
from printgen.layout.jobs import JobRunner, lay_out
from printgen.press.archive import archive
from printgen.products import kind_of
from printgen.products.kind import PrintOptions
from printgen.products.target import DEFAULT_INK, DEFAULT_PAPER, Target
from printgen.store.scratch import scratch_folder
from printgen.typography.text import plain_words, say

# --- the charts of a module: the pages of a game's sheets, as pictures in a window ----------------


# Pixels of a page per mm.
_SCALE = 4.2

# A page of a sheet: the title of the sheet and its picture.
Chart = tuple[str, str]


def sheet_charts(
    library: Library, content: GameContent, lang: str, runner: JobRunner, pictures: Pictures
) -> Iterator[Chart]:
    """The pages of the sheets of a game, without forms and index sheets.

    Raises ExportError if a sheet cannot be laid out.
    """
    for product in content.products_of(SheetProduct):
        if product.value.form or lang not in (product.value.languages or content.game.languages):
            continue
        title = safe_name(plain_words(say(product.value.title, lang, content)))
        pdf = _sheet_pdf(library, product, lang, runner)
        for number, image in enumerate(page_images(pdf, product.at(), _SCALE)):
            yield title, pictures.add(f"chart-{product.id}-{number + 1}", image, photo=True)


def _sheet_pdf(
    library: Library, product: Entry[SheetProduct], lang: str, runner: JobRunner
) -> bytes:
    paper = product.value.papers[0] if product.value.papers else DEFAULT_PAPER
    target = Target(product.game, product.id, "sheet", lang, paper, DEFAULT_INK)
    build = kind_of(product.value).prepare(library, target, product.value, PrintOptions())
    outcomes = list(lay_out(runner, build.tasks()))
    if any(outcome.failed for outcome in outcomes):
        raise ExportError([problem for outcome in outcomes for problem in outcome.problems])
    with scratch_folder() as folder:
        path = folder / "sheet.pdf"
        build.compose([outcome.result for outcome in outcomes], path)
        return path.read_bytes()


def add_charts(module: Element, charts: list[Chart], words: Mapping[str, str]) -> None:
    """The window of charts, a tab for each sheet."""
    name = words["charts"]
    window = add(
        module, f"{MODULE}ChartWindow", name=name, text=name, tooltip=name, icon="", hotkey=""
    )
    tabs = add(window, f"{WIDGET}TabWidget", entryName=name)
    by_sheet: dict[str, list[str]] = {}
    for title, picture in charts:
        by_sheet.setdefault(title, []).append(picture)
    for title, pages in by_sheet.items():
        inner = add(tabs, f"{WIDGET}TabWidget", entryName=title) if len(pages) > 1 else tabs
        for number, picture in enumerate(pages):
            shown = str(number + 1) if len(pages) > 1 else title
            add(inner, f"{WIDGET}Chart", chartName=shown, fileName=picture, description="")


# --- the books of a game in the help menu: web pages that the player's browser opens --------------


# The page in the archive of a book.
_PAGE = "index.html"


# What file names of some system cannot have.
_FORBIDDEN = re.compile(r'[\\/:*?"<>|]')


def add_books(
    module: Element, library: Library, content: GameContent, lang: str, runner: JobRunner
) -> dict[str, bytes]:
    """Add the books of a game to the help menu. Returns their files, which VASSAL finds by their
    titles. Raises ExportError.
    """
    menu, files = add(module, f"{MODULE}Documentation"), dict[str, bytes]()
    for book in content.products_of(BookProduct):
        if lang not in languages_of(library, book):
            continue
        title = safe_name(plain_words(say(book.value.title, lang, content)))
        title = " ".join(_FORBIDDEN.sub(" ", title).split()).strip(".") or book.id
        if _file(title) in files:
            title = f"{title} ({book.id})"
        page = web_book(library, content.id, book.id, lang, runner)
        files[_file(title)] = archive({_PAGE: page})
        add(menu, f"{MODULE}documentation.BrowserHelpFile", title=title, startingPage=_PAGE)
    return files


def _file(title: str) -> str:
    return f"help/{title.replace(' ', '_')}"
