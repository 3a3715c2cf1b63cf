"""The plane of a chart: scales, axes, ticks, and the intervals of values that are found by
games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, log10

from printgen.content.models.theme import ChartTheme
from printgen.extras.charts.pen import ChartDrawing, ChartPen, polyline
from printgen.rules.study_results import Number, Span, Unit, format_number
from printgen.typography.measure import fitting_size, text_width, wrap_words
from printgen.typography.text import polish

# --- the intervals of values that are found by games, drawn as lines with a bar at both ends ------


# Half of the greatest width (mm) of the bars at the ends; the widths of the line and its edge.
_HALF, _LINE, _EDGE = 1.3, 0.3, 0.9

# The least length (mm) of an interval that is drawn.
_LEAST = 0.6

LAYER = "whisker"


def draw_whisker(drawing: ChartDrawing, scale: Scale, x: float, wide: float, span: Span) -> None:
    """Draw an interval over a bar or a point `wide` mm wide, with an edge that shows on any
    hatching.
    """
    if span is None:
        return
    foot, head = (scale.y(end) for end in span)
    if foot - head < _LEAST:
        return
    half = min(_HALF, wide * 0.3)
    path = polyline([(x, foot), (x, head)])
    path += "".join(polyline([(x - half, y), (x + half, y)]) for y in (foot, head))
    drawing.path(LAYER, path, stroke="paper", width=_EDGE)
    drawing.path(LAYER, path, stroke="ink", width=_LINE)


def span_of(plot: Plot, row: int, column: int) -> Span:
    """The interval of a value, if it is found by games."""
    return plot.spans[row][column] if plot.spans else None


# --- parts of all charts: numbers and labels, the scale of values, and both axes ------------------


# Default width (mm): that of the text column of an A5 book, give or take a few per cent.
WIDTH = 116.0

# Width (mm) that keeps text legible on a phone.
NARROW = 80.0

_STEPS: dict[Unit, tuple[float, ...]] = {
    "chance": (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5),
    "mean": (1, 2, 2.5, 5, 10),
    "count": (1, 2, 5, 10),
}


@dataclass(frozen=True, slots=True)
class Plot:
    """A study result with its labels: `rows` has a series per label, each with a value per column.
    `across` and `down` name the axes of columns and labels; `wide` (mm) is the width of the chart.
    `spans` has the intervals of the values, if they are found by games.
    """

    unit: Unit
    lang: str
    digits: int | None
    across: str
    down: str
    columns: tuple[str, ...]
    labels: tuple[str, ...]
    rows: tuple[tuple[Number, ...], ...]
    words: Mapping[str, str]
    look: ChartTheme
    wide: float = WIDTH
    spans: tuple[tuple[Span, ...], ...] = ()

    def format_number(self, value: Number) -> str:
        """A number as printed."""
        return polish(format_number(value, self.unit, self.lang, self.digits), self.lang)

    def bare(self, value: Number) -> str:
        """A number as printed, without its unit."""
        return self.format_number(value).rstrip("% \u00a0\u202f")

    @property
    def greatest(self) -> float:
        """The greatest value, or end of an interval."""
        ends = [span[1] for row in self.spans for span in row if span]
        values = (float(v) for row in self.rows for v in row if v is not None)
        return max([*ends, *values], default=0.0)

    @property
    def least(self) -> float:
        """The least value, or 0."""
        return min((float(v) for row in self.rows for v in row if v is not None), default=0.0)

    def turned(self) -> Plot:
        """The transposed plot: its columns as series."""
        return replace(
            self,
            across=self.down,
            down=self.across,
            columns=self.labels,
            labels=self.columns,
            rows=tuple(zip(*self.rows, strict=True)),
            spans=tuple(zip(*self.spans, strict=True)),
        )

    def values_name(self) -> str:
        """The title of the value axis, with the label of a single series."""
        name = self.words[f"chart_{self.unit}"]
        label = self.labels[0].casefold().rstrip("s")
        if len(self.labels) > 1 or label in ("", name.casefold().rstrip("s")):
            return name
        return f"{name} ({f'{self.down} {self.labels[0]}' if self.counted else self.labels[0]})"

    @property
    def counted(self) -> bool:
        """Whether the labels of series are numbers, unclear without the name of their axis."""
        return bool(self.down) and all(map(numeric, self.labels))


def numeric(label: str) -> bool:
    """Whether a label is a whole number."""
    return label.replace("−", "-").lstrip("+-").isdecimal()


def on_line(labels: tuple[str, ...]) -> list[float]:
    """The positions of columns from 0 to 1: ascending numbers to scale, other labels evenly."""
    count = len(labels)
    if count == 1:
        return [0.5]
    places = [float(index) for index in range(count)]
    if all(map(numeric, labels)):
        numbers = [float(label.replace("−", "-")) for label in labels]
        if all(a < b for a, b in pairwise(numbers)):
            places = numbers
    return [(p - places[0]) / (places[-1] - places[0]) for p in places]


def ticks(low: float, high: float, unit: Unit, most: int = 5) -> list[float]:
    """About `most` round values from `low` to `high`, including 0."""
    low, high = min(low, 0.0), max(high, 0.0)
    span = (high - low) or 1.0
    if unit == "chance":
        step = next((s for s in _STEPS[unit] if span / s <= most + 1e-9), 0.5)
    else:
        power = 10.0 ** floor(log10(span / most))
        step = next(s * power for s in (*_STEPS[unit], 20) if span / (s * power) <= most + 1e-9)
        step = max(step, 1.0) if unit == "count" else step
    first, last = ceil(low / step - 1e-9), floor((low + span) / step + 1e-9)
    return [round(index * step, 10) for index in range(first, last + 1)]


def scaled(plot: Plot, most: int, bottom: float, high: float) -> Scale:
    """The scale of a plot, from 0 or a negative minimum to its maximum, or to 1 if that is near."""
    top = plot.greatest
    if plot.unit == "chance" and top > 0.9:
        top = 1.0
    elif top <= 0:
        top = 1.0 if plot.least == 0 else 0.0
    found = ticks(plot.least, top, plot.unit, most)
    return Scale(found, min(plot.least, 0.0), top, bottom, bottom - high)


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale of values: its ticks, its limits, and their y (mm, downward)."""

    ticks: list[float]
    low: float
    high: float
    bottom: float
    top: float

    def y(self, value: Number) -> float:
        """The y of a value."""
        share = (float(value or 0) - self.low) / (self.high - self.low)
        return self.bottom - share * (self.bottom - self.top)


def tick_words(plot: Plot, found: list[float]) -> list[str]:
    """The labels of ticks; only the topmost has the unit."""
    scaled = [abs(t) * (100 if plot.unit == "chance" else 1) for t in found]
    places = next(
        (p for p in (0, 1, 2) if all(abs(round(s, p) - s) < 1e-6 for s in scaled)),
        3,
    )
    words = [format_number(t or 0, "mean", plot.lang, places) for t in scaled]
    words = [f"−{w}" if t < 0 else w for t, w in zip(found, words, strict=True)]
    if plot.unit == "chance":
        words[-1] += plot.format_number(Fraction(1)).lstrip("10,.")
    return words


def value_axis(
    plot: Plot,
    drawing: ChartDrawing,
    scale: Scale,
    left: float,
    right: float,
    mirrored: bool = False,
) -> None:
    """Draw the tick labels at the left, or at the right when `mirrored`, and grid lines."""
    x, anchor = (right + 1.4, "start") if mirrored else (left - 1.4, "end")
    face, pen = plot.look.figures, ChartPen(drawing, plot.look, "grid")
    for value, words in zip(scale.ticks, tick_words(plot, scale.ticks), strict=True):
        y = scale.y(value)
        drawing.text(x, y + face.size * 0.34, words, "figures", anchor)
        if value:
            pen.rule("grid", [(left, y), (right, y)], 0.14, "grid")


def axis_room(plot: Plot, found: list[float]) -> float:
    """The width (mm) of tick labels and their gap."""
    return max(text_width(words, plot.look.figures) for words in tick_words(plot, found)) + 1.4


def base_line(plot: Plot, drawing: ChartDrawing, y: float, left: float, right: float) -> None:
    """Draw the baseline, which a theme can double."""
    pen = ChartPen(drawing, plot.look, "base")
    pen.rule("axis", [(left, y), (right, y)], max(0.25, plot.look.outline))
    if plot.look.double:
        pen.rule("axis", [(left, y + 0.7), (right, y + 0.7)], 0.12)


def column_names(
    plot: Plot, drawing: ChartDrawing, places: list[float], room: float, y: float, right: float
) -> float:
    """Draw the labels of columns below a chart, and of their axis; returns their bottom (mm).

    `room` is the maximum width (mm) of a label. Numbers that do not fit are thinned out.
    """
    face = plot.look.figures if all(map(numeric, plot.columns)) else plot.look.words
    kind = "figures" if face is plot.look.figures else "words"
    step = 1
    if kind == "figures":
        widest = max(text_width(words, face) for words in plot.columns) + 1.2
        if widest > room:
            steps = (2, 5, 10, 20, 50) if len(plot.columns) < 20 else (5, 10, 20, 50)
            step = next((s for s in steps if room * s >= widest), 100)
    lines = [wrap_words(words, face, room - 1) for words in plot.columns]
    size = fitting_size(
        (line for column in lines for line in column), face, max(room * step - 1, 1)
    )
    line_height = size * 1.12
    for index, (x, column) in enumerate(zip(places, lines, strict=True)):
        # Of thinned out numbers, the first one and multiples of the step are labelled.
        if step > 1 and index and int(plot.columns[index].replace("−", "-")) % step:
            continue
        for row, words in enumerate(column):
            drawing.text(x, y + size + row * line_height, words, kind, size=size)
    foot = y + size + (max(map(len, lines)) - 1) * line_height
    if plot.across:
        foot += plot.look.names.size * 1.45
        drawing.text(right, foot, plot.across, "names", "end")
    return foot + 0.9
