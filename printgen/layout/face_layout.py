"""Lay out faces of one template and one size as one document, shrinking type where they overflow.

A face that does not fit at the first type size of its template gets the largest size at which it
fits, found by halving; a face that does not fit at the smallest size is a problem at its entry.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass

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
from printgen.problems import Problem

# WeasyPrint drops the part of an absolutely positioned box that is beyond the page. Faces are laid
# out on a page with this much room (mm) below the face, so that overflow can be measured.
OVERFLOW_ROOM = 400.0


@dataclass(frozen=True, slots=True)
class Attempt:
    """Faces laid out at one type size: their indices with their HTML, their pages, and the
    resolution (dpi) of each picture with its face.
    """

    bodies: dict[int, str]
    document: Document
    pictures: list[tuple[int, float]]


@dataclass(slots=True)
class SizeSearch:
    """The search for the largest type size at which a face fits: the first size, then by halving.

    Steps count the sizes from the largest. `low` is the last step that is too large, `high` the
    first that fits in `attempt`, or the number of sizes.
    """

    low: int = -1
    high: int = 1
    attempt: Attempt | None = None
    misfit: Misfit | None = None

    @property
    def step(self) -> int:
        """The next step to try."""
        return (self.low + self.high) // 2

    @property
    def ended(self) -> bool:
        """Whether no step is left to try."""
        return self.high - self.low <= 1

    def record(self, count: int, attempt: Attempt, misfit: Misfit | None) -> None:
        """Take in the outcome of the next step; `count` is the number of sizes."""
        step = self.step
        if misfit is None:
            self.high, self.attempt = step, attempt
        else:
            self.low, self.misfit = step, misfit
            self.high = self.high if self.attempt else count


def typeset_faces(
    filler: TemplateFiller, engine: Engine, batch: LayoutBatch, result: LayoutResult
) -> None:
    """Add the pages of the batch's faces to the result, and the problems of those that misfit."""
    searches = [SizeSearch() for _ in batch.faces]
    attempts = []
    while left := [index for index, search in enumerate(searches) if not search.ended]:
        step = min(searches[index].step for index in left)
        chosen = [index for index in left if searches[index].step == step]
        filled = [filler.fill(batch, batch.faces[index], step) for index in chosen]
        bodies = {index: body for index, (body, _) in zip(chosen, filled, strict=True)}
        sizes = filled[0][1]
        attempt, misfits = _lay_out_at_size(engine, batch, bodies, sizes[step], result)
        attempts.append(attempt)
        for index in chosen:
            search = searches[index]
            search.record(len(sizes), attempt, misfits.get(index))
            if search.ended and search.attempt is None and search.misfit:
                result.problems += _resolutions(batch, attempt, [index])
                result.problems.append(overflow_problem(batch, search.misfit, sizes[-1]))
    for attempt in attempts:
        fitting = [index for index in attempt.bodies if searches[index].attempt is attempt]
        if fitting:
            _write_attempt(engine, batch, attempt, fitting, result)


def _lay_out_at_size(
    engine: Engine, batch: LayoutBatch, bodies: dict[int, str], size: float, result: LayoutResult
) -> tuple[Attempt, dict[int, Misfit]]:
    """Lay out faces at a type size (pt); return them with those that do not fit."""
    engine.log.messages.clear()
    source = engine.parse(batch, _document(batch, bodies, size))
    document = engine.render(batch, source)
    letters = count_source_letters(source.etree_element)
    height = batch.height + 2 * batch.bleed + (0 if batch.pages else OVERFLOW_ROOM)
    misfits, pictures = measure_faces(batch, list(bodies), document.pages, letters, height)
    result.problems += engine.log_problems(batch, bodies)
    return Attempt(bodies, document, pictures), misfits


def _write_attempt(
    engine: Engine,
    batch: LayoutBatch,
    attempt: Attempt,
    fitting: list[int],
    result: LayoutResult,
) -> None:
    """Add the pages of fitting faces to the result: all pages of a sheet, else one per face."""
    engine.log.messages.clear()
    document, chosen = attempt.document, list(attempt.bodies)
    if batch.pages:
        pages, faces = list(document.pages), fitting * len(document.pages)
    else:
        pages, faces = [document.pages[chosen.index(index)] for index in fitting], fitting
    pdf = document.copy(pages).write_pdf(finisher=minify_streams)
    result.parts.append(LaidOutPdf(pdf, tuple(faces)))
    result.problems += _resolutions(batch, attempt, fitting)
    # Missing glyphs are logged when the PDF is written.
    result.problems += engine.log_problems(batch, {i: attempt.bodies[i] for i in fitting})


def _resolutions(batch: LayoutBatch, attempt: Attempt, faces: Container[int]) -> list[Problem]:
    """The problems of the pictures of some faces."""
    return resolution_problems(batch, [at for at in attempt.pictures if at[0] in faces])


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
