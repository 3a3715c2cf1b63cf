"""Lay out a section of a book as a document of its own, from the state at its first page.

WeasyPrint keeps that state in the context of a layout: page number, side, counters, named strings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast
from xml.etree.ElementTree import Element

from weasyprint.document import Page as LaidOutPage
from weasyprint.formatting_structure.boxes import MarginBox
from weasyprint.layout import (
    LayoutContext,
    layout_backgrounds,
    layout_document,
    make_margin_boxes,
)

from printgen.layout.documents import Source, Styles, build_boxes, document_of, layout_context
from printgen.layout.jobs import PageFormat
from printgen.layout.patches import counters_before, pages_from
from printgen.layout.typesetter import Typesetter
from printgen.layout.weasyprint import Box, Context, Document, Page, PageStart, break_values

_SIDES = ("left", "right", "recto", "verso")

# Counters of elements by name.
Counters = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Edges:
    """The styles at the edges of a section: values of `break-before` and `break-after`, and the
    page names of its first and last box.
    """

    before: tuple[str, ...]
    after: tuple[str, ...]
    first_page: str
    last_page: str

    def break_before(self, previous: Edges) -> str | None:
        """The page break between two sections; None when the second may continue the page.

        Of several values, the last side wins, then `page`.
        """
        values = previous.after + self.before
        sides = [value for value in values if value in _SIDES]
        if sides:
            return sides[-1]
        if "page" in values:
            return "page"
        return "auto" if previous.last_page != self.first_page else None


@dataclass(frozen=True, slots=True)
class PageState:
    """The state of a book before a section: number of pages, counters of pages, groups of pages
    with the same name, and the page break (`""` at the start of the book).
    """

    pages: int = 0
    right: bool = True
    page_break: str = ""
    counters: tuple[tuple[str, tuple[int, ...]], ...] = ()
    groups: tuple[tuple[str, int], ...] = ()


class SectionContext(LayoutContext):  # type: ignore[misc]
    """The context of the layout of a section. `start` changes the state at its first page, as soon
    as WeasyPrint has made it.
    """

    start: Callable[[list[PageStart]], None] | None = None
    _pages: list[PageStart] | None = None

    @property
    def page_maker(self) -> list[PageStart] | None:
        """The state at each page."""
        if self._pages and self.start:
            start, self.start = self.start, None
            start(self._pages)
        return self._pages

    @page_maker.setter
    def page_maker(self, pages: list[PageStart] | None) -> None:
        self._pages = pages


@dataclass(slots=True)
class SectionBoxes:
    """The boxes of a section before layout. They can be laid out once."""

    source: Source
    context: SectionContext
    root: Box
    body: Box
    edges: Edges | None
    counters: Counters


@dataclass(slots=True)
class StyledSource:
    """The document of a section with the styles of its elements, which are computed once.

    `following` is the first element after the section, which is not displayed: the counters of the
    section are read there.
    """

    source: Source
    following: Element | None
    styles: Styles | None = None


def build_section(typesetter: Typesetter, format: PageFormat, styled: StyledSource) -> SectionBoxes:
    """Make the boxes of a section's document."""
    source, styles = styled.source, styled.styles or typesetter.styles(format, styled.source)
    styled.styles = styles
    context = cast(
        SectionContext, layout_context(source, styles, typesetter.images, SectionContext)
    )
    with counters_before(styled.following) as counters:
        root = build_boxes(source, context)
    body = next(box for box in root.children if box.element_tag == "body")
    return SectionBoxes(source, context, root, body, _edges(body), tuple(sorted(counters.items())))


def _edges(body: Box) -> Edges | None:
    """The edges of the content; None without boxes."""
    flow = [box for box in body.children if box.is_in_normal_flow()]
    if not flow:
        return None
    return Edges(
        break_values(flow[0], "before"),
        break_values(flow[-1], "after"),
        flow[0].page_values()[0],
        flow[-1].page_values()[1],
    )


@dataclass(slots=True)
class SectionPages:
    """The laid-out pages of a section, the state after it, and the named strings that it sets.

    `finish` makes their margins again, because these may have named strings of earlier sections:
    `used`. Most layouts only find page numbers, and are then released.
    """

    boxes: SectionBoxes | None
    page_boxes: list[Box]
    pages: list[Page]
    end: PageState
    strings: dict[str, str]
    used: dict[str, str | None] = field(default_factory=dict)
    document: Document | None = None

    def finish(self, strings: Mapping[str, str]) -> Document:
        """The document of the finished pages, with the named strings of earlier sections."""
        if self.document is None or any(strings.get(n) != text for n, text in self.used.items()):
            if self.boxes is None:
                raise ValueError("the pages are released")
            context = self.boxes.context
            self._make_margins(context, strings)
            self.pages = [LaidOutPage(box) for box in self.page_boxes]
            self.document = document_of(self.boxes.source, context.style_for, self.pages)
        return self.document

    def release(self) -> None:
        """Forget the pages, unless they are finished."""
        if self.document is None:
            self.boxes, self.page_boxes, self.pages = None, [], []

    def _make_margins(self, context: Context, strings: Mapping[str, str]) -> None:
        self.used.clear()
        # The context looks named strings up by this method.
        context.get_string_set_for = _named_strings(context, strings, self.used)
        for number, page in enumerate(self.page_boxes, start=1):
            context.current_page = number
            flow = (box for box in page.children if not isinstance(box, MarginBox))
            margins = make_margin_boxes(context, page, context.page_maker[number][3])
            page.children = (*flow, *margins)
            layout_backgrounds(page, context.get_image_from_uri)
        del context.get_string_set_for


def paginate(boxes: SectionBoxes, state: PageState) -> SectionPages:
    """Lay out the pages of a section."""
    context = boxes.context
    context.start = lambda pages: _start(pages, boxes, state)
    with pages_from(state.pages):
        page_boxes = list(layout_document(boxes.source, boxes.root, context))
    pages: list[Page] = [LaidOutPage(box) for box in page_boxes]
    end = _state_after(context, state, len(pages))
    named = {name: texts for name, texts in context.string_set.items() if texts}
    strings = {name: texts[max(texts)][-1] for name, texts in named.items()}
    return SectionPages(boxes, page_boxes, pages, end, strings)


def _start(pages: list[PageStart], boxes: SectionBoxes, state: PageState) -> None:
    """Change the state at WeasyPrint's first page to that of a section."""
    if not state.page_break or boxes.edges is None:
        return
    *_, remake = pages[0]
    path = {boxes.root.children.index(boxes.body): {0: None}}
    counters = {name: list(values) for name, values in state.counters}
    groups = [[name, index, {0: None}] for name, index in state.groups]
    page = {"break": state.page_break, "page": boxes.edges.first_page}
    page_state = ([0], counters, [set(counters)], groups)
    pages[0] = (path, page, state.right, page_state, remake)


def _named_strings(
    context: Context, strings: Mapping[str, str], used: dict[str, str | None]
) -> Callable[..., tuple[str, ...]]:
    """WeasyPrint's lookup of named strings, which falls back to those of earlier sections and adds
    these to `used`.
    """
    find = context.get_string_set_for

    def named(page: Box, name: str, keyword: str = "first") -> tuple[str, ...]:
        set_here = any(number <= context.current_page for number in context.string_set[name])
        if set_here or keyword == "all-once":
            return tuple(find(page, name, keyword))
        used[name] = strings.get(name)
        return (strings[name],) if name in strings else ()

    return named


def _state_after(context: Context, state: PageState, count: int) -> PageState:
    _, _, right, page_state, _ = context.page_maker[-1]
    counters = {name: tuple(v) for name, v in page_state[1].items() if name != "pages"}
    return PageState(
        state.pages + count,
        right,
        "",
        (("pages", (0,)), *sorted(counters.items())),
        tuple((name, index) for name, index, path in page_state[3] if path == {0: None}),
    )
