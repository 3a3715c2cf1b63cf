"""What is wrong on the finished pages of a book: coarse pictures, letters that are not seen, and
drawings across words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from xml.etree.ElementTree import Element

import numpy as np
from numpy.typing import NDArray

from printgen.layout.book_text import chapter_at, chapter_sections
from printgen.layout.crossings import POINTS, Line, is_crossed, meetings
from printgen.layout.fitting import MIN_DPI, RECOMMENDED_DPI, PageMeasurement, measure_box
from printgen.layout.jobs import Fault, Job, Place, figure_place
from printgen.layout.seen_words import Letters, lightness, read_letters
from printgen.layout.visibility import Views, crossed_fault, measure_letters, variants
from printgen.layout.weasyprint import Page, page_box
from printgen.paper import Size
from printgen.problems import shorten


def coarse_pictures(
    job: Job, pages: Sequence[Page], starts: Sequence[tuple[str, int]]
) -> list[Fault]:
    """A fault for each picture of a game with less than the least resolution: a warning, because
    screens show it. `starts` are the chapters with their first pages, in order.
    """
    faults = []
    for number, page in enumerate(pages, start=1):
        measured = PageMeasurement(text_only=True)
        for child in page_box(page).children:
            measure_box(child, [], measured)
        for file, dpi, _ in measured.pictures:
            if dpi < MIN_DPI - 1:
                named = f"{job.format.product} ({job.format.lang}), page {number}"
                message = f"{named}: the picture '{file}' has {dpi:.0f} dpi"
                hint = f"at least {MIN_DPI} dpi in print, {RECOMMENDED_DPI} recommended"
                place = chapter_at(starts, number, figure=file)
                faults.append(Fault("image-resolution", message, hint, "warning", place))
    return faults


def drawings_of(pages: Sequence[Page], number: int) -> dict[str, str]:
    """The files of the drawings of a page, from 1, by the names of their forms."""
    measured = PageMeasurement(text_only=True)
    for child in page_box(pages[number - 1]).children:
        measure_box(child, [], measured)
    return measured.drawings


# --- the maps of a book: where they are printed, and their words ----------------------------------


# The class of a map in the HTML of a book.
_CLASS = "map-figure"


@dataclass(frozen=True, slots=True)
class MapFigure:
    """A map of a book: its place, its title, its page, and its words."""

    place: str
    title: str
    page: int
    words: frozenset[str]

    def word_of(self, text: str) -> str:
        """The word of the map that a text begins with, the longest one; empty without one."""
        return max((word for word in self.words if text.startswith(word)), key=len, default="")


def map_figures(job: Job, root: Element, pages: Mapping[str, int]) -> list[MapFigure]:
    """The maps of a book. `root` is the HTML, `pages` the page of each anchor."""
    return [
        _figure(chapter, element, pages)
        for chapter, section in chapter_sections(job, root)
        for element in section.iter()
        if _CLASS in (element.get("class") or "").split()
    ]


def _figure(chapter: str, element: Element, pages: Mapping[str, int]) -> MapFigure:
    """A map of a chapter."""
    id = element.get("id") or ""
    drawings = [part for part in element.iter() if _name(part) == "svg"]
    heads = (part for part in element.iter() if "table-title" in (part.get("class") or "").split())
    title = next(("".join(head.itertext()).strip() for head in heads), "")
    texts = (part for drawing in drawings for part in drawing.iter() if _name(part) == "text")
    words = frozenset(text for part in texts if (text := "".join(part.itertext()).strip()))
    return MapFigure(figure_place(chapter, id), title, pages.get(id, 0), words)


def _name(element: Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


# --- letters of a book that are not seen ----------------------------------------------------------


# The least contrast of a letter with what is behind it, and the least share of its ink that is
# seen: less than on cards, as numbers of hexes are faint on purpose and lines cross letters.
_CONTRAST, _SHARE = 1.25, 0.3

# Fewer letters in a row may be part of a drawing.
_LETTERS = 4


def hidden_text(job: Job, pdf: bytes, starts: Sequence[tuple[str, int]]) -> list[Fault]:
    """A fault for each chapter with text that is not seen. `starts` are the chapters with their
    first pages, in order.
    """
    faults: dict[Place, Fault] = {}
    for number, text in _hidden(pdf):
        place = chapter_at(starts, number)
        if place not in faults:
            ink = " in low ink" if job.format.ink == "low" else ""
            named = f"{job.format.product} ({job.format.lang}), page {number}"
            message = f"{named}: '{shorten(text, 60)}' cannot be seen{ink}"
            hint = "it is cut off, covered, transparent, or as light as what is behind it"
            where = chapter_at(starts, number, text)
            faults[place] = Fault("text-hidden", message, hint, place=where)
    return list(faults.values())


def _hidden(pdf: bytes) -> Iterator[tuple[int, str]]:
    """The numbers of pages with text that is not seen, and the text."""
    import pypdfium2

    documents = [pypdfium2.PdfDocument(each) for each in (pdf, *variants(pdf))]
    try:
        for number, pages in enumerate(zip(*documents, strict=True), start=1):
            letters = read_letters([pages[-1]])
            measured = measure_letters(Views(*map(lightness, pages)), letters.boxes)
            text = _longest(letters, (measured.contrast < _CONTRAST) | (measured.share < _SHARE))
            if len(text) >= _LETTERS:
                yield number, text
    finally:
        for document in documents:
            document.close()


def _longest(letters: Letters, unseen: NDArray[np.bool_]) -> str:
    """The longest text of letters in a row that are not seen."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], unseen, [False])))).reshape(-1, 2)
    if not len(edges):
        return ""
    begin, end = max(edges, key=lambda edge: int(edge[1] - edge[0]))
    return "".join(
        f" {letter}" if starts else letter
        for letter, starts in zip(letters.text[begin:end], letters.starts[begin:end], strict=True)
    ).strip()


# --- drawings across the words of a book ----------------------------------------------------------


def crossed_text(
    job: Job, pdf: bytes, pages: Sequence[Page], starts: Sequence[tuple[str, int]]
) -> list[Fault]:
    """A fault for each page with lines that a drawing crosses. `starts` are the chapters with their
    first pages, in order.
    """
    size = Size(job.format.width, job.format.height)
    met = {number: meetings(page, size).crossed for number, page in enumerate(pages, start=1)}
    met = {number: lines for number, lines in met.items() if lines}
    if not met:
        return []
    faults = []
    heights = [pages[number - 1].height for number in met]
    for number, texts in zip(met, _crossed(pdf, met, heights), strict=True):
        if texts:
            named = f"{job.format.product} ({job.format.lang}), page {number}"
            named += " in low ink" if job.format.ink == "low" else ""
            place = chapter_at(starts, number, max(texts, key=len))
            faults.append(crossed_fault(named, texts, place))
    return faults


def _crossed(
    pdf: bytes, met: Mapping[int, Sequence[Line]], heights: Sequence[float]
) -> Iterator[list[str]]:
    """The lines that a drawing crosses, of each page with lines that a picture meets. `heights` are
    those of the pages without their bleed (CSS pixels).
    """
    import pypdfium2

    chosen = _chosen_pages(pdf, met)
    documents = [pypdfium2.PdfDocument(each) for each in (chosen, *variants(chosen))]
    try:
        for lines, height, *drawn in zip(met.values(), heights, *documents, strict=True):
            # The corner of a page with bleed is not that of its layout.
            left, _, _, upper = drawn[0].get_bbox()
            across, down = -left, upper - height * POINTS
            letters, views = read_letters(drawn[-1:]).boxes, [lightness(each) for each in drawn]
            boxes = (line.moved(across, down) for line in lines)
            yield [line.text for line in boxes if is_crossed(line, letters, *views)]
    finally:
        for document in documents:
            document.close()


def _chosen_pages(pdf: bytes, numbers: Iterable[int]) -> bytes:
    """A PDF with some of the pages of another one, which are counted from 1."""
    import pikepdf

    written = BytesIO()
    with pikepdf.open(BytesIO(pdf)) as document, pikepdf.new() as chosen:
        for number in numbers:
            chosen.pages.append(document.pages[number - 1])
        chosen.save(written)
    return written.getvalue()
