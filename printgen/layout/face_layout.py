"""Lay out faces of one template and one size as one document, shrinking type where they overflow.

A face that does not fit is laid out again at the next type size of its template; at the smallest
size it is a problem at its entry.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markupsafe import Markup

from printgen.layout.batch import LaidOutPdf, LayoutBatch, LayoutResult
from printgen.layout.engine import Engine
from printgen.layout.filling import TemplateFiller
from printgen.layout.fitting import (
    Misfit,
    count_source_letters,
    measure_faces,
    overflow_problem,
    resolution_problems,
)
from printgen.layout.minify import minify_streams
from printgen.layout.weasyprint_types import Document

# WeasyPrint drops the part of an absolutely positioned box that is beyond the page. Faces are laid
# out on a page with this much room (mm) below the face, so that overflow can be measured.
OVERFLOW_ROOM = 400.0


def typeset_faces(
    filler: TemplateFiller, engine: Engine, batch: LayoutBatch, result: LayoutResult
) -> None:
    """Add the pages of the batch's faces to the result, and the problems of those that misfit."""
    steps = dict.fromkeys(range(len(batch.faces)), 0)
    while steps:
        step = min(steps.values())
        chosen = [index for index, at in steps.items() if at == step]
        filled = [filler.fill(batch, batch.faces[index], step) for index in chosen]
        bodies = {index: body for index, (body, _) in zip(chosen, filled, strict=True)}
        sizes = filled[0][1]
        misfits = _typeset_at_size(engine, batch, bodies, sizes[step], result)
        for index in chosen:
            del steps[index]
        for misfit in misfits.values():
            if step + 1 < len(sizes):
                steps[misfit.face] = step + 1
            else:
                result.problems.append(overflow_problem(batch, misfit, sizes[-1]))


def _typeset_at_size(
    engine: Engine, batch: LayoutBatch, bodies: dict[int, str], size: float, result: LayoutResult
) -> dict[int, Misfit]:
    """Lay out faces; add the pages of those that fit to the result, return the misfits."""
    engine.log.messages.clear()
    chosen = list(bodies)
    source = engine.parse(batch, _document(batch, bodies, size))
    document = engine.render(batch, source)
    letters = count_source_letters(source.etree_element)
    height = batch.height + 2 * batch.bleed + (0 if batch.pages else OVERFLOW_ROOM)
    misfits, pictures = measure_faces(batch, chosen, document.pages, letters, height)
    result.problems += resolution_problems(batch, pictures)
    fitting = [index for index in chosen if index not in misfits]
    if fitting:
        result.parts.append(_write_pages(batch, document, chosen, fitting))
    result.problems += engine.log_problems(batch, bodies)
    return misfits


def _write_pages(
    batch: LayoutBatch, document: Document, chosen: Sequence[int], fitting: list[int]
) -> LaidOutPdf:
    """The pages of the faces that fit: all pages of a sheet, one page per face otherwise."""
    if batch.pages:
        pages, faces = list(document.pages), fitting * len(document.pages)
    else:
        pages, faces = [document.pages[chosen.index(index)] for index in fitting], fitting
    return LaidOutPdf(document.copy(pages).write_pdf(finisher=minify_streams), tuple(faces))


def _document(batch: LayoutBatch, bodies: dict[int, str], size: float) -> str:
    """An HTML document with a page per face; type size in pt."""
    kind = "sheet" if batch.pages else "face"
    name = re.sub(r"[^a-z0-9]+", "-", batch.template.rpartition("/")[2])
    width_class = "narrow" if batch.width < 66 else "wide"
    classes = f"{kind} sized {name} ink-{batch.ink} {width_class}"
    sections = "".join(
        f'<section class="{classes}" id="face-{index}">{body}</section>'
        for index, body in bodies.items()
    )
    return (
        f'<!doctype html><html lang="{batch.lang}"><head><meta charset="utf-8">'
        f"<title>{Markup.escape(batch.faces[0].name)}</title>"
        f"<style>{_page_style(batch, size)}</style></head><body>{sections}</body></html>"
    )


def _page_style(batch: LayoutBatch, size: float) -> str:
    """The sizes of page, face, trim and safe zone as CSS."""
    bleed, safe = batch.bleed, batch.bleed + batch.safe
    width, height = batch.width + 2 * bleed, batch.height + 2 * bleed
    page = height if batch.pages else height + OVERFLOW_ROOM
    accent = f".face, .sheet {{ --accent: {batch.accent} }}" if batch.accent else ""
    return f"""
      @page {{ size: {width:g}mm {page:g}mm; {"" if batch.pages else "margin: 0"} }}
      .face {{ width: {width:g}mm; height: {height:g}mm; --bleed: {bleed:g}mm }}
      .sheet {{ --paper-width: {width:g}mm; --paper-height: {height:g}mm }}
      .trim {{ left: {bleed:g}mm; top: {bleed:g}mm; width: {batch.width:g}mm;
        height: {batch.height:g}mm; border-radius: {batch.radius:g}mm }}
      .safe {{ left: {safe:g}mm; top: {safe:g}mm; width: {batch.width - 2 * batch.safe:g}mm;
        height: {batch.height - 2 * batch.safe:g}mm }}
      .sized {{ font-size: {size:g}pt }}
      {accent}
    """
