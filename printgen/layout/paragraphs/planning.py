"""The lines of a paragraph: where they break, and how their letters and spaces fill the measure.

Lengths are CSS pixels.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from printgen.layout.paragraphs.measured import (
    SPACES,
    Measured,
    Opportunity,
    edges_of,
    hyphenations,
    measure,
    opportunities,
    texts_of,
)
from printgen.layout.paragraphs.protrusion import hang_left, hang_right
from printgen.layout.weasyprint_types import Private
from printgen.typography.line_breaks import Break, choose_breaks, fill_between

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
    context: Private, line: Private, skip: Private, parent: Private, widths: Widths
) -> PlannedLine | None:
    """The plan of the line of a paragraph that begins at `skip`; None if it cannot be planned."""
    plan = _plan_of(context, line, skip, parent)
    if not plan.measured.whole:
        return None
    key = plan.measured.resumed_index(skip), widths
    if key not in plan.lines:
        plan.lines.update(_plan_lines(context, line, plan.measured, *key))
    return plan.lines.get(key)


def ends_as_planned(box: Private, line: PlannedLine, resume: Private) -> bool:
    """Whether the line after a planned one begins where it should."""
    measured: Measured = box.plan.measured
    found = len(measured.text) if resume is None else measured.resumed_index(resume)
    skipped = measured.text[line.next_start : found]
    return found >= line.next_start and not skipped.strip(" \n")


def _plan_of(context: Private, line: Private, skip: Private, parent: Private) -> Plan:
    """The plan of a paragraph, which is kept with its box."""
    plan: Plan | None = line.__dict__.get("plan")
    if plan is None or (skip is None and plan.texts != texts_of(line)):
        plan = line.__dict__["plan"] = Plan(texts_of(line), measure(context, line, parent))
    return plan


def _plan_lines(
    context: Private, line: Private, measured: Measured, start: int, widths: Widths
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

    def __init__(self, context: Private, measured: Measured, start: int, end: int):
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
            hang = hang_right("-", hyphen)
        elif last > self.start:
            hang = hang_right(text[last - 1], end - measured.left[last - 1])
        starts = following < self.end
        next_hang = (
            hang_left(text[following], measured.right[following] - measured.left[following])
            if starts
            else 0.0
        )
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
