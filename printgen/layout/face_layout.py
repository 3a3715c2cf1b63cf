"""Lay out faces and sheets of one format as one document, with smaller type where they overflow.

A face that does not fit at the first type size of its template gets the largest size at which it
fits, found by halving; a face that does not fit at the smallest size has a fault.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby

from markupsafe import Markup

from printgen.layout.engine import Engine
from printgen.layout.face_writer import FaceWriter
from printgen.layout.filling import Filling, TemplateFault, TemplateFiller
from printgen.layout.fitting import (
    Misfit,
    count_source_letters,
    measure_faces,
    name_cause,
    overflow_fault,
    resolution_faults,
)
from printgen.layout.inks import written_in
from printgen.layout.jobs import Fault, Job, JobResult, PageFormat
from printgen.layout.legibility import face_faults, sheet_faults
from printgen.layout.read_log import ReadLog
from printgen.layout.tagging.drawing import write_sheet
from printgen.layout.weasyprint_types import Document
from printgen.paper import Size
from printgen.project import TEMPLATE_SUFFIX, TEMPLATES

# WeasyPrint drops the part of an absolutely positioned box that is beyond the page. Faces are laid
# out on a page with this much room (mm) below the face, so that overflow can be measured.
OVERFLOW_ROOM = 400.0


@dataclass(frozen=True, slots=True)
class Attempt:
    """A job laid out at one type size: the index of its first page, and its faults so far."""

    document: Document
    page: int
    faults: list[Fault]


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


@dataclass(slots=True)
class _Item:
    """A job with its number in the batch, its search, its HTML at the current step, and more."""

    number: int
    job: Job
    log: ReadLog = field(default_factory=ReadLog)
    search: SizeSearch = field(default_factory=SizeSearch)
    result: JobResult = field(default_factory=JobResult)
    filling: Filling = field(default_factory=lambda: Filling("", [], 0.0))
    faulty: bool = False

    @property
    def size(self) -> float:
        """The type size of the current step in points."""
        return self.filling.sizes[self.search.step]

    @property
    def pages(self) -> int:
        """The most pages of the job at the current step, 0 for a face."""
        most = self.job.format.pages
        return min(most, 1) if self.size > self.filling.usual else most


class FaceLayout:
    """Lays out faces and sheets."""

    def __init__(self, filler: TemplateFiller, engine: Engine):
        self.filler, self.engine = filler, engine
        self.writer = FaceWriter()

    def typeset(self, jobs: Sequence[Job]) -> list[tuple[JobResult, ReadLog]]:
        """The results of jobs of one format, in order, with what they have read."""
        items = [_Item(number, job) for number, job in enumerate(jobs)]
        while waiting := [item for item in items if not (item.faulty or item.search.ended)]:
            for item in waiting:
                self._fill(item)
            sound = sorted((item for item in waiting if not item.faulty), key=lambda i: i.size)
            for _, group in groupby(sound, key=lambda item: item.size):
                self._try(sorted(group, key=lambda item: item.number))
        for item in items:
            self._finish(item)
        return [(item.result, item.log) for item in items]

    def _fill(self, item: _Item) -> None:
        """Fill the template of a job at its current step."""
        with item.log.recording(self.filler):
            try:
                item.filling = self.filler.fill(item.job, item.search.step)
            except TemplateFault as error:
                item.result.faults.append(error.fault)
                item.faulty = True

    def _try(self, items: Sequence[_Item]) -> None:
        """Lay out jobs that are at the same type size."""
        format = items[0].job.format
        common = ReadLog()
        # Each job has the messages about its pictures, whatever was laid out before it.
        self.engine.forget_failed_pictures()
        with common.recording(self.filler):
            source = self.engine.parse(format, _document(items))
            document = self.engine.render(format, source)
        if self.engine.log.messages and len(items) > 1:
            # A warning: lay out each job alone, to know whose it is.
            self.engine.log.take()
            self.engine.forget_pictures()
            for item in items:
                self._try([item])
            return
        letters = count_source_letters(source.etree_element)
        height = format.height + 2 * format.bleed + (0 if format.pages else OVERFLOW_ROOM)
        numbers = [item.number for item in items]
        bodies = "".join(item.filling.html for item in items)
        most = items[0].pages
        misfits, pictures = measure_faces(numbers, document.pages, letters, height, most)
        warnings = self.engine.log_faults(items[0].job)
        for at, item in enumerate(items):
            item.log.add(common, item.filling.html, bodies)
            found = [dpi for number, dpi in pictures if number == item.number]
            faults = resolution_faults(item.job, found) + warnings
            misfit = misfits.get(item.number)
            item.search.record(len(item.filling.sizes), Attempt(document, at, faults), misfit)
            if item.search.ended and not item.search.attempt and misfit:
                smallest = item.filling.sizes[-1]
                named = name_cause(misfit, source.etree_element)
                item.result.faults += [*faults, overflow_fault(item.job, named, smallest)]

    def _finish(self, item: _Item) -> None:
        """Write the face of a job, or all pages of a sheet, at the size that fits."""
        attempt, format, result = item.search.attempt, item.job.format, item.result
        if attempt is not None:
            with item.log.recording(self.filler), written_in(format.ink):
                if format.kind == "sheet":
                    result.pdf, result.tags = write_sheet(attempt.document)
                    result.pages = len(attempt.document.pages)
                    limits = sheet_faults(item.job, result.pdf)
                else:
                    size = Size(format.width, format.height).grown(format.bleed)
                    page = attempt.document.pages[attempt.page]
                    result.face = self.writer.write(page, size)
                    limits = face_faults(item.job, result.face)
            # Missing glyphs are logged when a page is written.
            result.faults += attempt.faults + self.engine.log_faults(item.job) + limits
        if not item.faulty:
            result.faults += self.engine.style_faults(format)


@cache
def _is_plain(name: str) -> bool:
    """Whether the plain theme has a template of this name."""
    return (TEMPLATES / "plain" / f"{name}{TEMPLATE_SUFFIX}").is_file()


def _document(items: Sequence[_Item]) -> str:
    """An HTML document with a page per face.

    The sections have no `id`: WeasyPrint computes the styles of a section with an anchor, and of
    all elements in it, anew for each section.
    """
    format = items[0].job.format
    name = re.sub(r"[^a-z0-9]+", "-", format.template.rpartition("/")[2])
    width_class = "narrow" if format.width < 66 else "wide"
    # A face of a template that the plain theme lacks looks like a card of the theme.
    usual = " card-front" if format.kind == "face" and not _is_plain(name) else ""
    classes = f"{format.kind} sized {name}{usual} ink-{format.ink} {width_class}"
    sections = "".join(
        f'<section class="{classes}" data-face="{item.number}">{item.filling.html}</section>'
        for item in items
    )
    title = Markup.escape(items[0].job.name)
    return (
        f'<!doctype html><html lang="{format.lang}"><head><meta charset="utf-8">'
        f"<title>{title}</title>"
        f"<style>{_page_style(format, items[0].size)}</style></head>"
        f"<body>{sections}</body></html>"
    )


def _page_style(format: PageFormat, size: float) -> str:
    """The sizes of page, face, trim and safe zone as CSS; type size in pt."""
    bleed, safe = format.bleed, format.bleed + format.safe
    width, height = format.width + 2 * bleed, format.height + 2 * bleed
    page = height if format.pages else height + OVERFLOW_ROOM
    accent = f".face, .sheet {{ --accent: {format.accent} }}" if format.accent else ""
    return f"""
      @page {{ size: {width:g}mm {page:g}mm; {"" if format.pages else "margin: 0"} }}
      .face {{ width: {width:g}mm; height: {height:g}mm; --bleed: {bleed:g}mm }}
      .sheet {{ --paper-width: {width:g}mm; --paper-height: {height:g}mm }}
      .trim {{ left: {bleed:g}mm; top: {bleed:g}mm; width: {format.width:g}mm;
        height: {format.height:g}mm; border-radius: {format.radius:g}mm }}
      .safe {{ left: {safe:g}mm; top: {safe:g}mm; width: {format.width - 2 * format.safe:g}mm;
        height: {format.height - 2 * format.safe:g}mm }}
      .sized {{ font-size: {size:g}pt }}
      {accent}
    """
