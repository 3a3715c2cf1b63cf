"""Justified paragraphs: the breaks of all their lines are chosen together, and punctuation hangs.

WeasyPrint breaks line by line (WeasyPrint#2264). Here, `paragraph_text` reads the boxes of a
paragraph, and its lines are chosen with `typography.line_breaks`. `patches` makes WeasyPrint
follow: a planned line gets the width that leads to its break, and is then stretched or shrunk to
the measure.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from weasyprint.formatting_structure import boxes
from weasyprint.layout.float import avoid_collisions
from weasyprint.layout.inline import count_expandable_spaces
from weasyprint.text.line_break import create_layout, strut

from printgen.layout.paragraph_text import (
    SPACES,
    Measured,
    Opportunity,
    edges_of,
    hyphenations,
    measure,
    opportunities,
    texts_of,
)
from printgen.layout.weasyprint import Box, Context, ResumeAt
from printgen.typography.line_breaks import Break, choose_breaks, fill_between

# --- how far punctuation hangs into the margins of justified text ---------------------------------
#
# The shares are those of our eye for the fonts that printgen has, near the ones that pdfTeX's
# users set for Latin fonts.


# Shares of a character's width that are outside the measure at the start and the end of a line.
LEFT = {"«": 0.4, "“": 0.5, "‘": 0.6, "„": 0.4, "(": 0.15, "[": 0.1, "–": 0.3, "—": 0.2}
RIGHT = {
    ".": 0.7, ",": 0.7, "-": 0.6, "‐": 0.6, "’": 0.6, "”": 0.5, "“": 0.5, "»": 0.4,
    ":": 0.5, ";": 0.45, "!": 0.25, "?": 0.15, ")": 0.15, "]": 0.1, "–": 0.35, "—": 0.25, "…": 0.3,
}  # fmt: skip


# --------------------------------------------------------------------------------------------------
# The lines of a paragraph: where they break, and how their letters and spaces fill the measure.
#
# Lengths are CSS pixels.


# Lines without hyphens are taken if no word space is wider than this share of the ideal one.
LOOSEST_WITHOUT_HYPHENS = 1.2
# Names are divided if a word space is wider than this share without that.
LOOSEST_WITHOUT_NAMES = 1.33

# How much wider than measured a line may come out, in pixels.
TOLERANCE = 0.5


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A line: the width that WeasyPrint gets, the first character of the next line, the width of
    the letters as a share of the natural one, and how far the start and the end of the line
    protrude into the margins.
    """

    width: float
    next_start: int
    letters: float
    hang_left: float
    hang_right: float


# The widths of the next lines of a paragraph; the last of them is that of all others.
Widths = tuple[float, ...]


@dataclass(slots=True)
class Plan:
    """A paragraph, its texts, and its planned lines by the index of their first character and the
    widths from there on.
    """

    texts: list[str]
    measured: Measured
    lines: dict[tuple[int, Widths], PlannedLine] = field(default_factory=dict)


def planned_line(
    context: Context, line: Box, skip: ResumeAt, parent: Box, widths: Widths
) -> PlannedLine | None:
    """The plan of the line of a paragraph that begins at `skip`; None if it cannot be planned."""
    plan = _plan_of(context, line, skip, parent)
    if not plan.measured.whole:
        return None
    key = plan.measured.resumed_index(skip), widths
    if key not in plan.lines:
        plan.lines.update(_plan_lines(context, line, plan.measured, *key))
    return plan.lines.get(key)


def ends_as_planned(box: Box, line: PlannedLine, resume: ResumeAt) -> bool:
    """Whether the line after a planned one begins where it should."""
    plan: Plan = box.__dict__["plan"]
    measured = plan.measured
    found = len(measured.text) if resume is None else measured.resumed_index(resume)
    skipped = measured.text[line.next_start : found]
    return found >= line.next_start and not skipped.strip(" \n")


def _plan_of(context: Context, line: Box, skip: ResumeAt, parent: Box) -> Plan:
    """The plan of a paragraph, which is kept with its box."""
    plan: Plan | None = line.__dict__.get("plan")
    if plan is None or (skip is None and plan.texts != texts_of(line)):
        plan = line.__dict__["plan"] = Plan(texts_of(line), measure(context, line, parent))
    return plan


def _plan_lines(
    context: Context, line: Box, measured: Measured, start: int, widths: Widths
) -> dict[tuple[int, Widths], PlannedLine]:
    """The lines from a character to the end of the paragraph or to a forced break."""
    end = measured.text.find("\n", start)
    end = len(measured.text) if end < 0 else end
    places = list(opportunities(measured, line.style, start, end))
    breaks = _Breaks(context, measured, start, end)
    possible = breaks.at(places)
    chosen = choose_breaks(possible, widths)
    for most, names in ((LOOSEST_WITHOUT_HYPHENS, False), (LOOSEST_WITHOUT_NAMES, True)):
        if chosen is not None and _loosest(possible, chosen, widths) <= most:
            break
        hyphenated = list(hyphenations(measured, places, start, end, names))
        if hyphenated:
            possible = breaks.at(sorted([*places, *hyphenated], key=lambda place: place.index))
            chosen = choose_breaks(possible, widths)
    return _planned(possible, chosen or [], widths)


def _planned(
    possible: list[Break], chosen: list[int], widths: Widths
) -> dict[tuple[int, Widths], PlannedLine]:
    """The lines between the chosen ones of the possible breaks."""
    lines: dict[tuple[int, Widths], PlannedLine] = {}
    for number, (start, end) in enumerate(pairwise(chosen)):
        first, last = possible[start], possible[end]
        rest = widths[number:] or widths[-1:]
        width = _leading_to(possible, start, end)
        if end == len(possible) - 1:
            width = max(width, rest[0])
        letters, _ = fill_between(first, last, rest[0])
        hangs = first.next_hang, last.hang
        lines[first.offset, rest] = PlannedLine(width, last.offset, letters, *hangs)
    return lines


def _leading_to(possible: list[Break], start: int, end: int) -> float:
    """The width into which a line to a break fits, but no line to a later one."""
    first, last = possible[start], possible[end]
    # With the spaces after the line: they may be in a box of their own.
    least = max(last.end, last.next_start)
    slack = TOLERANCE
    if end + 1 < len(possible):
        slack = min(slack, max(0.0, (possible[end + 1].end - least) / 2))
    return least - first.next_start + slack


def _loosest(possible: list[Break], chosen: list[int], widths: Widths) -> float:
    """The widest word space of all lines but the last one."""
    return max(
        (
            fill_between(possible[start], possible[end], (widths[number:] or widths[-1:])[0])[1]
            for number, (start, end) in enumerate(pairwise(chosen[:-1]))
        ),
        default=1.0,
    )


class _Breaks:
    """The breaks of a part of a paragraph, with its start and its end."""

    def __init__(self, context: Context, measured: Measured, start: int, end: int):
        self.context, self.measured = context, measured
        self.start, self.end = start, end
        spaces = [character in SPACES for character in measured.text]
        edges = zip(measured.left, measured.right, spaces, strict=True)
        self.spaces = [0, *accumulate(map(int, spaces))]
        self.widths = [0.0, *accumulate(right - left if is_ else 0.0 for left, right, is_ in edges)]

    def at(self, places: list[Opportunity]) -> list[Break]:
        """The breaks at some places."""
        inner = [self._break(place.index, place.hyphenated) for place in places]
        within = [at for at in inner if self.start < at.offset < self.end]
        return [self._break(self.start), *within, self._break(self.end)]

    def _break(self, index: int, hyphenated: bool = False) -> Break:
        text, measured = self.measured.text, self.measured
        last = index
        while last > self.start and text[last - 1] == " ":
            last -= 1
        following = min(measured.without_spaces(index), self.end)
        end = measured.right[last - 1] if last > self.start else self._left(last)
        hang = hyphen = 0.0
        if hyphenated:
            hyphen = self._hyphen_width(last - 1)
            hang = RIGHT["-"] * hyphen
        elif last > self.start:
            hang = RIGHT.get(text[last - 1], 0.0) * (end - measured.left[last - 1])
        next_hang = 0.0
        if following < self.end:
            width = measured.right[following] - measured.left[following]
            next_hang = LEFT.get(text[following], 0.0) * width
        return Break(
            following,
            end + hyphen,
            self.spaces[last],
            self.widths[last],
            self._left(following),
            self.spaces[following],
            self.widths[following],
            hyphen=hyphenated or text[last - 1 : last] in ("-", "\u2010"),
            hang=hang,
            next_hang=next_hang,
        )

    def _left(self, index: int) -> float:
        left = self.measured.left
        return left[index] if index < len(left) else self.measured.x

    def _hyphen_width(self, index: int) -> float:
        style = self.measured.leaf_at(index).box.style
        edges = edges_of(self.context, style["hyphenate_character"], style)
        return edges[-1] if edges else 0.0


# --- the widths that WeasyPrint gets, and lines that fill their measure ---------------------------


# Lines that fill their measure exactly may come out wider than it by rounding, in pixels.
ROUNDING = 0.01

# Lines whose widths are looked up one by one beside floats.
MAX_LINES_BESIDE_FLOATS = 60


def is_justified(line: Box, first_line_style: object) -> bool:
    """Whether the lines of a paragraph are planned."""
    return (
        line.style["text_align_all"] == "justify"
        and line.style["white_space"] in ("normal", "pre-line")
        and not first_line_style
    )


def widths_of_lines(context: Context, line: Box, parent: Box, first: float) -> Widths:
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


def align(context: Context, line: Box, plan: PlannedLine, width: float, last: bool) -> float:
    """Justify a planned line, also if it is wider than the measure, and let punctuation protrude.
    Returns how far it is moved to the right.
    """
    flow = (box for box in reversed(line.children) if box.is_in_normal_flow())
    last_box = next(flow, None)
    line.width = 0.0
    if last_box is not None:
        end = last_box.position_x + last_box.margin_width()
        line.width = float(end - line.content_box_x())
    measure = width + plan.hang_left + plan.hang_right
    if not last or line.width > measure:
        justify(context, line, plan.letters, measure)
    line.width = min(line.width, width - ROUNDING)
    return -plan.hang_left


def justify(context: Context, line: Box, letters: float, measure: float) -> None:
    """Stretch or shrink a line to the measure: first its letters, then its word spaces."""
    texts = [box for box in line.descendants() if isinstance(box, boxes.TextBox)]
    spaces = count_expandable_spaces(line)
    missing = measure - line.width - sum(box.width for box in texts) * (letters - 1)
    _stretch(context, line, letters, missing / spaces if spaces else 0.0, 0.0)


def _stretch(context: Context, box: Box, letters: float, spacing: float, advance: float) -> float:
    """Stretch the texts of a box. `advance` is how far the texts before it have grown; returns it
    with those of the box.
    """
    if isinstance(box, boxes.TextBox):
        box.position_x += advance
        # Letters and spaces are drawn at the scale `letters`.
        box.justification_spacing, box.letters_width = spacing / letters, letters
        spaces = count_expandable_spaces(box)
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
