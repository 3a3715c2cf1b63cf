"""A book as one document of many pages, laid out until its parts know where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from printgen.problems import Problem
from printgen.render.batch import Batch, Laid, Result
from printgen.render.places import Places, find_places, settle
from printgen.render.tidy import tidy
from printgen.render.words import lost, outside

if TYPE_CHECKING:
    from printgen.render.layout import Renderer


@dataclass(frozen=True, slots=True)
class Volume:
    """A book laid out: WeasyPrint's document, the HTML it was made of, and where things stand."""

    document: Any
    tree: Any
    body: str
    places: Places


def typeset_book(renderer: Renderer, batch: Batch, result: Result) -> None:
    """Add a book to the result, or what is wrong with it."""
    book = lay_out_book(renderer, batch)
    pages = book.document.pages
    if len(pages) > batch.pages:
        message = f"{batch.product} has {len(pages)} pages, {batch.pages} at most"
        result.problems.append(Problem(batch.faces[0].position, "face-overflow", message))
        return
    result.problems += outside(batch, pages)
    pdf = book.document.write_pdf(finisher=tidy, pdf_tags=True)
    # Of what is missing in the fonts, the drawing tells.
    result.problems += renderer.said(batch, {0: book.body})
    result.problems += lost(batch, book.tree, book.places.pages, pdf)
    result.parts.append(Laid(pdf, (0,) * len(pages)))


def lay_out_book(renderer: Renderer, batch: Batch) -> Volume:
    """Lay out a book: to learn where things come to stand, to try which chapters take a page less
    when they are set tighter, and for good."""
    loose = _lay(renderer, batch, Places()).places
    tried = _lay(renderer, batch, Places(tight=loose.short())).places
    known = settle(loose, tried)
    book = _lay(renderer, batch, known)
    if book.places.pages != known.pages:
        # What was not set tighter in the end has moved what follows; the index is to know.
        known.pages = book.places.pages
        book = _lay(renderer, batch, known)
    return book


def _lay(renderer: Renderer, batch: Batch, known: Places) -> Volume:
    """Lay the book out once, given what is known of its places."""
    body, sizes = renderer.fill(
        batch, batch.faces[0], 0, pages=known.pages, room=known.room(), tight=known.tight
    )
    document, tree = renderer.render(batch, _document(batch, body, sizes[0]))
    return Volume(document, tree, body, find_places(document.pages))


def _document(batch: Batch, body: str, size: float) -> str:
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
