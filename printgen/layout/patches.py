"""The functions of WeasyPrint that printgen replaces. No other module replaces any.

`REPLACED` has each function with the digest of its source, as it was when its replacement was
written: `tests/layout/test_patches.py` fails when a new release has changed one, with its name and
what to do. Most replacements do what WeasyPrint cannot; some save time, which is measured on a deck
of 100 cards of two faces, without a store.

Replaced in the whole process:

`Stream.set_color_rgb`
    Greys are one ink, and dark colours are black in low ink. WeasyPrint writes all colours as RGB,
    of which a press makes four inks: black text gets coloured rims.
`SVGImage.draw`
    A drawing is a form that a file has once (`drawings`). WeasyPrint writes its paths at each use:
    6 % of the deck, and larger files. What it cannot draw is placed as pixels (`drawn_pixels`).
`split_first_line`
    Words are divided by `typography.line_breaks`: WeasyPrint divides names, and compounds anywhere.
    Lines of texts that are printed again are kept (`kept_texts`): 7 % of the deck.
`make_margin_boxes`
    Faces have nothing in their margins, where WeasyPrint makes sixteen boxes a page: 3 % of a card
    that is edited.
`resolve_percentages`
    The lengths of a style without percentages are the same for all its boxes, and kept with it:
    with the initial values that `documents` fills in, 4 % of the deck.
`split_inline_box`, `text_align`
    The lines of justified paragraphs are planned together (`paragraph_lines`). WeasyPrint breaks
    line by line (WeasyPrint#2264).
`draw_text`
    The letters of justified lines are as wide as planned. What was drawn of a text is repeated:
    6 % of the deck. Emphasis in a font without a bold or italic face is seen, as in browsers.

Replaced while a book is laid out or a file is written:

`element_to_box`
    Reads the counters at the end of a section, which are the first ones of the next.
`PageType`
    The pages of a section have the numbers that they have in the book.
`Stream.marked`, `add_tags`
    Contents are marked and tagged by the structure that `tag_reading` reads. WeasyPrint makes an
    element for each box of each page and line: what continues on the next page is read out as two.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache, wraps
from types import SimpleNamespace
from typing import Any
from xml.etree.ElementTree import Element

import pydyf
from weasyprint import draw, layout, pdf
from weasyprint.css import PAGE_MARGIN_BOXES, AnonymousStyle
from weasyprint.formatting_structure import build
from weasyprint.formatting_structure.boxes import LineBox
from weasyprint.images import SVGImage
from weasyprint.layout import absolute, block, column, grid, inline, page, percent, preferred, table
from weasyprint.layout import float as floats
from weasyprint.pdf.stream import Stream
from weasyprint.text import line_break

from printgen.layout.content_streams import grey_of
from printgen.layout.drawings import place_drawing
from printgen.layout.drawn_pixels import is_of_content, place_pixels
from printgen.layout.kept_texts import draw_once, split_once
from printgen.layout.paragraph_lines import (
    ROUNDING,
    PlannedLine,
    align,
    ends_as_planned,
    is_justified,
    planned_line,
    widths_of_lines,
)
from printgen.layout.weasyprint import (
    Box,
    ContentStream,
    Context,
    Function,
    PageBox,
    PdfFile,
    ResumeAt,
    Style,
    SvgImage,
    TextBox,
    letter_fonts,
    marked_boxes,
)
from printgen.typography.line_breaks import Hyphenation, compound_parts, whole_words


def greys_as_one_ink(set_colour: Function) -> Function:
    """`Stream.set_color_rgb` that writes greys as DeviceGray."""

    @wraps(set_colour)
    def set_ink(
        stream: ContentStream, red: float, green: float, blue: float, stroke: bool = False
    ) -> None:
        grey = grey_of(red, green, blue)
        if grey is None:
            set_colour(stream, red, green, blue, stroke)
        else:
            stream.stream.append(f"{grey:.4g} {'G' if stroke else 'g'}".encode())

    return set_ink


def drawings_as_forms(draw: Function) -> Function:
    """`SVGImage.draw` that places the pixels of a drawing or its form, if it has one."""

    @wraps(draw)
    def place(
        image: SvgImage, stream: ContentStream, width: float, height: float, style: Style
    ) -> None:
        if is_of_content(image):
            # As in a browser, what is beyond its box is not shown.
            stream.rectangle(0, 0, width, height)
            stream.clip()
            stream.end()
            if style["__stretched"]:
                # As `object-fit: fill` does with a photo: the drawing has the ratio of its box.
                _, _, ratio = image.get_intrinsic_size(1, style["font_size"])
                if ratio:
                    stream.transform(1, 0, 0, height * ratio / width, 0, 0)
                    height = width / ratio
        placed = place_pixels(image, stream, width, height)
        if not placed and not place_drawing(image, stream, width, height):
            draw(image, stream, width, height, style)

    return place


# The zone in which nothing is hyphenated, on faces with wide words: see the shared style sheet.
_WHOLE_LINE = (100, "%")


def divided_as_usual(split: Function) -> Function:
    """`split_first_line` that keeps lines, and divides compounds at their hyphens only. In lines
    without a plan, it divides neither names nor the last word, unless they are wider than the line.
    """

    @wraps(split)
    def divide(
        text: str,
        style: Style,
        context: Context | None,
        max_width: float | None,
        justification_spacing: float,
        is_line_start: bool = True,
        minimum: bool = False,
    ) -> Sequence[object]:
        planned = style["text_align_all"] == "justify"
        # Of a face with this zone, only words that are wider than a line are divided.
        any_word = planned or style["hyphenate_limit_zone"] == _WHOLE_LINE
        Hyphenation.undivided = compound_parts(text) if any_word else whole_words(text)
        Hyphenation.names = any_word
        if context is not None and not isinstance(context.dictionaries, _Dictionaries):
            context.dictionaries = _Dictionaries()
        about = context, max_width, justification_spacing, is_line_start, minimum
        return split_once(split, text, style, *about)

    return divide


class _Dictionaries(dict[tuple[str, int, int, int], Hyphenation]):
    """The dictionaries of a layout: WeasyPrint makes those that it does not get."""

    def get(self, key: tuple[str, int, int, int], default: object = None) -> Hyphenation:
        """The dictionary of a language, with the least letters before and after a hyphen."""
        if key not in self:
            language, left, right, _ = key
            self[key] = Hyphenation(language, left, right)
        return self[key]


def lines_as_planned(split: Function) -> Function:
    """`split_inline_box` that breaks the lines of justified paragraphs as planned."""

    @wraps(split)
    def split_planned(
        context: Context,
        box: Box,
        position_x: float,
        max_x: float,
        bottom_space: float,
        skip: ResumeAt,
        parent: Box,
        *others: Any,
    ) -> object:
        if not isinstance(box, LineBox) or not is_justified(box, others[-1]):
            return split(context, box, position_x, max_x, bottom_space, skip, parent, *others)
        widths = widths_of_lines(context, box, parent, max_x - position_x)
        line = planned_line(context, box, skip, parent, widths)
        if line is None:
            return split(context, box, position_x, max_x, bottom_space, skip, parent, *others)
        end = position_x + line.width
        result = split(context, box, position_x, end, bottom_space, skip, parent, *others)
        if ends_as_planned(box, line, result[1]):
            result[0].planned = line
            # A line that will be shrunk fits beside a float, too.
            result[0].width = min(result[0].width, max_x - box.position_x - ROUNDING)
            return result
        for boxes_of_line in others[:5]:
            boxes_of_line.clear()
        return split(context, box, position_x, max_x, bottom_space, skip, parent, *others)

    return split_planned


def aligned_as_planned(text_align: Function) -> Function:
    """`text_align` that fills planned lines."""

    @wraps(text_align)
    def align_planned(context: Context, line: Box, width: float, last: bool) -> float:
        plan: PlannedLine | None = line.__dict__.get("planned")
        offset: float = (
            text_align(context, line, width, last)
            if plan is None
            else align(context, line, plan, width, last)
        )
        return offset

    return align_planned


# Elements of emphasis in texts, the outline (em) that makes their letters bold, and the slope of
# italics, in fonts without such a face. Other elements differ in more.
_EMPHASIS = ("strong", "em")
_BOLD, _OUTLINE, _SLOPE = 600, 0.035, 0.2


def drawn_as_planned(draw_text: Function) -> Function:
    """`draw_text` that repeats texts, draws the letters of justified lines as planned, and makes
    letters bold or slanted whose font has no such face.
    """

    @wraps(draw_text)
    def draw_scaled(stream: ContentStream, box: TextBox, *about: object) -> None:
        letters = box.__dict__.get("letters_width", 1.0)
        bold, slanted = _lacking(box) if box.element_tag in _EMPHASIS else (False, False)
        if letters == 1.0 and not (bold or slanted):
            draw_once(draw_text, stream, box, *about)
            return
        set_matrix = stream.set_text_matrix
        slope = _SLOPE if slanted else 0
        stream.set_text_matrix = lambda a, b, c, *rest: set_matrix(a * letters, b, c + slope, *rest)
        try:
            with stream.stacked() if bold else nullcontext():
                if bold:
                    stream.set_color(box.style["color"], stroke=True)
                    stream.set_line_width(_OUTLINE * box.style["font_size"])
                    stream.set_line_join(1)
                    stream.set_text_rendering(2)
                draw_once(draw_text, stream, box, *about)
        finally:
            del stream.set_text_matrix

    return draw_scaled


def _lacking(box: TextBox) -> tuple[bool, bool]:
    """Whether the style of a text is bold, and whether it is italic, while no font of it is."""
    style = box.style
    bold, slanted = style["font_weight"] >= _BOLD, style["font_style"] != "normal"
    if style["visibility"] != "visible" or not style["font_size"] or not (bold or slanted):
        return False, False
    fonts = letter_fonts(box)
    return (
        bool(fonts) and bold and all(weight < _BOLD for weight, _ in fonts),
        bool(fonts) and slanted and not any(is_slanted for _, is_slanted in fonts),
    )


_SIDES = ("top", "right", "bottom", "left")

# The lengths of a box that may be percentages.
_LENGTHS = (
    *(f"margin_{side}" for side in _SIDES),
    *(f"padding_{side}" for side in _SIDES),
    *(f"{limit}{axis}" for limit in ("", "min_", "max_") for axis in ("width", "height")),
)


def lengths_kept(resolve: Function) -> Function:
    """`resolve_percentages` that keeps the lengths of a style without percentages."""

    @wraps(resolve)
    def resolve_once(box: Box, containing_block: object) -> None:
        kept = box.style.__dict__
        lengths = kept.get("kept_lengths")
        if lengths is None and _is_shared(box.style):
            lengths = kept["kept_lengths"] = _lengths(box.style, resolve)
        if lengths:
            box.__dict__.update(lengths)
        else:
            resolve(box, containing_block)

    return resolve_once


def _is_shared(style: Style) -> bool:
    """Whether boxes share a style. WeasyPrint changes the lengths of copies of styles, which are of
    one box each.
    """
    if isinstance(style, AnonymousStyle):
        return style.parent_style.__dict__.get("anonymous_style") is style
    return "kept_lengths" in style.__dict__


def _lengths(style: Style, resolve: Function) -> dict[str, object]:
    """The lengths of all boxes of a style; none if they depend on other boxes."""
    absolute = all(
        value == "auto" or getattr(value, "unit", None) == "px"
        for value in map(style.__getitem__, _LENGTHS)
    )
    if not absolute or style["border_collapse"] == "collapse":
        return {}
    box = SimpleNamespace(style=style)
    resolve(box, (0, 0))
    del box.style
    return vars(box)


# --- for a time -----------------------------------------------------------------------------------


@contextmanager
def counters_before(following: Element | None) -> Iterator[dict[str, int]]:
    """Read the counters where an element begins, while the boxes of its document are made."""
    counters = dict[str, int]()
    element_to_box = build.element_to_box

    def reading(element: Element, *arguments: Any, **named: Any) -> object:
        if element is following:
            state = named.get("state") or arguments[-1]
            counters.update({name: values[-1] for name, values in state[1].items() if values})
        return element_to_box(element, *arguments, **named)

    with _replaced(build, "element_to_box", reading):
        yield counters


@contextmanager
def pages_from(index: int) -> Iterator[None]:
    """Let a document begin at a page of a book, whose index is counted from 0."""
    page_type = page.PageType

    def numbered(side: str, blank: bool, name: str, number: int, groups: object) -> object:
        return page_type(side, blank, name, number + index, groups)

    with _replaced(page, "PageType", numbered):
        yield


@contextmanager
def marking(boxes: Container[Box]) -> Iterator[None]:
    """Mark what is drawn: the contents of boxes by their numbers, all else as artifacts."""

    @contextmanager
    def marked(stream: ContentStream, box: Box, tag: str) -> Iterator[None]:
        marks = marked_boxes(stream)
        if marks is None:
            yield
            return
        if box in boxes:
            number = len(marks)
            marks[box] = number, stream
            pydyf.Stream.begin_marked_content(stream, tag, pydyf.Dictionary({"MCID": number}))
        else:
            pydyf.Stream.begin_marked_content(stream, "Artifact")
        yield
        pydyf.Stream.end_marked_content(stream)

    with _replaced(Stream, "marked", marked):
        yield


@contextmanager
def tagging(write: Callable[[PdfFile, Sequence[ContentStream]], None]) -> Iterator[None]:
    """Call a function with a file and the streams of its pages, in place of writing their tags."""

    def add_tags(
        file: PdfFile, _: object, version: object, streams: Sequence[ContentStream]
    ) -> None:
        write(file, streams)

    with _replaced(pdf, "add_tags", add_tags):
        yield


@contextmanager
def _replaced(owner: object, name: str, value: object) -> Iterator[None]:
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


# --- the table ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Replaced:
    """A function that is replaced: its name, the modules or classes whose attribute it is, the
    digest of its source in the newest version that its replacement was compared with, and what
    makes the replacement; None if it is replaced for a time.
    """

    name: str
    owners: tuple[object, ...]
    digest: str
    make: Callable[[Function], Function] | None = None

    def digest_now(self) -> str:
        """The digest of the source of the installed version."""
        function = inspect.unwrap(getattr(self.owners[0], self.name))
        fields = getattr(function, "_fields", None)
        source = repr(fields) if fields else inspect.getsource(function)
        return hashlib.sha256(source.encode()).hexdigest()[:12]


# Boxes of pages that are no margin boxes, and the values of `content` without content.
_AREAS = {"footnote", "note-area"}
_EMPTY = ("normal", "inhibit", "none")


def margins_with_content(make: Function) -> Function:
    """`make_margin_boxes` that makes none for a page without content in its margins."""
    names = [f"@{name}" for name in PAGE_MARGIN_BOXES - _AREAS]

    @wraps(make)
    def make_some(context: Context, page: PageBox, state: object) -> Iterable[Box]:
        styles = (context.style_for(page.page_type, name) for name in names)
        if any(style is not None and style["content"] not in _EMPTY for style in styles):
            boxes: Iterable[Box] = make(context, page, state)
            return boxes
        return ()

    return make_some


REPLACED = (
    Replaced("set_color_rgb", (Stream,), "c64335d569ba", greys_as_one_ink),
    Replaced("draw", (SVGImage,), "bf38036046fc", drawings_as_forms),
    Replaced("split_first_line", (line_break, inline, preferred), "39ad1016863c", divided_as_usual),
    Replaced("split_inline_box", (inline,), "3a0cb7ca7e34", lines_as_planned),
    Replaced("text_align", (inline,), "e953d41b87cc", aligned_as_planned),
    Replaced("draw_text", (draw,), "ebaf96239c6c", drawn_as_planned),
    Replaced(
        "resolve_percentages",
        (percent, absolute, block, column, floats, grid, inline, page, table),
        "71673078096f",
        lengths_kept,
    ),
    Replaced("make_margin_boxes", (layout,), "4a2d2e301eb3", margins_with_content),
    Replaced("element_to_box", (build,), "2d0a37e45b7f"),
    Replaced("PageType", (page,), "65723918222f"),
    Replaced("marked", (Stream,), "3fa3acacbbf6"),
    Replaced("add_tags", (pdf,), "f0e74575b0ba"),
)


@cache
def install() -> None:
    """Replace the functions in this process. May be called again."""
    for each in REPLACED:
        if each.make:
            made = each.make(getattr(each.owners[0], each.name))
            for owner in each.owners:
                setattr(owner, each.name, made)
