"""Lay out a book as one document, repeatedly until its page numbers converge."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from markupsafe import Markup

from printgen.layout.anchors import Anchors, keep_tightened, read_anchors
from printgen.layout.batch import LaidOutPdf, LayoutBatch, LayoutResult
from printgen.layout.engine import Engine
from printgen.layout.filling import TemplateFiller
from printgen.layout.minify import minify_streams
from printgen.layout.text_coverage import missing_text, overflowing_text
from printgen.layout.weasyprint_types import Document
from printgen.problems import Problem

# Maximum passes until page numbers converge; most books need two.
MAX_PASSES = 5


@dataclass(frozen=True, slots=True)
class BookLayout:
    """A laid-out book: WeasyPrint's document, its HTML as a tree and as text, the positions of its
    anchors, and the page numbers printed in it.
    """

    document: Document
    tree: Element
    body: str
    anchors: Anchors
    printed_numbers: dict[str, int]

    @property
    def converged(self) -> bool:
        """Whether the printed page numbers are those of the pages."""
        return self.printed_numbers == self.anchors.pages


def typeset_book(
    filler: TemplateFiller, engine: Engine, batch: LayoutBatch, result: LayoutResult
) -> None:
    """Add the pages of a book to the result, and its problems."""
    book = lay_out_book(filler, engine, batch)
    pages, where = book.document.pages, batch.faces[0].position
    if len(pages) > batch.pages:
        message = f"{batch.product} has {len(pages)} pages; the maximum is {batch.pages}"
        result.problems.append(Problem(where, "face-overflow", message))
        return
    if not book.converged:
        message = f"{batch.product} ({batch.lang}): page numbers change with every layout"
        hint = "a style may not depend on data-page"
        result.problems.append(Problem(where, "page-number", message, hint, "warning"))
    result.problems += overflowing_text(batch, pages)
    pdf = book.document.write_pdf(finisher=minify_streams, pdf_tags=True)
    # Missing glyphs are logged when the PDF is written.
    result.problems += engine.log_problems(batch, {0: book.body})
    result.problems += missing_text(batch, book.tree, book.anchors.pages, pdf)
    result.parts.append(LaidOutPdf(pdf, (0,) * len(pages)))


def lay_out_book(filler: TemplateFiller, engine: Engine, batch: LayoutBatch) -> BookLayout:
    """Lay out a book: once for its anchors, once to find the chapters that take a page less with
    tighter type, then until its page numbers converge.
    """
    loose = _lay_out_once(filler, engine, batch, Anchors()).anchors
    sparse = loose.sparse_sections()
    tightened = (
        _lay_out_once(filler, engine, batch, Anchors(loose.pages, tight=sparse)).anchors
        if sparse
        else loose
    )
    known = keep_tightened(loose, tightened)
    for _ in range(MAX_PASSES):
        book = _lay_out_once(filler, engine, batch, known)
        if book.converged:
            break
        known.pages = book.anchors.pages
    return book


def _lay_out_once(
    filler: TemplateFiller, engine: Engine, batch: LayoutBatch, known: Anchors
) -> BookLayout:
    """One pass, with the anchors of the previous pass."""
    body, sizes = filler.fill(
        batch, batch.faces[0], 0, pages=known.pages, room=known.room(), tight=known.tight
    )
    source = engine.parse(batch, _document(batch, body, sizes[0]))
    tree = source.etree_element
    _number_links(tree, known.pages)
    document = engine.render(batch, source)
    return BookLayout(document, tree, body, read_anchors(document.pages), known.pages)


def _number_links(tree: Element, pages: dict[str, int]) -> None:
    """Write the target's page number into each internal link, as `data-page`.

    With CSS `target-counter`, WeasyPrint would lay out every page with a link twice, in each pass.
    """
    for link in tree.iter("a"):
        href = link.get("href", "")
        page = pages.get(unquote(href[1:])) if pages else "00"
        if href.startswith("#") and page:
            link.set("data-page", str(page))


def _document(batch: LayoutBatch, body: str, size: float) -> str:
    """The HTML document of a book: pages at trim size, with bleed around them; type size in pt."""
    accent = f".book {{ --accent: {batch.accent} }}" if batch.accent else ""
    style = f"""
      .book {{ --cover-height: {batch.height - 1:g}mm }}
      @page {{ size: {batch.width:g}mm {batch.height:g}mm; bleed: {batch.bleed:g}mm; marks: none }}
      html {{ font-size: {size:g}pt }}
      {accent}
    """
    title = Markup.escape(str(batch.faces[0].context["title"]))
    return (
        f'<!doctype html><html lang="{batch.lang}"><head><meta charset="utf-8">'
        f"<title>{title}</title>"
        f'<style>{style}</style></head><body class="book ink-{batch.ink}">{body}</body></html>'
    )
