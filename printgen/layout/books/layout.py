"""Lay out a book section by section, repeatedly until its page numbers converge."""

from __future__ import annotations

from collections.abc import Container, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from xml.etree.ElementTree import Element

from markupsafe import Markup

from printgen.layout.accessibility import finish_archival
from printgen.layout.book_text import (
    chapter_starts,
    missing_text,
    overflowing_text,
    wide_tables,
)
from printgen.layout.books.faults import (
    coarse_pictures,
    crossed_text,
    drawings_of,
    hidden_text,
    map_figures,
)
from printgen.layout.books.parts import Numbered, Parser
from printgen.layout.books.section_layout import PageState
from printgen.layout.books.sections import (
    PLACE,
    PLACED,
    Anchors,
    Section,
    Sections,
    book_anchors,
    finish,
    keep_tightened,
    page_digests,
)
from printgen.layout.content_streams import minify_streams, written_in
from printgen.layout.jobs import Fault, Job, JobResult
from printgen.layout.legibility import book_faults
from printgen.layout.tag_writing import tagged
from printgen.layout.templates import TemplateFiller
from printgen.layout.typesetter import Typesetter
from printgen.layout.weasyprint import Document
from printgen.typography.language import html_language

# What the ids of references begin with: their pages decide what they print.
REFERENCE = "ref_"

# Maximum passes until page numbers converge; most books need two.
MAX_PASSES = 5


@dataclass(frozen=True, slots=True)
class BookLayout:
    """A laid-out book: WeasyPrint's document, its HTML as a tree and as text, the positions of its
    anchors, whether the printed page numbers are those of the pages, and its sections.
    """

    document: Document
    tree: Element
    body: str
    anchors: Anchors
    converged: bool
    sections: list[Section]


def sections_of(typesetter: Typesetter) -> Sections:
    """The sections in an typesetter's memory. Clear them when a style, font or picture changes."""
    if not isinstance(typesetter.books, Sections):
        typesetter.books = Sections(typesetter, Parser(typesetter))
    return typesetter.books


def typeset_book(
    filler: TemplateFiller, typesetter: Typesetter, job: Job, result: JobResult
) -> None:
    """Add the pages of a book to the result, and its faults. Raises TemplateFault."""
    format = job.format
    book = lay_out_book(filler, typesetter, job)
    pages = book.document.pages
    if len(pages) > format.pages:
        message = f"{format.product} has {len(pages)} pages; the maximum is {format.pages}"
        result.faults.append(Fault("face-overflow", message))
        return
    if not book.converged:
        message = f"{format.product} ({format.lang}): page numbers change with every layout"
        hint = "a style may not depend on data-page"
        result.faults.append(Fault("page-number", message, hint, "warning"))
    anchors = book.anchors.pages
    starts = chapter_starts(job, book.tree, anchors)
    result.faults += overflowing_text(job, pages, starts) + wide_tables(job, pages, starts)
    result.faults += coarse_pictures(job, pages, starts)
    result.pages = len(pages)
    if job.known_pages is not None:
        _write_unknown_pages(typesetter, job, book, job.known_pages, result)
        return
    with written_in(format.ink), tagged(book.document):
        result.pdf = book.document.write_pdf(finisher=finish_archival, pdf_tags=True)
    # Missing glyphs are logged when the PDF is written.
    result.faults += typesetter.log_faults(job) + typesetter.style_faults(format)
    result.faults += missing_text(job, book.tree, anchors, result.pdf, pages)
    maps = map_figures(job, book.tree, anchors)
    drawings = partial(drawings_of, pages)
    result.faults += book_faults(job, result.pdf, starts, maps, drawings)
    # printgen's own themes are proven by tests. What loses text is named before what hides some.
    lost = any(fault.code == "text-lost" for fault in result.faults)
    if not lost and any(map(filler.files.is_own, filler.files.used)):
        result.faults += hidden_text(job, result.pdf, starts)
    result.faults += crossed_text(job, result.pdf, pages, starts)


def _write_unknown_pages(
    typesetter: Typesetter, job: Job, book: BookLayout, known: Container[str], result: JobResult
) -> None:
    """Write the pages that a preview does not have, without links, outline and tags."""
    result.page_digests = page_digests(typesetter, book.sections)
    digests = zip(result.page_digests, book.document.pages, strict=True)
    unknown = {digest: page for digest, page in digests if digest not in known}
    if unknown:
        pages = [copy(page) for page in unknown.values()]
        for page in pages:
            # Links lead to pages that are not written.
            page.links, page.bookmarks = [], []
        with written_in(job.format.ink):
            result.pdf = book.document.copy(pages).write_pdf(finisher=minify_streams)
    result.faults += typesetter.log_faults(job) + typesetter.style_faults(job.format)


def lay_out_book(filler: TemplateFiller, typesetter: Typesetter, job: Job) -> BookLayout:
    """Lay out a book: once for its anchors, then with smaller plans where they stay on their page,
    then the chapters that may take a page less with tighter type, then until its page numbers
    converge. Sections in memory are not laid out again.
    """
    sections_of(typesetter).forget_pictures()
    passes = _Passes(filler, typesetter, job)
    known = passes.tighten(passes.place_plans(passes.lay_out(Anchors(), final=False)))
    for number in range(MAX_PASSES):
        book = passes.lay_out(known)
        if book.converged:
            break
        if number:
            passes.far.update(*(part.far_links() for part in book.parts))
        known = replace(known, pages=book.anchors.pages)
    return passes.book(book)


@dataclass(frozen=True, slots=True)
class _Pass:
    """One layout of a book: its HTML, its parts and sections, the positions of its anchors, and the
    page numbers printed in it.
    """

    body: str
    parts: list[Numbered]
    sections: list[Section]
    anchors: Anchors
    printed_numbers: dict[str, int]

    @property
    def converged(self) -> bool:
        """Whether the printed page numbers are those of the pages."""
        return self.printed_numbers == self.anchors.pages


@dataclass(frozen=True, slots=True)
class _Passes:
    """The layouts of one book, with the sections of all."""

    filler: TemplateFiller
    typesetter: Typesetter
    job: Job
    sections: list[Section] = field(default_factory=list)
    # References that printed the page of their target in the second layout with page numbers, or
    # later: they keep it, so that the numbers converge.
    far: set[str] = field(default_factory=set)

    def lay_out(self, known: Anchors, *, final: bool = True) -> _Pass:
        """Lay out all sections with the anchors of the previous pass."""
        body, head, parts = self._fill(known)
        sections = self._lay_out(head, parts, final=final)
        return _Pass(body, parts, sections, book_anchors(sections), known.pages)

    def place_plans(self, loose: _Pass) -> _Pass:
        """Lay out the plans again that are too tall for their place: templates may make them
        smaller where they know the room. Returns the same layout if there are none.
        """
        places = loose.anchors.places
        if not places:
            return loose
        placed = self.lay_out(Anchors(loose.anchors.pages, places=places), final=False)
        return replace(placed, anchors=replace(placed.anchors, places=places))

    def tighten(self, loose: _Pass) -> Anchors:
        """Lay out the sections with a nearly empty last page again, with tighter type. Returns the
        anchors with those that take fewer pages.
        """
        anchors = loose.anchors
        sparse = anchors.sparse_sections()
        if not sparse:
            return anchors
        _, head, parts = self._fill(Anchors(anchors.pages, tight=sparse, places=anchors.places))
        mixed = [
            tight if sparse & tight.part.ids else part
            for part, tight in zip(loose.parts, parts, strict=True)
        ]
        starts = [section.start for section in loose.sections]
        sections = self._lay_out(head, mixed, starts)
        known = keep_tightened(anchors, book_anchors(sections))
        kept = [
            tight if known.tight & tight.anchors.sections.keys() else section
            for section, tight in zip(loose.sections, sections, strict=True)
        ]
        return replace(known, pages=book_anchors(kept).pages)

    def book(self, final: _Pass) -> BookLayout:
        """The book of the last pass."""
        tree = Element("body")
        tree.extend(element for numbered in final.parts for element in numbered.part.body)
        documents = finish(self.typesetter, final.sections)
        for section in self.sections:
            section.layout.release()
        document = documents[0].copy([page for made in documents for page in made.pages])
        for page in document.pages:
            # The places of references and plans are not destinations.
            places = REFERENCE, PLACE, PLACED
            for name in [name for name in page.anchors if name.startswith(places)]:
                del page.anchors[name]
        # A picture that cannot be read is logged in the first layout only.
        messages = [message for section in self.sections for message in section.messages]
        self.typesetter.log.messages += dict.fromkeys(messages)
        return BookLayout(
            document, tree, final.body, final.anchors, final.converged, final.sections
        )

    def _lay_out(
        self,
        head: str,
        parts: Sequence[Numbered],
        starts: Sequence[PageState] = (),
        *,
        final: bool = False,
    ) -> list[Section]:
        memory, format = sections_of(self.typesetter), self.job.format
        laid_out = memory.lay_out(format, head, parts, starts, final=final)
        self.sections.extend(laid_out)
        return laid_out

    def _fill(self, known: Anchors) -> tuple[str, str, list[Numbered]]:
        """The HTML of the book, its document without it, and its parts with page numbers."""
        numbers, room, tight = known.pages, known.room(), known.tight
        body, sizes, _ = self.filler.fill(self.job, 0, pages=numbers, room=room, tight=tight)
        parts = sections_of(self.typesetter).parser.split(self.job.format, body)
        head = _document(self.job, "", sizes[0])
        return body, head, [Numbered(part, known.pages, frozenset(self.far)) for part in parts]


def _document(job: Job, body: str, size: float) -> str:
    """The HTML document of a book: pages at trim size, with bleed around them; type size in pt."""
    format, width = job.format, job.format.width
    look = f".book {{ {format.look} }}" if format.look else ""
    accent = f".book {{ --accent: {format.accent} }}" if format.accent else ""
    style = f"""
      .book {{ --cover-height: {format.height - 1:g}mm }}
      @page {{ size: {width:g}mm {format.height:g}mm; bleed: {format.bleed:g}mm; marks: none }}
      html {{ font-size: {size:g}pt }}
      {look}
      {accent}
    """
    title = Markup.escape(str(job.context["title"]))
    return (
        f'<!doctype html><html {html_language(format.lang)}><head><meta charset="utf-8">'
        f"<title>{title}</title>"
        f'<style>{style}</style></head><body class="book ink-{format.ink}">{body}</body></html>'
    )
