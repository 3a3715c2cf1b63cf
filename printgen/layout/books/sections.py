"""A book as a sequence of sections, each laid out as a document of its own and kept in memory.

A section is a part of the template (chapter, contents, index) that starts a new page by its style.
Its document has the same elements before and after it, empty and not displayed, so that selectors
match as in the whole book.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from xml.etree.ElementTree import Element

from weasyprint.formatting_structure.boxes import FootnoteAreaBox

from printgen.layout.books.parts import Numbered, Parser, find_child
from printgen.layout.books.section_layout import (
    Counters,
    Edges,
    PageState,
    SectionBoxes,
    SectionPages,
    StyledSource,
    build_section,
    paginate,
)
from printgen.layout.documents import Source
from printgen.layout.fitting import PIXELS_PER_MM
from printgen.layout.jobs import PageFormat
from printgen.layout.typesetter import Typesetter
from printgen.layout.weasyprint import Box, Document, Page, page_box

# Laid-out pages kept in memory, oldest use first; a page takes about half a megabyte.
MAX_KEPT_PAGES = 160
MAX_KEPT_SECTIONS = 800
MAX_KEPT_OUTLINES, MAX_KEPT_STYLED = 800, 120


@dataclass(frozen=True, slots=True)
class Section:
    """A laid-out section: its digest, which covers all that determines it; its first state; the
    positions of its anchors, counted from its first page; its files, the logged messages, and its
    pages with their number.
    """

    digest: str
    start: PageState
    anchors: Anchors
    files: set[str]
    messages: list[str]
    layout: SectionPages

    page_count: int


@dataclass(slots=True)
class Sections:
    """Lays out the sections of books. Keeps parts and laid-out sections in memory, by digest.

    Make a new one when a style, font or picture changes.
    """

    typesetter: Typesetter
    parser: Parser
    outlines: OrderedDict[str, tuple[Edges | None, Counters]] = field(default_factory=OrderedDict)
    sections: OrderedDict[str, Section] = field(default_factory=OrderedDict)
    styled: OrderedDict[str, StyledSource] = field(default_factory=OrderedDict)

    def lay_out(
        self,
        format: PageFormat,
        head: str,
        parts: Sequence[Numbered],
        starts: Sequence[PageState] = (),
        *,
        final: bool = False,
    ) -> list[Section]:
        """Lay out the sections of a book in order; those in memory are not laid out again.

        With `final`, they have their pages, which may be finished. With `starts`, a section starts
        in its state of an earlier layout, not where the one before it ends. `head` is an HTML
        document with an empty body. A part that does not start a page by its style, or has no
        boxes, is joined to the part before it.
        """
        counters: Counters = ()
        sections: list[Section] = []
        state, before = PageState(), None
        for index in range(len(parts)):
            draft = _Draft(self, format, head, parts, index, counters, final)
            digest = draft.digest()
            edges, counters = draft.outline(digest)
            page_break = edges and before and edges.break_before(before)
            if len(parts) > 1 and (edges is None or (before and not page_break)):
                joined = self._joined(format, parts, index)
                return self.lay_out(format, head, joined, starts, final=final)
            start = starts[index] if starts else replace(state, page_break=page_break or "")
            sections.append(draft.section(digest, start))
            state, before = sections[-1].layout.end, edges
        self._trim()
        return sections

    def forget_pictures(self) -> None:
        """Forget the sections with pictures of content: the pictures are not kept."""
        for digest, section in list(self.sections.items()):
            if any(name.startswith("content/") for name in section.files):
                del self.sections[digest]

    def _joined(self, format: PageFormat, parts: Sequence[Numbered], index: int) -> list[Numbered]:
        """The parts with one of them joined to the part before it, the first to the second."""
        at = max(0, index - 1)
        first, second = parts[at : at + 2]
        part = self.parser.parse(format, first.part.text + second.part.text)
        joined = replace(first, part=part, pages={**first.pages, **second.pages})
        return [*parts[:at], joined, *parts[at + 2 :]]

    def _trim(self) -> None:
        """Forget what was used least recently."""
        while len(self.outlines) > MAX_KEPT_OUTLINES:
            self.outlines.popitem(last=False)
        while len(self.styled) > MAX_KEPT_STYLED:
            self.styled.popitem(last=False)
        count = sum(len(section.layout.pages) for section in self.sections.values())
        while count > MAX_KEPT_PAGES or len(self.sections) > MAX_KEPT_SECTIONS:
            _, section = self.sections.popitem(last=False)
            count -= len(section.layout.pages)


@dataclass(slots=True)
class _Draft:
    """A section before layout: the part at an index, and the counters before it."""

    memory: Sections
    format: PageFormat
    head: str
    parts: Sequence[Numbered]
    index: int
    counters: Counters
    final: bool
    styles: str = ""
    inner: list[str] = field(default_factory=list)
    boxes: SectionBoxes | None = None
    files: set[str] = field(default_factory=set)
    messages: list[str] = field(default_factory=list)

    def digest(self) -> str:
        """The digest of all that determines the boxes of the section."""
        own = self.parts[self.index]
        shared = (self.format.template, self.head, self.memory.typesetter.style_text(self.format))
        self.inner = [style.text or "" for parts in self.parts for style in parts.part.styles]
        placed = [list(_outlines(self.parts[: self.index])), self.index]
        around = [*placed, list(_outlines(self.parts[self.index + 1 :]))]
        self.styles = _digest(shared, self.inner, around)
        return _digest(self.styles, own.part.text, own.numbers(), self.counters)

    def outline(self, digest: str) -> tuple[Edges | None, Counters]:
        """The edges of the section, and the counters after it."""
        kept = self.memory.outlines
        if digest not in kept:
            boxes = self._build()
            kept[digest] = (boxes.edges, boxes.counters)
        kept.move_to_end(digest)
        return kept[digest]

    def section(self, digest: str, start: PageState) -> Section:
        """The laid-out section."""
        kept, typesetter = self.memory.sections, self.memory.typesetter
        digest = _digest(digest, start)
        if digest not in kept or (self.final and kept[digest].layout.boxes is None):
            boxes = self.boxes or self._build()
            with recorded(typesetter, self.files, self.messages):
                pages = paginate(boxes, start)
            anchors = read_anchors(pages.pages)
            kept[digest] = Section(
                digest, start, anchors, self.files, self.messages, pages, len(pages.pages)
            )
        typesetter.files.used |= kept[digest].files
        kept.move_to_end(digest)
        return kept[digest]

    def _build(self) -> SectionBoxes:
        typesetter = self.memory.typesetter
        # Each section has the messages about its pictures, whatever was laid out before it.
        typesetter.forget_failed_pictures()
        with recorded(typesetter, self.files, self.messages):
            self.boxes = build_section(typesetter, self.format, self._styled())
        return self.boxes

    def _styled(self) -> StyledSource:
        """The document of the section, with its styles if they were computed before."""
        kept, own = self.memory.styled, self.parts[self.index]
        own.number_links()
        depends = "[data-page" in self.memory.typesetter.style_text(self.format) + str(self.inner)
        key = _digest(self.styles, own.part.text, self.counters, own.numbers() if depends else ())
        if key not in kept:
            kept[key] = StyledSource(*self._source())
        kept.move_to_end(key)
        return kept[key]

    def _source(self) -> tuple[Source, Element | None]:
        """The document of the section, and its first element after the section."""
        source = self.memory.typesetter.parse(self.format, self.head)
        head, body = (find_child(source.etree_element, tag) for tag in ("head", "body"))
        head.extend(style for other in self.parts for style in other.part.styles)
        if self.counters:
            values = " ".join(f"{name} {value}" for name, value in self.counters)
            body.set("style", f"counter-increment: none; counter-set: {values}")
        own = self.parts[self.index]
        body.extend(_hidden(self.parts[: self.index]))
        after = list(_hidden(self.parts[self.index + 1 :]))
        if len(body):
            body[-1].tail = own.part.body.text
        else:
            body.text = own.part.body.text
        body.extend([*own.part.body, *after])
        return source, next(iter(after), None)


@contextmanager
def recorded(typesetter: Typesetter, files: set[str], messages: list[str]) -> Iterator[None]:
    """Add the used files and the logged messages of the context to those of a section."""
    earlier, used = typesetter.log.take(), typesetter.files.used
    typesetter.files.used = files
    try:
        yield
    finally:
        messages += typesetter.log.take()
        typesetter.log.messages, typesetter.files.used = earlier, used


def _digest(*values: object) -> str:
    return sha256(repr(values).encode()).hexdigest()


def _outlines(parts: Iterable[Numbered]) -> Iterator[tuple[str, dict[str, str]]]:
    """Tags and attributes of the elements of parts. `tight` only changes their own section."""
    for numbered in parts:
        for element in numbered.part.body:
            if isinstance(element.tag, str):
                names = [name for name in element.get("class", "").split() if name != "tight"]
                yield element.tag, {**element.attrib, "class": " ".join(names)}


def _hidden(parts: Iterable[Numbered]) -> Iterator[Element]:
    """The elements of parts, without their content and not displayed."""
    for tag, attributes in _outlines(parts):
        yield Element(tag, {**attributes, "style": "display: none"})


def finish(typesetter: Typesetter, sections: Iterable[Section]) -> list[Document]:
    """The documents of the sections of a book, with margins and backgrounds."""
    documents: list[Document] = []
    strings: dict[str, str] = {}
    for section in sections:
        with recorded(typesetter, section.files, section.messages):
            documents.append(section.layout.finish(strings))
        typesetter.files.used |= section.files
        strings |= section.layout.strings
    return documents


def page_digests(typesetter: Typesetter, sections: Sequence[Section]) -> list[str]:
    """A digest of each finished page: its section, the files and the named strings of earlier
    sections that this uses, and its number in it.
    """
    found = []
    for section in sections:
        files = [(name, typesetter.files.digest(name)) for name in sorted(section.files)]
        made = section.digest, files, sorted(section.layout.used.items())
        found += [_digest(*made, index) for index in range(section.page_count)]
    return found


def book_anchors(sections: Sequence[Section]) -> Anchors:
    """The positions of the anchors and sections in the book that these sections make."""
    found, before = Anchors(), 0
    for section in sections:
        for name, page in section.anchors.pages.items():
            found.pages.setdefault(name, before + page)
        for name, end in section.anchors.sections.items():
            found.sections[name] = SectionEnd(before + end.last, end.room, end.used)
        found.places |= section.anchors.places
        before += section.page_count
    return found


# --- positions of anchors and sections: read from one layout, used in the next --------------------


# A chapter is tightened when its last page is filled to less than this share.
SPARSE_SHARE = 0.45

# What the ids of the place before a table plan, and of the plan itself, begin with.
PLACE, PLACED = "place_", "placed_"


@dataclass(frozen=True, slots=True)
class SectionEnd:
    """The end of a section: its last page, the empty height below it and its height there (mm)."""

    last: int
    room: float
    used: float


@dataclass(slots=True)
class Anchors:
    """The positions in a laid-out book.

    `pages` is the first page of each anchor, counted from 1; `sections` the end of each section by
    id; `tight` the sections with tighter type; `places` the empty height (mm) at the place of each
    table plan that is on a later page, because it is too tall.
    """

    pages: dict[str, int] = field(default_factory=dict)
    sections: dict[str, SectionEnd] = field(default_factory=dict)
    tight: set[str] = field(default_factory=set)
    places: dict[str, float] = field(default_factory=dict)

    def page_count(self, name: str) -> int:
        """The number of pages of a section."""
        return self.sections[name].last - self.pages[name] + 1

    def sparse_sections(self) -> set[str]:
        """The sections of several pages with a nearly empty last page."""
        return {
            name
            for name, end in self.sections.items()
            if self.page_count(name) > 1 and end.used < SPARSE_SHARE * (end.used + end.room)
        }

    def room(self) -> dict[str, float]:
        """The empty height (mm) below each section, and at the place of each plan that it is too
        low for.
        """
        return {name: end.room for name, end in self.sections.items()} | self.places


def keep_tightened(loose: Anchors, tightened: Anchors) -> Anchors:
    """Combine two layouts, the second with tightened sections: keep the sections tight that take
    fewer pages.
    """
    sparse = loose.sparse_sections()
    tight = {name for name in sparse if tightened.page_count(name) < loose.page_count(name)}
    kept = {name: tightened.sections[name] for name in tight}
    return Anchors(tightened.pages, loose.sections | kept, tight, loose.places)


def read_anchors(pages: Sequence[Page]) -> Anchors:
    """Read the positions from the pages of a WeasyPrint document."""
    anchors = Anchors()
    for number, page in enumerate(pages, start=1):
        # A box that continues over several pages has its anchor on each of them.
        for name in page.anchors:
            anchors.pages.setdefault(name, number)
            if name.startswith(PLACE):
                anchors.places[name] = (
                    _bottom(page_box(page)) - page.anchors[name][1]
                ) / PIXELS_PER_MM
        for name, used, room in _sections(page_box(page)):
            anchors.sections[name] = SectionEnd(number, room, used)
    for name in list(anchors.places):
        if anchors.pages.get(PLACED + name.removeprefix(PLACE), 0) <= anchors.pages[name]:
            del anchors.places[name]
    return anchors


def _sections(page: Box) -> Iterator[tuple[str, float, float]]:
    """The sections on a page: id, height, and empty height (mm) above the footnotes or margin."""
    bottom = _bottom(page)
    for body in page.children[0].children:
        for box in getattr(body, "children", ()):
            if box.element_tag == "section" and box.element is not None and box.element.get("id"):
                end = box.position_y + box.margin_height()
                room = max(0.0, bottom - end) / PIXELS_PER_MM
                yield box.element.get("id"), box.margin_height() / PIXELS_PER_MM, room


def _bottom(page: Box) -> float:
    """The lower edge of the text of a page, above the footnotes or margin."""
    notes = sum(b.margin_height() for b in page.children[1:] if isinstance(b, FootnoteAreaBox))
    bottom: float = page.content_box_y() + page.height - notes
    return bottom
