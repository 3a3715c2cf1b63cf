"""Lay out a section of a book as a document of its own, from the state at its first page.

WeasyPrint keeps that state (page number, side, counters, named strings) in private parts, which are
read and set here only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from printgen.layout.engine import Engine
from printgen.layout.jobs import PageFormat
from printgen.layout.weasyprint_types import Document, HtmlSource, Private

_SIDES = ("left", "right", "recto", "verso")

# Counters of elements by name, or named strings.
Counters = tuple[tuple[str, int], ...]
Strings = tuple[tuple[str, str], ...]


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
    with the same name, named strings, and the page break (`""` at the start of the book).
    """

    pages: int = 0
    right: bool = True
    page_break: str = ""
    counters: tuple[tuple[str, tuple[int, ...]], ...] = ()
    groups: tuple[tuple[str, int], ...] = ()
    strings: Strings = ()


@dataclass(slots=True)
class SectionBoxes:
    """The boxes of a section before layout. They can be laid out once."""

    source: HtmlSource
    context: Private
    root: Private
    body: Private
    edges: Edges | None
    counters: Counters


def build_section(
    engine: Engine, format: PageFormat, source: HtmlSource, following: Element | None
) -> SectionBoxes:
    """Make the boxes of a section's document.

    `following` is the first element after the section, which is not displayed: the counters of the
    section are read there.
    """
    from weasyprint import DEFAULT_OPTIONS
    from weasyprint.css.counters import CounterStyle
    from weasyprint.document import Document as WeasyPrintDocument
    from weasyprint.formatting_structure import build

    sheets = [sheet.parsed for sheet in engine.style_sheets(format) if sheet.parsed]
    options = {**DEFAULT_OPTIONS, "stylesheets": sheets, "cache": engine.images}
    style = CounterStyle()
    make_context: Private = WeasyPrintDocument._build_layout_context
    context = make_context(source, engine.fonts, style, {}, options)
    counters: dict[str, int] = {}
    with replaced(build, "element_to_box", _reading(build.element_to_box, following, counters)):
        root = build.build_formatting_structure(
            source.etree_element,
            context.style_for,
            context.get_image_from_uri,
            source.base_url,
            context.target_collector,
            style,
            context.footnotes,
        )
    body = next(box for box in root.children if box.element_tag == "body")
    return SectionBoxes(source, context, root, body, _edges(body), tuple(sorted(counters.items())))


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
    from weasyprint.layout.block import _add_break_values

    flow = [box for box in body.children if box.is_in_normal_flow()]
    if not flow:
        return None
    return Edges(
        tuple(_add_break_values(flow[0], "before")),
        tuple(_add_break_values(flow[-1], "after")),
        flow[0].page_values()[0],
        flow[-1].page_values()[1],
    )


def paginate(boxes: SectionBoxes, state: PageState) -> tuple[Document, PageState]:
    """Lay out the pages of a section: its document, and the state after it."""
    from weasyprint import document, layout
    from weasyprint.html import get_html_metadata
    from weasyprint.layout import page as page_module

    context, source = boxes.context, boxes.source
    if state.page_break:
        context.get_string_set_for = _named_strings(context, dict(state.strings))
    with (
        replaced(layout, "initialize_page_maker", _first_page(boxes, state)),
        replaced(page_module, "PageType", _page_type(page_module.PageType, state.pages)),
    ):
        laid_out = list(layout.layout_document(source, boxes.root, context))
    made: Document = document.Document(
        [document.Page(box) for box in laid_out],
        document.DocumentMetadata(**get_html_metadata(source)),
        source.url_fetcher,
        context.font_config,
        {},
        None,
    )
    return made, _state_after(context, state, len(laid_out))


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


def _named_strings(context: Private, strings: Mapping[str, str]) -> Callable[..., tuple[str, ...]]:
    """WeasyPrint's lookup of named strings, which falls back to those of earlier sections."""
    find = context.get_string_set_for

    def named(page: Private, name: str, keyword: str = "first") -> tuple[str, ...]:
        set_here = any(number <= context.current_page for number in context.string_set[name])
        if set_here or name not in strings or keyword == "all-once":
            return tuple(find(page, name, keyword))
        return (strings[name],)

    return named


def _state_after(context: Private, state: PageState, count: int) -> PageState:
    _, _, right, page_state, _ = context.page_maker[-1]
    counters = {name: tuple(v) for name, v in page_state[1].items() if name != "pages"}
    strings = dict(state.strings)
    for name, pages in context.string_set.items():
        if pages:
            strings[name] = pages[max(pages)][-1]
    return PageState(
        state.pages + count,
        right,
        "",
        (("pages", (0,)), *sorted(counters.items())),
        tuple((name, index) for name, index, path in page_state[3] if path == {0: None}),
        tuple(sorted(strings.items())),
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
