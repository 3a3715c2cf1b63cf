"""WeasyPrint as layout reads it: types for its untyped objects, and its private names, each in one
place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, cast
from xml.etree.ElementTree import Element

# --- the parts of WeasyPrint's untyped objects that layout reads ----------------------------------


# An object of WeasyPrint's private parts.
Private = Any


# An object of pydyf or of WeasyPrint's drawing, which have no types.
PdfObject = Any


class Box(Protocol):
    """A box of a laid-out page; lengths in CSS pixels."""

    element: Element | None
    element_tag: str
    position_x: float
    position_y: float
    width: float
    height: float
    margin_top: float

    @property
    def children(self) -> Sequence[Box]:
        """The child boxes. Text boxes and replaced boxes have none."""

    def content_box_x(self) -> float:
        """The left edge of the content."""

    def content_box_y(self) -> float:
        """The top edge of the content."""

    def padding_box_x(self) -> float:
        """The left edge of the padding."""

    def padding_box_y(self) -> float:
        """The top edge of the padding."""

    def padding_width(self) -> float:
        """The width with padding."""

    def padding_height(self) -> float:
        """The height with padding."""

    def margin_width(self) -> float:
        """The width with padding, border and margin."""

    def margin_height(self) -> float:
        """The height with padding, border and margin."""


class Page(Protocol):
    """A page of a document; its height in CSS pixels."""

    anchors: dict[str, tuple[float, float, float, float]]
    links: Sequence[tuple[str, object, object, Private]]
    bookmarks: Sequence[object]
    height: float
    _page_box: Box

    def paint(self, stream: object, scale: float = 1) -> None:
        """Draw the page into a content stream."""


Finisher = Callable[["Document", "PdfFile"], None]


class Document(Protocol):
    """A laid-out document."""

    pages: Sequence[Page]

    def copy(self, pages: Iterable[Page]) -> Document:
        """The document with some of its pages."""

    def write_pdf(self, *, finisher: Finisher, pdf_tags: bool = False) -> bytes:
        """The document as PDF. `finisher` may change the PDF before it is written."""


class StyleSheet(Protocol):
    """A parsed style sheet."""


class PdfFile(Protocol):
    """A PDF that is about to be written (pydyf)."""

    objects: Sequence[object]


class BinaryPart(Protocol):
    """A part of a content stream (pydyf)."""

    data: bytes


# --- the private names of WeasyPrint that printgen reads, and nothing else ------------------------
#
# Each has a test in `tests/test_private_parts.py` that says what a new version has broken.


FontKey = Callable[..., object]


def page_box(page: Page) -> Box:
    """The box of a laid-out page, with its text and its margins."""
    return page._page_box


def placed(box: Private) -> Private:
    """A box; the one that is meant by a placeholder, as boxes out of the flow have in the tree."""
    return getattr(box, "_box", box)


def break_values(box: Private, edge: str) -> tuple[str, ...]:
    """The page breaks that a box and its first or last boxes ask for `before` or `after` it."""
    from weasyprint.layout import block

    return tuple(block._add_break_values(box, edge))


def font_key() -> FontKey:
    """The function that names all that a font depends on in a style."""
    from weasyprint.text import line_break

    return cast(FontKey, line_break._font_style_cache_key)


def stream_fonts(stream: PdfObject) -> Mapping[str, PdfObject]:
    """The fonts of the file that a content stream belongs to."""
    return cast(Mapping[str, PdfObject], stream._fonts)


def stream_resources(stream: PdfObject) -> Mapping[str, Mapping[str, PdfObject]]:
    """The resources of a content stream, by kind and name."""
    return cast(Mapping[str, Mapping[str, PdfObject]], stream._resources)


def marked_boxes(stream: PdfObject) -> dict[Private, tuple[int, PdfObject]] | None:
    """The number of the marked content of each box of a page, and the stream that has it; None in a
    document without tags. More may be added.
    """
    return cast("dict[Private, tuple[int, PdfObject]] | None", stream._tags)


def has_colour_profiles(stream: PdfObject) -> bool:
    """Whether the colours of a content stream are converted."""
    return bool(stream._color_profiles or stream._output_intent)


def svg_of(image: Private) -> Private:
    """The drawing of a picture in SVG."""
    return image._svg


def svg_root(svg: Private) -> Element:
    """The root element of a drawing."""
    return cast(Element, svg.tree._etree_node)


def draw_svg(image: Private, stream: PdfObject, width: float, height: float) -> None:
    """Draw a picture in SVG on a content stream."""
    image._svg.draw(stream, width, height, image._base_url, image._context)
