"""Make WeasyPrint follow the plan of a paragraph.

`split_inline_box` puts as much into a line as fits into a width: a planned line gets the width that
leads to its break. `text_align` then stretches or shrinks the line to the measure, and `draw_text`
draws its letters as wide as planned.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from types import SimpleNamespace

import pyphen
from weasyprint import draw
from weasyprint.formatting_structure import boxes
from weasyprint.layout import inline, preferred
from weasyprint.layout.float import avoid_collisions
from weasyprint.text import line_break
from weasyprint.text.line_break import create_layout, strut

from printgen.layout.paragraphs.planning import PlannedLine, Widths, ends_as_planned, planned_line
from printgen.layout.weasyprint_types import Private
from printgen.typography.hyphenation import Hyphenation, compound_parts, whole_words

Function = Callable[..., Private]

# Lines that fill their measure exactly may come out wider than it by rounding, in pixels.
ROUNDING = 0.01

# Lines whose widths are looked up one by one beside floats.
MAX_LINES_BESIDE_FLOATS = 60


def planned_split(split: Function) -> Function:
    """`split_inline_box` that breaks the lines of justified paragraphs as planned."""

    @wraps(split)
    def planned(
        context: Private,
        box: Private,
        position_x: float,
        max_x: float,
        bottom_space: float,
        skip: Private,
        parent: Private,
        *others: Private,
    ) -> Private:
        if not isinstance(box, boxes.LineBox) or not _is_justified(context, box, others):
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

    return planned


def undivided_compounds(split: Function) -> Function:
    """`split_first_line` that divides compounds at their hyphens only. Without a plan, it divides
    neither names nor the last word.
    """

    @wraps(split)
    def divided(text: str, style: Private, *others: Private, **named: Private) -> Private:
        planned = style["text_align_all"] == "justify"
        Hyphenation.undivided = compound_parts(text) if planned else whole_words(text)
        Hyphenation.names = planned
        return split(text, style, *others, **named)

    return divided


def _is_justified(context: Private, line: Private, others: tuple[Private, ...]) -> bool:
    first_line_style = others[-1]
    return (
        line.style["text_align_all"] == "justify"
        and line.style["white_space"] in ("normal", "pre-line")
        and not first_line_style
    )


def widths_of_lines(context: Private, line: Private, parent: Private, first: float) -> Widths:
    """The widths of the lines from this one on, whose width is known: those beside floats are
    shorter.
    """
    shapes = context.excluded_shapes
    below = max((shape.position_y + shape.margin_height() for shape in shapes), default=0.0)
    height, _ = strut(line.style)
    widths, y, size = [first], line.position_y, (line.width, line.height)
    line.width, line.height = 0.0, height
    while height and line.position_y < below and len(widths) < MAX_LINES_BESIDE_FLOATS:
        line.position_y += height
        *_, width = avoid_collisions(context, line, parent, outer=False)
        widths.append(width)
    line.position_y, (line.width, line.height) = y, size
    widths = [*widths, parent.width] if len(widths) == 1 else widths
    while len(widths) > 1 and abs(widths[-1] - widths[-2]) < 0.01:
        widths.pop()
    return tuple(round(width, 2) for width in widths)


def planned_align(align: Function) -> Function:
    """`text_align` that justifies planned lines, also those that are wider than the measure, and
    lets punctuation protrude.
    """

    @wraps(align)
    def planned(context: Private, line: Private, width: float, last: bool) -> float:
        plan: PlannedLine | None = line.__dict__.get("planned")
        if plan is None:
            offset: float = align(context, line, width, last)
            return offset
        line.width = _natural_width(line)
        measure = width + plan.hang_left + plan.hang_right
        if not last or line.width > measure:
            justify(context, line, plan.letters, measure)
        line.width = min(line.width, width - ROUNDING)
        return -plan.hang_left

    return planned


def _natural_width(line: Private) -> float:
    for box in reversed(line.children):
        if box.is_in_normal_flow():
            return float(box.position_x + box.margin_width() - line.content_box_x())
    return 0.0


def justify(context: Private, line: Private, letters: float, measure: float) -> None:
    """Stretch or shrink a line to the measure: first its letters, then its word spaces."""
    texts = [box for box in line.descendants() if isinstance(box, boxes.TextBox)]
    spaces = inline.count_expandable_spaces(line)
    missing = measure - line.width - sum(box.width for box in texts) * (letters - 1)
    _stretch(context, line, letters, missing / spaces if spaces else 0.0, 0.0)


def _stretch(
    context: Private, box: Private, letters: float, spacing: float, advance: float
) -> float:
    """Stretch the texts of a box. `advance` is how far the texts before it have grown; returns it
    with those of the box.
    """
    if isinstance(box, boxes.TextBox):
        box.position_x += advance
        # Letters and spaces are drawn at the scale `letters`.
        box.justification_spacing, box.letters_width = spacing / letters, letters
        spaces = inline.count_expandable_spaces(box)
        if spaces:
            layout = create_layout(box.text, box.style, context, None, box.justification_spacing)
            layout.deactivate()
            box.pango_layout = layout
        grown: float = box.width * (letters - 1) + spacing * spaces
        box.width += grown
        return advance + grown
    if isinstance(box, boxes.LineBox | boxes.InlineBox):
        box.position_x += advance
        before = advance
        for child in box.children:
            if child.is_in_normal_flow():
                advance = _stretch(context, child, letters, spacing, advance)
        box.width += advance - before
        return advance
    box.translate(advance)
    return advance


def scaled_draw(draw_text: Function) -> Function:
    """`draw_text` that draws the letters of justified lines as wide as planned."""

    @wraps(draw_text)
    def scaled(stream: Private, box: Private, *others: Private) -> None:
        letters = box.__dict__.get("letters_width", 1.0)
        if letters == 1.0:
            draw_text(stream, box, *others)
            return
        set_matrix = stream.set_text_matrix
        stream.set_text_matrix = lambda a, *rest: set_matrix(a * letters, *rest)
        try:
            draw_text(stream, box, *others)
        finally:
            del stream.set_text_matrix

    return scaled


@cache
def install() -> None:
    """Replace the functions in this process. May be called again."""
    line_break.pyphen = SimpleNamespace(
        Pyphen=Hyphenation, language_fallback=pyphen.language_fallback
    )
    split = undivided_compounds(line_break.split_first_line)
    for module in (line_break, inline, preferred):
        module.split_first_line = split
    inline.split_inline_box = planned_split(inline.split_inline_box)
    inline.text_align = planned_align(inline.text_align)
    draw.draw_text = scaled_draw(draw.draw_text)
