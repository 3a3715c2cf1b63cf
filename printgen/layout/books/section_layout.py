"""Lay out a section of a book as a document of its own, from the state at its first page.

WeasyPrint keeps that state (page number, side, counters, named strings) in private parts, which are
read and set here only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from printgen.layout.jobs import PageFormat
from printgen.layout.typesetter import Typesetter
from printgen.layout.weasyprint import (
    Document,
    HtmlSource,
    Page,
    Private,
    break_values,
    layout_context,
)

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


@dataclass(slots=True)
class SectionBoxes:
    """The boxes of a section before layout. They can be laid out once."""

    source: HtmlSource
    context: Private
    root: Private
    body: Private
    edges: Edges | None
    counters: Counters


@dataclass(slots=True)
class StyledSource:
    """The document of a section with the styles of its elements, which are computed once.

    `following` is the first element after the section, which is not displayed: the counters of the
    section are read there.
    """

    source: HtmlSource
    following: Element | None
    styles: tuple[Private, Private] | None = None


def build_section(typesetter: Typesetter, format: PageFormat, styled: StyledSource) -> SectionBoxes:
    """Make the boxes of a section's document."""
    from weasyprint.formatting_structure import build

    source, context = styled.source, _context(typesetter, format, styled)
    counters: dict[str, int] = {}
    reading = _reading(build.element_to_box, styled.following, counters)
    with replaced(build, "element_to_box", reading):
        root = build.build_formatting_structure(
            source.etree_element,
            context.style_for,
            context.get_image_from_uri,
            source.base_url,
            context.target_collector,
            context.counter_style,
            context.footnotes,
        )
    body = next(box for box in root.children if box.element_tag == "body")
    return SectionBoxes(source, context, root, body, _edges(body), tuple(sorted(counters.items())))


def _context(typesetter: Typesetter, format: PageFormat, styled: StyledSource) -> Private:
    """WeasyPrint's context of one layout. Computes the styles, or takes those of an earlier one."""
    from weasyprint import DEFAULT_OPTIONS, document
    from weasyprint.css.counters import CounterStyle

    sheets = [sheet.parsed for sheet in typesetter.style_sheets(format) if sheet.parsed]
    options = {**DEFAULT_OPTIONS, "stylesheets": sheets, "cache": typesetter.images}
    if styled.styles is None:
        context = layout_context(styled.source, typesetter.fonts, CounterStyle(), {}, options)
        styled.styles = context.style_for, context.counter_style
        return context
    style_for, counter_style = styled.styles
    with replaced(document, "get_all_computed_styles", lambda *_: style_for):
        return layout_context(styled.source, typesetter.fonts, counter_style, {}, options)


def _reading(
    element_to_box: Callable[..., Private], following: Element | None, counters: dict[str, int]
) -> Callable[..., Private]:
    """WeasyPrint's function, which also reads the counters when it comes to an element."""

    def reading(element: Element, *arguments: Private, **named: Private) -> Private:
        if element is following:
            state = named.get("state") or arguments[-1]
            counters.update({name: values[-1] for name, values in state[1].items() if values})
        return element_to_box(element, *arguments, **named)

    return reading


def _edges(body: Private) -> Edges | None:
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

    Margins and backgrounds are made by `finish`: most layouts only find page numbers, and are then
    released. `used` are the named strings of earlier sections in the margins.
    """

    boxes: SectionBoxes | None
    page_boxes: list[Private]
    pages: list[Page]
    end: PageState
    strings: dict[str, str]
    used: dict[str, str | None] = field(default_factory=dict)
    document: Document | None = None
    flows: list[tuple[Private, ...]] = field(default_factory=list)

    def finish(self, strings: Mapping[str, str]) -> Document:
        """The document of the finished pages, with the named strings of earlier sections."""
        if self.document is None or any(strings.get(n) != text for n, text in self.used.items()):
            from weasyprint import document
            from weasyprint.html import get_html_metadata

            if self.boxes is None:
                raise ValueError("the pages are released")
            context, source = self.boxes.context, self.boxes.source
            self._add_margins(context, strings)
            self.pages = [document.Page(box) for box in self.page_boxes]
            metadata = document.DocumentMetadata(**get_html_metadata(source))
            fetcher, fonts = source.url_fetcher, context.font_config
            made: Document = document.Document(self.pages, metadata, fetcher, fonts, {}, None)
            self.document = made
        return self.document

    def release(self) -> None:
        """Forget the pages, unless they are finished."""
        if self.document is None:
            self.boxes, self.page_boxes, self.pages = None, [], []

    def _add_margins(self, context: Private, strings: Mapping[str, str]) -> None:
        from weasyprint.layout import layout_backgrounds, make_margin_boxes

        self.flows = self.flows or [tuple(page.children) for page in self.page_boxes]
        self.used.clear()
        named = _named_strings(context, strings, self.used)
        with replaced(context, "get_string_set_for", named):
            pages = zip(self.page_boxes, self.flows, strict=True)
            for number, (page, flow) in enumerate(pages, start=1):
                context.current_page = number
                margins = make_margin_boxes(context, page, context.page_maker[number][3])
                page.children = (*flow, *margins)
                layout_backgrounds(page, context.get_image_from_uri)


def paginate(boxes: SectionBoxes, state: PageState) -> SectionPages:
    """Lay out the pages of a section."""
    from weasyprint import document, layout
    from weasyprint.layout import page as page_module

    context = boxes.context
    with (
        replaced(layout, "initialize_page_maker", _first_page(boxes, state)),
        replaced(page_module, "PageType", _page_type(page_module.PageType, state.pages)),
        replaced(layout, "make_margin_boxes", lambda *_: ()),
        replaced(layout, "layout_backgrounds", lambda *_: None),
    ):
        page_boxes = list(layout.layout_document(boxes.source, boxes.root, context))
    pages: list[Page] = [document.Page(box) for box in page_boxes]
    end = _state_after(context, state, len(pages))
    named = {name: texts for name, texts in context.string_set.items() if texts}
    strings = {name: texts[max(texts)][-1] for name, texts in named.items()}
    return SectionPages(boxes, page_boxes, pages, end, strings)


def _first_page(boxes: SectionBoxes, state: PageState) -> Callable[[Private, Private], None]:
    """A function that tells WeasyPrint the state at the first page of a section."""
    from weasyprint.layout import initialize_page_maker

    def first_page(context: Private, root: Private) -> None:
        initialize_page_maker(context, root)
        if not state.page_break or boxes.edges is None:
            return
        *_, remake = context.page_maker[0]
        path = {root.children.index(boxes.body): {0: None}}
        counters = {name: list(values) for name, values in state.counters}
        groups = [[name, index, {0: None}] for name, index in state.groups]
        page = {"break": state.page_break, "page": boxes.edges.first_page}
        page_state = ([0], counters, [set(counters)], groups)
        context.page_maker[0] = (path, page, state.right, page_state, remake)

    return first_page


def _page_type(page_type: Callable[..., Private], before: int) -> Callable[..., Private]:
    """WeasyPrint's type of a page, which selectors match, with its index in the book."""

    def numbered(side: str, blank: bool, name: str, index: int, groups: object) -> Private:
        return page_type(side, blank, name, index + before, groups)

    return numbered


def _named_strings(
    context: Private, strings: Mapping[str, str], used: dict[str, str | None]
) -> Callable[..., tuple[str, ...]]:
    """WeasyPrint's lookup of named strings, which falls back to those of earlier sections and adds
    these to `used`.
    """
    find = context.get_string_set_for

    def named(page: Private, name: str, keyword: str = "first") -> tuple[str, ...]:
        set_here = any(number <= context.current_page for number in context.string_set[name])
        if set_here or keyword == "all-once":
            return tuple(find(page, name, keyword))
        used[name] = strings.get(name)
        return (strings[name],) if name in strings else ()

    return named


def _state_after(context: Private, state: PageState, count: int) -> PageState:
    _, _, right, page_state, _ = context.page_maker[-1]
    counters = {name: tuple(v) for name, v in page_state[1].items() if name != "pages"}
    return PageState(
        state.pages + count,
        right,
        "",
        (("pages", (0,)), *sorted(counters.items())),
        tuple((name, index) for name, index, path in page_state[3] if path == {0: None}),
    )


@contextmanager
def replaced(module: Private, name: str, value: object) -> Iterator[None]:
    """Replace a function of a module for a while."""
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)
