"""A book as one document of many pages, laid out until its parts know where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from markupsafe import Markup

from printgen.layout.anchors import Anchors, keep_tightened, read_anchors
from printgen.layout.batch import LaidOutPdf, LayoutBatch, LayoutResult
from printgen.layout.minify import minify_streams
from printgen.layout.text_coverage import missing_text, text_outside
from printgen.problems import Problem

if TYPE_CHECKING:
    from printgen.layout.renderer import Renderer


# A book is laid out so often with the page numbers of the time before; most need two of them.
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class BookLayout:
    """A book laid out: WeasyPrint's document, the HTML it was made of, where things stand, and
    the page numbers that are said in it.
    """

    document: Any
    tree: Any
    body: str
    anchors: Anchors
    printed_numbers: dict[str, int]

    @property
    def converged(self) -> bool:
        """Whether the numbers that are said are those of the pages."""
        return self.printed_numbers == self.anchors.pages


def typeset_book(renderer: Renderer, batch: LayoutBatch, result: LayoutResult) -> None:
    """Add a book to the result, or what is wrong with it."""
    book = lay_out_book(renderer, batch)
    pages = book.document.pages
    if len(pages) > batch.pages:
        message = f"{batch.product} has {len(pages)} pages, {batch.pages} at most"
        result.problems.append(Problem(batch.faces[0].position, "face-overflow", message))
        return
    if not book.converged:
        message = f"{batch.product} ({batch.lang}): page numbers change with every layout"
        hint = "a style may not depend on data-page"
        where = batch.faces[0].position
        result.problems.append(Problem(where, "page-number", message, hint, "warning"))
    result.problems += text_outside(batch, pages)
    pdf = book.document.write_pdf(finisher=minify_streams, pdf_tags=True)
    # Of what is missing in the fonts, the drawing tells.
    result.problems += renderer.log_problems(batch, {0: book.body})
    result.problems += missing_text(batch, book.tree, book.anchors.pages, pdf)
    result.parts.append(LaidOutPdf(pdf, (0,) * len(pages)))


def lay_out_book(renderer: Renderer, batch: LayoutBatch) -> BookLayout:
    """Lay out a book: to learn where things come to stand, to try which chapters take a page less
    when they are set tighter, and then until the page numbers in it are true."""
    loose = _lay(renderer, batch, Anchors()).anchors
    short = loose.sparse_sections()
    tried = _lay(renderer, batch, Anchors(loose.pages, tight=short)).anchors if short else loose
    known = keep_tightened(loose, tried)
    for _ in range(ROUNDS):
        book = _lay(renderer, batch, known)
        if book.converged:
            break
        known.pages = book.anchors.pages
    return book


def _lay(renderer: Renderer, batch: LayoutBatch, known: Anchors) -> BookLayout:
    """Lay the book out once, given what is known of its anchors."""
    body, sizes = renderer.fill(
        batch, batch.faces[0], 0, pages=known.pages, room=known.room(), tight=known.tight
    )
    source = renderer.parse(batch, _document(batch, body, sizes[0]))
    _number(source.etree_element, known.pages)
    document = renderer.render(batch, source)
    return BookLayout(
        document, source.etree_element, body, read_anchors(document.pages), known.pages
    )


def _number(tree: Any, pages: dict[str, int]) -> None:
    """Write the page of its end into each link within the book, as `data-page`.

    With `target-counter`, every page with a link would be laid out twice, and each time anew.
    """
    for link in tree.iter("a"):
        href = link.get("href", "")
        page = pages.get(unquote(href[1:])) if pages else "00"
        if href.startswith("#") and page:
            link.set("data-page", str(page))


def _document(batch: LayoutBatch, body: str, size: float) -> str:
    """The HTML document of a book. Its pages are at trim size; what bleeds goes beyond them."""
    accent = f".book {{ --accent: {batch.accent} }}" if batch.accent else ""
    style = f"""
      .book {{ --cover-height: {batch.height - 1:g}mm }}
      @page {{ size: {batch.width:g}mm {batch.height:g}mm; bleed: {batch.bleed:g}mm; marks: none }}
      html {{ font-size: {size:g}pt }}
      {accent}
    """
    return (
        f'<!doctype html><html lang="{batch.lang}"><head><meta charset="utf-8">'
        f"<title>{Markup.escape(batch.faces[0].context['title'])}</title>"
        f'<style>{style}</style></head><body class="book ink-{batch.ink}">{body}</body></html>'
    )
