"""A book as one document of many pages, laid out until its parts know where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from printgen.problems import Problem
from printgen.render.batch import Batch, Laid, Result
from printgen.render.places import Places, find_places, settle
from printgen.render.tidy import tidy
from printgen.render.words import lost, outside

if TYPE_CHECKING:
    from printgen.render.layout import Renderer


def typeset_book(renderer: Renderer, batch: Batch, result: Result) -> None:
    """Lay out a book: to learn where things come to stand, to try which chapters take a page less
    when they are set tighter, and to print them."""
    loose = find_places(_lay(renderer, batch, Places())[0].pages)
    tried = find_places(_lay(renderer, batch, Places(tight=loose.short()))[0].pages)
    places = settle(loose, tried)
    # Pages of the index may have moved by what was not set tighter in the end.
    for _ in range(2):
        document, tree, body = _lay(renderer, batch, places)
        stood, places.pages = places.pages, find_places(document.pages).pages
        if stood == places.pages:
            break
    result.problems += renderer.said(batch, {0: body})
    if len(document.pages) > batch.pages:
        message = f"{batch.product} has {len(document.pages)} pages, {batch.pages} at most"
        result.problems.append(Problem(batch.faces[0].position, "face-overflow", message))
        return
    result.problems += outside(batch, document.pages)
    pdf = document.write_pdf(finisher=tidy, pdf_tags=True)
    result.problems += lost(batch, tree, places.pages, pdf)
    result.parts.append(Laid(pdf, (0,) * len(document.pages)))


def _lay(renderer: Renderer, batch: Batch, places: Places) -> tuple[Any, Any, str]:
    """The book given what is known of its places: the document, its tree, its HTML."""
    body, sizes = renderer.fill(
        batch, batch.faces[0], 0, pages=places.pages, room=places.room(), tight=places.tight
    )
    return (*renderer.render(batch, _document(batch, body, sizes[0])), body)


def _document(batch: Batch, body: str, size: float) -> str:
    """The HTML document of a book. Its pages are at trim size; what bleeds goes beyond them."""
    accent = f".book {{ --accent: {batch.accent} }}" if batch.accent else ""
    style = f"""
      @page {{ size: {batch.width:g}mm {batch.height:g}mm; bleed: {batch.bleed:g}mm; marks: none }}
      html {{ font-size: {size:g}pt }}
      {accent}
    """
    return (
        f'<!doctype html><html lang="{batch.lang}"><head><meta charset="utf-8">'
        f"<title>{Markup.escape(batch.faces[0].context['title'])}</title>"
        f'<style>{style}</style></head><body class="book ink-{batch.ink}">{body}</body></html>'
    )
