"""Lay out faces and sheets of one format as one document, with smaller type where they overflow.

A face that does not fit at the first type size of its template gets the largest size at which it
fits, found by halving; a face that does not fit at the smallest size has a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from typing import NamedTuple
from xml.etree.ElementTree import Element

from markupsafe import Markup

from printgen.layout.assembly import assemble, font_programs
from printgen.layout.content_streams import written_in
from printgen.layout.crossings import Meetings, meetings
from printgen.layout.drafts import frame_operators
from printgen.layout.face_codes import (
    MODULES,
    QUIET,
    PlacedCode,
    code_size,
    place_code,
    smallest_letters,
)
from printgen.layout.face_writer import FaceWriter
from printgen.layout.faces import Code
from printgen.layout.fitting import (
    ICON,
    MIN_DPI,
    PICTURE,
    RECOMMENDED_DPI,
    Misfit,
    PrintedPicture,
    count,
    count_source_letters,
    face_sections,
    measure_faces,
    name_cause,
    plain,
)
from printgen.layout.jobs import OVERFLOW, PAGES, Fault, Job, JobResult, PageFormat
from printgen.layout.legibility import face_faults, sheet_faults, smallest_type
from printgen.layout.tag_writing import write_sheet
from printgen.layout.templates import Filling, ReadLog, TemplateFault, TemplateFiller
from printgen.layout.typesetter import Typesetter
from printgen.layout.visibility import Shown, hidden_words
from printgen.layout.weasyprint import Document, Page
from printgen.paper import Size
from printgen.problems import Severity, shorten
from printgen.project import TEMPLATE_SUFFIX, TEMPLATES
from printgen.typography.language import html_language
from printgen.typography.print_limits import too_small
from printgen.typography.text import plain_words

# A word that is wider than its line is hyphenated in type for reading (pt); in larger type, when it
# has to be smaller than this share of its first size.
READING_TYPE, SHRUNK = 12.0, 0.8


@dataclass(frozen=True, slots=True)
class Attempt:
    """A job laid out at one type size: the index of its first page, its faults, its HTML, and the
    place of its code.
    """

    document: Document
    page: int
    faults: list[Fault]
    html: Element
    code: PlacedCode | None = None


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
    """A job with its number in the batch, its search, its HTML at the current step, and more.

    `anywhere` is whether its code may be in any place: at the lower edge is none at any type size.
    `wide` is the size from which on words that are wider than their line are hyphenated. `styled`
    is whether a template or a style of the project has part in it.
    """

    number: int
    job: Job
    log: ReadLog = field(default_factory=ReadLog)
    search: SizeSearch = field(default_factory=SizeSearch)
    result: JobResult = field(default_factory=JobResult)
    filling: Filling = field(default_factory=lambda: Filling("", [], 0.0))
    faulty: bool = False
    lost: Attempt | None = None
    # What does not fit, at its smallest size. A face has a mark; a sheet is for drafts alone.
    overfull: Attempt | None = None
    overflow: Fault | None = None
    anywhere: bool = False
    wide: float = 0.0
    styled: bool = False

    @property
    def divided(self) -> bool:
        """Whether words that are wider than their line are hyphenated at the current step."""
        return self.size <= self.wide

    @property
    def dividable(self) -> bool:
        """Whether words may be hyphenated at the current step, which has not been tried."""
        largest = max(READING_TYPE, SHRUNK * self.filling.sizes[0])
        return self.job.format.kind == "face" and not self.divided and self.size <= largest

    @property
    def written(self) -> Attempt | None:
        """The layout that is written."""
        return self.search.attempt or self.lost or self.overfull

    def pages_of(self, attempt: Attempt) -> Sequence[Page]:
        """The pages of a layout that are those of the job."""
        pages = attempt.document.pages
        return pages if self.job.format.pages else pages[attempt.page : attempt.page + 1]

    @property
    def whole(self) -> Size:
        """The size of the face or page with its bleed."""
        return Size(self.job.format.width, self.job.format.height).grown(self.job.format.bleed)

    @property
    def size(self) -> float:
        """The type size of the current step in points."""
        return self.filling.sizes[self.search.step]

    @property
    def pages(self) -> int:
        """The most pages of the job at the current step, 0 for a face."""
        most = self.job.format.pages
        return min(most, 1) if self.size > self.filling.usual else most

    def placed_code(self, code: Code, page: Page) -> PlacedCode | None:
        """The code in its place. To make room, type gets no smaller than can be read."""
        format = self.job.format
        if self.search.step and too_small(smallest_letters(page), smallest_type(format)):
            return None
        return place_code(code, page, format, self.anywhere)

    def end(self, attempt: Attempt, misfit: Misfit, root: Element) -> None:
        """Take in the end of the search without a size that fits: try other places for a code."""
        if misfit.crowded and not self.anywhere:
            self.anywhere, self.search = True, SizeSearch()
        else:
            self.fail(attempt, misfit, root)

    def fail(self, attempt: Attempt, misfit: Misfit, root: Element) -> None:
        """Take in that the job does not fit at its smallest size. `root` is the HTML of the batch.

        It is written: a face has a mark, and words that the style of a project hides can be named.
        Words that are lost in printgen's own styles are too many.
        """
        named = name_cause(misfit, root)
        self.overflow = overflow_fault(self.job, named, self.filling.sizes[-1])
        self.result.faults.append(self.overflow)
        if misfit.lost and self.styled:
            self.lost = attempt
        else:
            self.overfull = attempt


class FaceLayout:
    """Lays out faces and sheets."""

    def __init__(self, filler: TemplateFiller, typesetter: Typesetter):
        self.filler, self.typesetter = filler, typesetter
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
        self._look(items)
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
        common, bodies = ReadLog(), {item.number: item.filling.html for item in items}
        # Each job has the messages about its pictures, whatever was laid out before it.
        self.typesetter.forget_failed_pictures()
        with common.recording(self.filler):
            divided = {item.number for item in items if item.divided}
            written = face_document(items[0].job, items[0].size, bodies, divided)
            source = self.typesetter.parse(format, written)
            document = self.typesetter.render(format, source)
        if self.typesetter.log.messages and len(items) > 1:
            # A warning: lay out each job alone, to know whose it is.
            self.typesetter.log.take()
            self.typesetter.forget_pictures()
            for item in items:
                self._try([item])
            return
        letters = count_source_letters(source.etree_element)
        height = format.height + 2 * format.bleed + (0 if format.pages else OVERFLOW_ROOM)
        numbers = [item.number for item in items]
        others = "".join(bodies.values())
        most = items[0].pages
        measured = measure_faces(numbers, document.pages, letters, height, most)
        warnings = self.typesetter.log_faults(items[0].job)
        sections = face_sections(source.etree_element)
        for item in items:
            item.log.add(common, item.filling.html, others)
            found = [picture for n, picture in measured.pictures if n == item.number]
            faults = resolution_faults(item.job, found) + warnings
            misfit = measured.misfits.get(item.number)
            if misfit and misfit.sideways and item.dividable:
                item.wide = item.size
                continue
            first, html = measured.pages.get(item.number, 0), sections[item.number]
            code = None
            if item.job.code and misfit is None:
                code = item.placed_code(item.job.code, document.pages[first])
                misfit = None if code else Misfit(item.number, 0.0, "", crowded=True)
            attempt = Attempt(document, first, faults, html, code)
            item.search.record(len(item.filling.sizes), attempt, misfit)
            if item.search.ended and not item.search.attempt and misfit:
                item.styled = any(map(self.filler.files.is_own, item.log.files))
                item.end(attempt, misfit, source.etree_element)

    def _finish(self, item: _Item) -> None:
        """Write the face of a job, or all pages of a sheet, at the size that fits."""
        attempt, format, result = item.written, item.job.format, item.result
        if attempt is not None:
            with item.log.recording(self.filler), written_in(format.ink):
                if format.kind == "sheet":
                    result.pdf, result.tags = write_sheet(attempt.document)
                    result.pages = len(attempt.document.pages)
                    limits = sheet_faults(item.job, result.pdf)
                else:
                    page = attempt.document.pages[attempt.page]
                    frame = frame_operators(format) if item.overflow else b""
                    result.face = self.writer.write(page, item.whole, attempt.code, frame)
                    # What does not fit is small for this reason.
                    limits = [] if item.overfull else face_faults(item.job, result.face)
            # Missing glyphs are logged when a page is written.
            result.faults += attempt.faults + self.typesetter.log_faults(item.job)
            if item.overfull and format.kind == "sheet" and not format.draft:
                result.pdf, result.pages, result.tags = b"", 0, None
            else:
                result.faults += limits
        if not item.faulty:
            result.faults += self.typesetter.style_faults(format)

    def _look(self, items: Sequence[_Item]) -> None:
        """Add the faults of words that are not seen, or crossed. printgen's own themes are proven
        by tests, but for words that meet others or pictures: texts may be as long as they like,
        pictures may be behind them. These do not stop a build.
        """
        files = self.filler.files
        looks = [
            _Look(item, attempt, [meetings(p, item.whole) for p in item.pages_of(attempt)])
            for item in items
            # What does not fit is named already.
            if not item.overfull
            and (attempt := item.written)
            and (item.result.face or item.result.pdf)
        ]
        firm = {
            item.number for item in items if item.lost or any(map(files.is_own, item.log.files))
        }
        chosen = [
            look
            for look in looks
            if any(look.met) or look.item.job.coloured or look.item.number in firm
        ]
        faces = [look for look in chosen if look.item.result.face]
        if faces:
            drawn = (look.item.result.face for look in faces)
            pdf = assemble((face for face in drawn if face), font_programs(files.folders))
            _add_hidden_words(pdf, faces, firm)
        for look in chosen:
            if look.item.result.pdf:
                _add_hidden_words(look.item.result.pdf, [look], firm)


class _Look(NamedTuple):
    """A job whose pages are looked at: its layout, and what meets on each of its pages."""

    item: _Item
    attempt: Attempt
    met: Sequence[Meetings]


def _add_hidden_words(pdf: bytes, looks: Sequence[_Look], firm: Set[int]) -> None:
    """Add the faults of words that are not seen on the pages of a PDF, which are those of jobs.
    They are warnings but for `firm` jobs, by their numbers.
    """
    shown, first = list[Shown](), 0
    for item, attempt, met in looks:
        pages = range(first, first + len(met))
        shown.append(Shown(item.job, attempt.html, pages, [page.crossed for page in met]))
        first += len(met)
    for (item, *_), faults in zip(looks, hidden_words(pdf, shown), strict=True):
        if item.number not in firm:
            faults = [replace(fault, severity="warning") for fault in faults]
        if item.lost and item.overflow and any(fault.severity == "error" for fault in faults):
            # The face is full for no other reason.
            item.result.faults.remove(item.overflow)
        item.result.faults += faults


# --- the document in which faces of one format are laid out: a page for each ----------------------


# WeasyPrint drops the part of an absolutely positioned box that is beyond the page. Faces are laid
# out on a page with this much room (mm) below the face, so that overflow can be measured.
OVERFLOW_ROOM = 400.0

# What a page must be, for the face to be in its corner.
_WHOLE_PAGE = ("margin: 0", "padding: 0", "border: 0")


@cache
def _is_plain(name: str) -> bool:
    """Whether the plain theme has a template of this name."""
    return (TEMPLATES / "plain" / f"{name}{TEMPLATE_SUFFIX}").is_file()


def face_document(
    job: Job, size: float, bodies: Mapping[int, str], divided: Set[int] = frozenset()
) -> str:
    """An HTML document with a page per face. `job` is one of them, `size` their type size (pt),
    `bodies` has the HTML of each by its number, `divided` the numbers of those whose long words are
    hyphenated.

    The sections have no `id`: WeasyPrint computes the styles of a section with an anchor, and of
    all elements in it, anew for each section.
    """
    format = job.format
    name = re.sub(r"[^a-z0-9]+", "-", format.template.rpartition("/")[2])
    width_class = "narrow" if format.width < 66 else "wide"
    # A face of a template that the plain theme lacks looks like a card of the theme.
    usual = " card-front" if format.kind == "face" and not _is_plain(name) else ""
    classes = f"{format.kind} sized {name}{usual} ink-{format.ink} {width_class}"
    sections = "".join(
        f'<section class="{classes}{" divided" if number in divided else ""}" '
        f'data-face="{number}">{body}</section>'
        for number, body in bodies.items()
    )
    title = Markup.escape(job.name)
    return (
        f'<!doctype html><html {html_language(format.lang)}><head><meta charset="utf-8">'
        f"<title>{title}</title>"
        f"<style>{_page_style(format, size)}</style></head>"
        f"<body>{sections}</body></html>"
    )


def _page_style(format: PageFormat, size: float) -> str:
    """The sizes of page, face, trim and safe zone as CSS; type size in pt."""
    bleed, safe = format.bleed, format.bleed + format.safe
    width, height = format.width + 2 * bleed, format.height + 2 * bleed
    page = height if format.pages else height + OVERFLOW_ROOM
    # A theme may give sheets margins; no rule of a theme moves a face on its page.
    whole = "" if format.pages else "; ".join(f"{name} !important" for name in _WHOLE_PAGE)
    firm = "" if format.pages else " !important"
    look = f".face, .sheet {{ {format.look} }}" if format.look else ""
    accent = f".face, .sheet {{ --accent: {format.accent} }}" if format.accent else ""
    return f"""
      @page {{ size: {width:g}mm {page:g}mm{firm}; {whole} }}
      .face {{ width: {width:g}mm; height: {height:g}mm; --bleed: {bleed:g}mm }}
      .sheet {{ --paper-width: {width:g}mm; --paper-height: {height:g}mm }}
      .trim {{ left: {bleed:g}mm; top: {bleed:g}mm; width: {format.width:g}mm;
        height: {format.height:g}mm; border-radius: {format.radius:g}mm }}
      .safe {{ left: {safe:g}mm; top: {safe:g}mm; width: {format.width - 2 * format.safe:g}mm;
        height: {format.height - 2 * format.safe:g}mm }}
      .sized {{ font-size: {size:g}pt }}
      {look}
      {accent}
    """


# --- the faults of faces that do not fit, and of pictures with too low a resolution ---------------


def overflow_fault(job: Job, misfit: Misfit, size: float) -> Fault:
    """The fault of a face that does not fit at the smallest type size (pt)."""
    named = job.described
    if misfit.crowded and job.code:
        return _crowded(job, job.code)
    minimum = f"its type is already at the minimum of {size:g} pt"
    minimum += f", and {job.kept_whole}" if job.kept_whole else ""
    face = job.context.get("face")
    if isinstance(face, Mapping) and misfit.text in map(plain, face.get("corner_labels", ())):
        return _wide_label(job, misfit)
    if wide := _beside_title(job, misfit):
        message = f"{named} has no room for its title beside '{shorten(wide)}'"
        hint = "shorten the value in its corner, or print it in another place"
        return Fault("face-overflow", message, hint, place=("line", wide))
    if misfit.pages and not job.format.pages:
        message = f"{named} takes two pages: a face is one page"
        hint = f"no page break in its style, or a shorter text; {minimum}"
        return Fault(OVERFLOW, message, hint)
    if misfit.pages:
        most = job.format.pages
        room = f"{most} pages" if most > 1 else "one page"
        message = f"{named} has {misfit.pages} pages: too many rows or lines for {room}"
        maps = job.context.get("maps")
        if isinstance(maps, Sequence) and maps:
            share = float(maps[-1]["height"]) / job.format.height
            message += f", of which its map takes {share:.0%} at its smallest size"
        hint = f"`pages: {misfit.pages}`, or a larger `page`; {minimum}"
        return Fault(OVERFLOW, message, hint, place=PAGES)
    if misfit.overflow >= job.format.height and not misfit.sideways:
        message = f"{named} does not fit on its face"
    elif misfit.longest:
        message = f"{named} does not fit: it overflows by {misfit.overflow:.1f} mm"
    else:
        text = shorten(plain(misfit.text))
        message = f"{named} does not fit: '{text}' overflows by {misfit.overflow:.1f} mm"
    if misfit.longest:
        message += f"; its longest text is '{shorten(misfit.longest)}'"
    drawn = not misfit.longest and (misfit.text in (PICTURE, ICON) or not count(misfit.text))
    hint = "choose a larger size" if drawn else f"shorten the text; {minimum}"
    return Fault(OVERFLOW, message, hint, place=("line", misfit.printed or misfit.text))


def _crowded(job: Job, code: Code) -> Fault:
    """The fault of a face without room for its code."""
    side, module = code_size(code, MODULES[-1]), MODULES[-1]
    message = f"{job.described} has no room for its code, which is {side:.1f} mm wide at least"
    count = len(code.rows)
    hint = (
        f"a shorter address or text, or the other `face`: {count} modules of {module:g} mm, with "
        f"{QUIET} around them"
    )
    return Fault("code-room", message, hint)


def _beside_title(job: Job, misfit: Misfit) -> str:
    """The longest value in the corner, if all of them leave its title, which does not fit, less
    than half of the head; else empty.
    """
    face, heading = job.context.get("face"), job.context.get("heading")
    if not isinstance(face, Mapping) or not isinstance(heading, Mapping):
        return ""
    title, *values = map(plain_words, (face["title"], *face["corner"]))
    beside = plain(misfit.text) in plain(title) and heading["room"] <= heading["taken"]
    return max(values, key=len, default="") if beside else ""


def _wide_label(job: Job, misfit: Misfit) -> Fault:
    """The fault of the label of a value, which is the same on all cards of a product."""
    named = f"{job.format.product}, {job.format.lang}"
    message = (
        f"the label '{misfit.text}' ({named}) is {misfit.overflow:.1f} mm too wide for a corner"
    )
    hint = "give it a shorter word under `labels:` of the recipe"
    return Fault(OVERFLOW, message, hint, place=("label", misfit.text))


def resolution_faults(job: Job, pictures: Iterable[PrintedPicture]) -> list[Fault]:
    """A fault for each picture with too low a resolution."""
    faults = []
    for file, dpi, (width, height) in pictures:
        if dpi < RECOMMENDED_DPI - 1:
            severity: Severity = "error" if dpi < MIN_DPI - 1 else "warning"
            name = file.rpartition("/")[2]
            message = (
                f"the picture '{name}' of {job.name} has {dpi:.0f} dpi on {job.format.product}"
            )
            hint = f"draw {width} × {height} pixels for {RECOMMENDED_DPI} dpi"
            faults.append(Fault("image-resolution", message, hint, severity, ("picture", "")))
    return faults
