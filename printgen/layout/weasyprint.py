"""WeasyPrint as layout reads it: types for its untyped objects, and its private names, each in one
place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from math import hypot
from typing import Any, Protocol, TypeAlias, TypedDict, cast
from xml.etree.ElementTree import Element

# --- the parts of WeasyPrint's untyped objects that layout reads ----------------------------------


# A function or method of WeasyPrint.
Function = Callable[..., Any]

# Where the layout of a box goes on: the index of a child (of a text: the number of a byte), and
# where the layout of the child goes on; None is its beginning.
ResumeAt: TypeAlias = "Mapping[int, ResumeAt] | None"


class Style(Protocol):
    """The computed values of an element by the names of properties, with `_` for `-`."""

    font_config: object

    def __getitem__(self, name: str, /) -> Any:
        """The value of a property, whose type depends on the property."""


class ComputedStyle(Style, Protocol):
    """A style that WeasyPrint computes, a dictionary. `cascaded` has the values that rules set and
    their weights.
    """

    cascaded: Mapping[str, object]

    def __iter__(self) -> Iterator[str]:
        """The names of the properties that are computed."""

    def keys(self) -> Iterable[str]:
        """The names of the properties that are computed."""

    def update(self, values: Mapping[str, object], /) -> None:
        """Set values."""

    def pop(self, name: str, default: object, /) -> object:
        """Forget a value."""


class Box(Protocol):
    """A box of a page before or after its layout; lengths in CSS pixels."""

    element: Element | None
    element_tag: str
    style: Style
    # Text boxes and replaced boxes have none.
    children: Sequence[Box]
    position_x: float
    position_y: float
    width: float
    height: float
    margin_top: float
    bookmark_label: str | None
    link_annotation: PdfDictionary | None

    def descendants(self) -> Iterator[Box]:
        """The box and all boxes in it."""

    def is_in_normal_flow(self) -> bool:
        """Whether the box is neither a float, nor absolutely placed, nor a note."""

    def is_floated(self) -> bool:
        """Whether the box is a float."""

    def page_values(self) -> tuple[str, str]:
        """The names of the pages on which the box begins and ends."""

    def translate(self, dx: float = 0, dy: float = 0) -> None:
        """Move the box and those in it."""

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

    def border_box_x(self) -> float:
        """The left edge of the border."""

    def border_box_y(self) -> float:
        """The top edge of the border."""

    def border_width(self) -> float:
        """The width with padding and border."""

    def border_height(self) -> float:
        """The height with padding and border."""

    def margin_width(self) -> float:
        """The width with padding, border and margin."""

    def margin_height(self) -> float:
        """The height with padding, border and margin."""


class TextLayout(Protocol):
    """The first line of a text, as Pango lays it out; lengths in CSS pixels."""

    text: str
    justification_spacing: float
    # The first line of Pango, and where the next one begins.
    get_first_line: Function

    def reactivate(self, style: Style) -> None:
        """Lay the text out again."""

    def deactivate(self) -> None:
        """Free what Pango has laid out."""


class TextBox(Box, Protocol):
    """A box with a text on one line; its baseline is measured from its top. `letters_width` is the
    width of its letters as a share of the natural one, which `paragraph_lines` adds.
    """

    text: str
    baseline: float
    justification_spacing: float
    letters_width: float
    pango_layout: TextLayout


class StyleFor(Protocol):
    """The styles of a document, with its fonts and its colour profiles."""

    def __call__(self, element: Any, pseudo_type: str | None = None) -> Mapping[str, object] | None:
        """The style of an element, or of a part of it; None if no rule is about the part."""

    font_config: object
    profiles: dict[str, object]


# What is counted over pages: the depth of quotes, the values of counters, the counters of each
# scope, and the groups of pages with the same name (name, index, where the layout went on).
PageCounts = tuple[list[int], dict[str, list[int]], list[set[str]], list[list[Any]]]

# How a page begins: where the layout goes on, the page break and the name of the page, whether it
# is a right page, the counts, and what WeasyPrint notes to lay it out again.
PageStart = tuple[ResumeAt, Mapping[str, str], bool, PageCounts, object]


class Context(Protocol):
    """The context of a layout, which is its state. Pages are counted from 1."""

    style_for: StyleFor
    get_image_from_uri: object
    target_collector: object
    counter_style: object
    footnotes: object
    dictionaries: object
    excluded_shapes: Sequence[Box]
    page_maker: list[PageStart]
    current_page: int
    # The values of named strings by name and page.
    string_set: Mapping[str, Mapping[int, Sequence[str]]]
    # Looks up the value of a named string. An attribute: books replace it.
    get_string_set_for: Callable[[Box, str, str], Sequence[str]]


class PageBox(Box, Protocol):
    """The box of a page."""

    # What its style depends on.
    page_type: object


class Page(Protocol):
    """A page of a document; its height in CSS pixels."""

    anchors: dict[str, tuple[float, float, float, float]]
    # The kind and the target of each link, its area, and its box.
    links: Sequence[tuple[str, object, object, Box]]
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

    def write_pdf(self, *, finisher: Finisher | None = None, pdf_tags: bool = False) -> bytes:
        """The document as PDF. `finisher` may change the PDF before it is written."""


class StyleSheet(Protocol):
    """A parsed style sheet."""


# --- what is written into a PDF -------------------------------------------------------------------


class PdfDictionary(Protocol):
    """A dictionary of a PDF (pydyf). Its values are what PDF syntax has: of any type."""

    # How others refer to it, if it is an object of the PDF.
    reference: bytes

    def __contains__(self, name: object, /) -> bool:
        """Whether there is a value."""

    def __getitem__(self, name: str, /) -> Any:
        """A value."""

    def __setitem__(self, name: str, value: object, /) -> None:
        """Change a value."""

    def get(self, name: str, default: object = None, /) -> Any:
        """A value, or the default."""

    def items(self) -> Iterable[tuple[str, Any]]:
        """The names and values."""

    def update(self, values: Mapping[str, object], /) -> None:
        """Change several values."""


class PdfFile(Protocol):
    """A PDF that is about to be written (pydyf)."""

    objects: Sequence[object]
    catalog: PdfDictionary
    page_references: Sequence[bytes]

    def add_object(self, added: object) -> None:
        """Add an object, which gets its number."""


class BinaryPart(Protocol):
    """A part of a content stream (pydyf)."""

    data: bytes


class PdfStream(Protocol):
    """A stream of a PDF (pydyf): its parts, and the dictionary that describes it."""

    stream: list[str | bytes | BinaryPart]
    extra: PdfDictionary
    compress: bool
    reference: bytes


class ContentStream(PdfStream, Protocol):
    """A content stream of a page, a group or a pattern, on which WeasyPrint draws."""

    # Attributes, not methods: they are replaced for a time.
    set_text_matrix: Callable[..., None]
    ctm: Sequence[Sequence[float]]
    _fonts: Mapping[str, Font]
    _resources: Mapping[str, Mapping[str, Any]]
    _tags: dict[Box, tuple[int, ContentStream]] | None
    _color_profiles: Mapping[str, object]
    _output_intent: str | None

    def begin_text(self) -> None:
        """Begin to draw a text."""

    def end_text(self) -> None:
        """End a text."""

    def set_color(self, color: object, stroke: bool = False) -> None:
        """Set the colour in which shapes and texts are filled, or that of their outlines."""

    def set_line_width(self, width: float) -> None:
        """Set the width of outlines."""

    def set_line_join(self, join: int) -> None:
        """Set how outlines are joined: 1 is round."""

    def set_text_rendering(self, mode: int) -> None:
        """Set how letters are drawn: 2 is filled and outlined."""

    def transform(self, a: float, b: float, c: float, d: float, e: float, f: float) -> None:
        """Multiply the matrix of what is drawn next."""

    def stacked(self) -> AbstractContextManager[None]:
        """Restore the matrix and the colours at the end."""

    def add_image(self, image: Picture, interpolate: bool, ratio: float) -> str:
        """Add a picture to the resources. Returns its name there."""

    def draw_x_object(self, name: str) -> None:
        """Draw a picture or a form of the resources."""

    def rectangle(self, x: float, y: float, width: float, height: float) -> None:
        """Begin a path that is a rectangle."""

    def clip(self) -> None:
        """Show what is drawn next only within the path."""

    def end(self) -> None:
        """End a path without drawing it."""

    def clone(self, **changed: object) -> ContentStream:
        """An empty stream for the same document."""


class Font(Protocol):
    """A font of a PDF, with the glyphs that are drawn. `missing` has those that it lacks."""

    file_content: bytes
    hash: str
    name: bytes
    tables: Sequence[str]
    style: int
    weight: float
    font_size: float
    variations: Mapping[str, float]
    bitmap: bool
    png: object
    svg: object
    colr: object
    to_unicode: dict[int, str]
    missing: dict[int, int]
    # The advances of glyphs in thousandths of the size of the type.
    widths: dict[int, int]


class Picture(Protocol):
    """A picture that a PDF has once."""

    @property
    def id(self) -> str:
        """What its name in a PDF is made of."""

    def get_x_object(self, interpolate: bool, dpi_ratio: float) -> PdfStream:
        """The picture for one PDF."""


class UsedPicture(TypedDict):
    """A picture of a content stream, and how it is drawn."""

    image: Picture
    interpolate: bool
    dpi_ratios: set[float]


class SvgRoot(Protocol):
    """The root of a drawing in SVG, as WeasyPrint reads it."""

    attrib: Mapping[str, str]
    _etree_node: Element

    def set_svg_size(self, svg: Svg, width: float, height: float) -> None:
        """Set the size of the box that the drawing fills."""


class Svg(Protocol):
    """A drawing in SVG."""

    tree: SvgRoot

    def get_viewbox(self) -> tuple[float, float, float, float] | None:
        """The left and top edge, the width and the height of its `viewBox`."""

    def draw(
        self, stream: ContentStream, width: float, height: float, base_url: str, context: object
    ) -> None:
        """Draw it on a content stream."""


class Fetched(Protocol):
    """The content of a file."""

    content_type: str

    def read(self) -> bytes:
        """The content."""


class Fetcher(Protocol):
    """Reads the files that a page may use."""

    def fetch(self, url: str) -> Fetched:
        """The file at an address. Raises ValueError."""


class SvgImage(Protocol):
    """A picture in SVG. `drawings` adds the digest of its elements and the name of its form,
    `drawn_pixels` its source if pixels are placed for it, and how many there may be.
    """

    printgen_digest: str | None
    printgen_form: str
    printgen_drawn: bytes
    printgen_most: float
    _svg: Svg
    _base_url: str
    _url_fetcher: Fetcher
    _context: object

    def get_intrinsic_size(self, resolution: float, font_size: float) -> Sequence[float | None]:
        """The width, the height and the ratio of both; None for what it does not say."""


# --- the private names of WeasyPrint that printgen reads, and nothing else ------------------------
#
# Each has a test in `tests/test_private_parts.py` that says what a new version has broken.


FontKey = Callable[..., object]


def page_box(page: Page) -> Box:
    """The box of a laid-out page, with its text and its margins."""
    return page._page_box


def placed(box: Box) -> Box:
    """A box; the one that is meant by a placeholder, as boxes out of the flow have in the tree."""
    return getattr(box, "_box", box)


def break_values(box: Box, edge: str) -> tuple[str, ...]:
    """The page breaks that a box and its first or last boxes ask for `before` or `after` it."""
    from weasyprint.layout import block

    return tuple(block._add_break_values(box, edge))


def font_key() -> FontKey:
    """The function that names all that a font depends on in a style."""
    from weasyprint.text import line_break

    return cast(FontKey, line_break._font_style_cache_key)


def letter_fonts(box: TextBox) -> list[tuple[float, bool]]:
    """The weight of each font in which letters and digits of a line are set, and whether it is
    slanted.
    """
    from weasyprint.text.ffi import ffi, pango
    from weasyprint.text.fonts import get_pango_font_key

    layout, found = box.pango_layout, []
    layout.reactivate(box.style)
    line, _ = layout.get_first_line()
    text, run = layout.text.encode(), line.runs[0]
    while run != ffi.NULL:
        item, run = run.data.item, run.next
        if any(map(str.isalnum, text[item.offset : item.offset + item.length].decode())):
            _, description, _ = get_pango_font_key(item.analysis.font)
            weight = pango.pango_font_description_get_weight(description)
            found.append((weight, pango.pango_font_description_get_style(description) != 0))
    layout.deactivate()
    return found


def stream_fonts(stream: ContentStream) -> Mapping[str, Font]:
    """The fonts of the file that a content stream belongs to."""
    return stream._fonts


def stream_resources(stream: ContentStream) -> Mapping[str, Mapping[str, Any]]:
    """The resources of a content stream, by kind and name."""
    return stream._resources


def marked_boxes(stream: ContentStream) -> dict[Box, tuple[int, ContentStream]] | None:
    """The number of the marked content of each box of a page, and the stream that has it; None in a
    document without tags. More may be added.
    """
    return stream._tags


def has_colour_profiles(stream: ContentStream) -> bool:
    """Whether the colours of a content stream are converted."""
    return bool(stream._color_profiles or stream._output_intent)


def svg_of(image: SvgImage) -> Svg:
    """The drawing of a picture in SVG."""
    return image._svg


def svg_root(svg: Svg) -> Element:
    """The root element of a drawing."""
    return svg.tree._etree_node


def svg_address(image: SvgImage) -> str | None:
    """The address of a drawing: its file, or the page that it is a part of, if that has one."""
    return image._base_url


def svg_fetcher(image: SvgImage) -> Fetcher:
    """What reads the files that a drawing shows."""
    return image._url_fetcher


def scale_of(stream: ContentStream) -> tuple[float, float]:
    """How many points of the page a unit of a content stream is, across and down."""
    (a, b, _), (c, d, _), _ = stream.ctm
    return hypot(a, b), hypot(c, d)


def draw_svg(image: SvgImage, stream: ContentStream, width: float, height: float) -> None:
    """Draw a picture in SVG on a content stream."""
    image._svg.draw(stream, width, height, image._base_url, image._context)
