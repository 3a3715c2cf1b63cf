"""The parts of WeasyPrint's untyped objects that layout reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol
from xml.etree.ElementTree import Element

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


class HtmlSource(Protocol):
    """Parsed HTML."""

    etree_element: Element
    base_url: str
    url_fetcher: object

    def render(
        self,
        font_config: object,
        stylesheets: Sequence[StyleSheet],
        cache: dict[str, object],
    ) -> Document:
        """Lay the HTML out."""


class StyleSheet(Protocol):
    """A parsed style sheet."""


class PdfFile(Protocol):
    """A PDF that is about to be written (pydyf)."""

    objects: Sequence[object]


class BinaryPart(Protocol):
    """A part of a content stream (pydyf)."""

    data: bytes
