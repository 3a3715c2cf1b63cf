"""Books: chapters and what they draw on, as pages for the screen, for a printer, or to fold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pikepdf

from printgen.analysis.chapters import chapters_of
from printgen.content.library import Library
from printgen.content.models.products import BookProduct
from printgen.imposition.booklet import booklet, draw_folds
from printgen.imposition.compose import DocumentInfo, compose, write_pdf
from printgen.layout.batch import FaceSource, LaidOutPdf, LayoutBatch, LayoutResult
from printgen.paper import PAPERS, Size, mm_to_points
from printgen.products.job import PrintOptions, TargetBuild, author, game_title
from printgen.products.target import BOOK_PAPER, Target
from printgen.project import ProjectError
from printgen.typography.labels import labels
from printgen.typography.text import plain_words
from printgen.views.book import book_view
from printgen.views.directives import Edition

MAX_PAGES = 500

BLEED = 3.0

# How far (mm) pages may be moved towards the fold before they lose words in it.
MAX_CREEP = 8.0

# Half an A4 sheet is half a millimetre wider than A5: not worth pages of its own.
NEARLY = 1.0


def prepare(library: Library, target: Target, options: PrintOptions) -> TargetBuild:
    """One batch whose faces are the chapters, laid out as one document."""
    content = library.games[target.game]
    entry = content.products[target.product]
    product = entry.value
    assert isinstance(product, BookProduct)
    page = page_size(target)
    title = game_title(content, target.lang)
    cover = labels(library.folders, content.game.theme, target.lang)["cover"]
    book = _Book(
        target,
        product,
        page,
        DocumentInfo(title, author(content, target.lang), target.lang),
        plain_words(cover),
        options,
    )
    return TargetBuild(
        target,
        (target.id, target.lang, target.ink, str(page)),
        1,
        lambda: [_batch(library, target, product, page)],
        lambda results, out: _finish(book, results, out),
    )


def _batch(library: Library, target: Target, product: BookProduct, page: Size) -> LayoutBatch:
    content = library.games[target.game]
    where = content.products[target.product].at(key=True)
    chapters = chapters_of(content, product, target.lang)
    edition = Edition(target.game, target.lang, target.ink)
    return LayoutBatch(
        f"{content.game.theme}/book",
        target.lang,
        target.ink,
        page.width,
        page.height,
        (
            FaceSource(
                target.id,
                where,
                where,
                book_view(library, edition, product),
            ),
            *(FaceSource(c.file, c.position, c.position, {}) for c in chapters),
        ),
        bleed=BLEED,
        safe=0.0,
        pages=MAX_PAGES,
        accent=content.game.accent,
        product=target.id,
        book=True,
    )


@dataclass(frozen=True, slots=True)
class _Book:
    """What the making of a file needs to know. `cover` is the word for the first page."""

    target: Target
    product: BookProduct
    page: Size
    info: DocumentInfo
    cover: str
    options: PrintOptions


def page_size(target: Target) -> Size:
    """A page of the book: A5, or half of the paper that a booklet is folded from."""
    whole = PAPERS[target.paper]
    if target.edition != "booklet":
        return whole
    half, a5 = Size(whole.height / 2, whole.width), PAPERS[BOOK_PAPER]
    near = abs(half.width - a5.width) < NEARLY and abs(half.height - a5.height) < NEARLY
    return a5 if near else half


# --- files -----------------------------------------------------------------------------------


def _finish(book: _Book, results: Iterable[LayoutResult], out: Path) -> None:
    ((laid,),) = (result.parts for result in results)
    if book.target.edition == "booklet":
        _fold(book, laid, out)
        return
    with pikepdf.Pdf.open(BytesIO(laid.pdf)) as pdf:
        for sheet in pdf.pages:
            _set_boxes(sheet, book.page, book.target.edition == "screen")
        _label(pdf, book.cover)
        pdf.Root.PageMode = pikepdf.Name.UseThumbs
        pdf.Root.PageLayout = pikepdf.Name.SinglePage
        write_pdf(pdf, book.info, out)


def _fold(book: _Book, laid: LaidOutPdf, out: Path) -> None:
    """Impose the pages for folding. Printers turn landscape sheets along the short edge.

    Raises ProjectError when the inner sheets would be moved into the fold.
    """
    count, thickness = len(laid.faces), book.product.sheet_thickness
    nested = -(-min(count, book.product.signature or count) // 4)
    if (nested - 1) * thickness > MAX_CREEP:
        raise ProjectError(
            f"{book.target.id}: {nested} sheets of {thickness:g} mm in each other do not fold; "
            "write signature: 32 in products.yaml"
        )
    plan = booklet(
        len(laid.faces),
        PAPERS[book.target.paper].turned(),
        book.page,
        signature=book.product.signature,
        thickness=book.product.sheet_thickness,
        bleed=BLEED,
        duplex=book.options.duplex or "short-edge",
    )
    parts = [(laid.pdf, tuple(range(len(laid.faces))))]
    compose(plan, draw_folds(plan), parts, 0.0, book.info, out, book.options.offset)


def _set_boxes(sheet: pikepdf.Page, page: Size, screen: bool) -> None:
    """Cut a page to its trim for the screen; for a print shop, say where the bleed is."""
    width, height = mm_to_points(page.width), mm_to_points(page.height)
    bleed = mm_to_points(BLEED)
    trim = [0, 0, round(width, 4), round(height, 4)]
    grown = [-bleed, -bleed, width + bleed, height + bleed]
    whole = trim if screen else [round(value, 4) for value in grown]
    sheet.mediabox = sheet.cropbox = sheet.bleedbox = pikepdf.Array(whole)
    sheet.trimbox = pikepdf.Array(trim)


def _label(pdf: pikepdf.Pdf, cover: str) -> None:
    """The cover has its name, every other page its folio."""
    first = pikepdf.Dictionary(P=pikepdf.String(cover))
    rest = pikepdf.Dictionary(S=pikepdf.Name.D, St=2)
    pdf.Root.PageLabels = pikepdf.Dictionary(Nums=pikepdf.Array([0, first, 1, rest]))
