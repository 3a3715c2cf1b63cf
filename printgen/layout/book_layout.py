"""Lay out a book as one document, repeatedly until its page numbers converge."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from markupsafe import Markup

from printgen.layout.anchors import Anchors, keep_tightened, read_anchors
from printgen.layout.engine import Engine
from printgen.layout.filling import TemplateFiller
from printgen.layout.jobs import Fault, Job, JobResult
from printgen.layout.minify import minify_streams
from printgen.layout.text_coverage import missing_text, overflowing_text
from printgen.layout.weasyprint_types import Document

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


def typeset_book(filler: TemplateFiller, engine: Engine, job: Job, result: JobResult) -> None:
    """Add the pages of a book to the result, and its faults. Raises TemplateFault."""
    format = job.format
    book = lay_out_book(filler, engine, job)
    pages = book.document.pages
    if len(pages) > format.pages:
        message = f"{format.product} has {len(pages)} pages; the maximum is {format.pages}"
        result.faults.append(Fault("face-overflow", message))
        return
    if not book.converged:
        message = f"{format.product} ({format.lang}): page numbers change with every layout"
        hint = "a style may not depend on data-page"
        result.faults.append(Fault("page-number", message, hint, "warning"))
    result.faults += overflowing_text(job, pages)
    result.pdf = book.document.write_pdf(finisher=minify_streams, pdf_tags=True)
    result.pages = len(pages)
    # Missing glyphs are logged when the PDF is written.
    result.faults += engine.log_faults(job) + engine.style_faults(format)
    result.faults += missing_text(job, book.tree, book.anchors.pages, result.pdf)


def lay_out_book(filler: TemplateFiller, engine: Engine, job: Job) -> BookLayout:
    """Lay out a book: once for its anchors, once to find the chapters that take a page less with
    tighter type, then until its page numbers converge.
    """
    loose = _lay_out_once(filler, engine, job, Anchors()).anchors
    sparse = loose.sparse_sections()
    tightened = (
        _lay_out_once(filler, engine, job, Anchors(loose.pages, tight=sparse)).anchors
        if sparse
        else loose
    )
    known = keep_tightened(loose, tightened)
    for _ in range(MAX_PASSES):
        book = _lay_out_once(filler, engine, job, known)
        if book.converged:
            break
        known.pages = book.anchors.pages
    return book


def _lay_out_once(filler: TemplateFiller, engine: Engine, job: Job, known: Anchors) -> BookLayout:
    """One pass, with the anchors of the previous pass."""
    body, sizes = filler.fill(job, 0, pages=known.pages, room=known.room(), tight=known.tight)
    source = engine.parse(job.format, _document(job, body, sizes[0]))
    tree = source.etree_element
    _number_links(tree, known.pages)
    document = engine.render(job.format, source)
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


def _document(job: Job, body: str, size: float) -> str:
    """The HTML document of a book: pages at trim size, with bleed around them; type size in pt."""
    format, width = job.format, job.format.width
    accent = f".book {{ --accent: {format.accent} }}" if format.accent else ""
    style = f"""
      .book {{ --cover-height: {format.height - 1:g}mm }}
      @page {{ size: {width:g}mm {format.height:g}mm; bleed: {format.bleed:g}mm; marks: none }}
      html {{ font-size: {size:g}pt }}
      {accent}
    """
    title = Markup.escape(str(job.context["title"]))
    return (
        f'<!doctype html><html lang="{format.lang}"><head><meta charset="utf-8">'
        f"<title>{title}</title>"
        f'<style>{style}</style></head><body class="book ink-{format.ink}">{body}</body></html>'
    )
