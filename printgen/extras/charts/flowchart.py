"""Flowcharts of decisions: questions from the top down, each with the action of its yes beside it.

A question is a long hexagon, an action a box with a heavier outline. Both are told apart by their
shape, so that a flowchart needs no colour. Lengths are in mm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printgen.content.models.theme import ChartTheme, Typeface
from printgen.extras.charts.pen import (
    LEAST_SIZE,
    Box,
    ChartDrawing,
    ChartPen,
    Point,
    circle,
    polyline,
)
from printgen.extras.charts.steps import FlowStep
from printgen.typography.measure import text_width, wrap_words

# The disc with the number of a question, the slanted ends of a question, and the padding of boxes.
_DISC, _POINT, _PAD = 2.3, 2.6, 1.5

# The least room of the arrows to the next question, of those to an action, and their heads.
_DOWN, _ACROSS, _HEAD = 4.8, 7.0, 1.5

# The part of the width for questions.
_SHARE = 0.47

_LEADING = 1.24

# Most lines of a text: longer ones run on.
_LINES = 14


@dataclass(frozen=True, slots=True)
class FlowWords:
    """The words beside the arrows, and the one at the end if every answer may be no."""

    yes: str
    no: str
    nothing: str


@dataclass(slots=True)
class _Flow:
    """A flowchart in the making: where its columns are, and how far down it has got."""

    drawing: ChartDrawing
    pen: ChartPen
    look: ChartTheme
    words: FlowWords
    wide: float
    y: float = 0.4

    @property
    def face(self) -> Typeface:
        """The typeface of questions and actions."""
        return self.look.words

    @property
    def size(self) -> float:
        """The size of their type."""
        return max(LEAST_SIZE, self.face.size)

    @property
    def left(self) -> float:
        """The left tip of questions."""
        return 2 * _DISC + 0.6

    @property
    def right(self) -> float:
        """The right tip of questions."""
        return self.wide * _SHARE

    @property
    def across(self) -> float:
        """The length of the arrow to an action."""
        return max(_ACROSS, text_width(self.words.yes, self.look.names) + _HEAD + 2.4)

    @property
    def spine(self) -> float:
        """Where the arrows to the next question run."""
        return (self.left + self.right) / 2

    def lines(self, words: str, room: float) -> list[str]:
        """Words in lines of this width."""
        return wrap_words(words, self.face, room, _LINES)

    def height(self, lines: Sequence[str]) -> float:
        """The height of a box around lines."""
        return len(lines) * self.size * _LEADING + 2 * _PAD


def draw_flowchart(
    steps: Sequence[FlowStep],
    words: FlowWords,
    look: ChartTheme,
    wide: float,
    drawing: ChartDrawing,
) -> float:
    """Draw a flowchart; returns its height. Only the last step may lack a question."""
    seed = "".join(step.question for step in steps)
    flow = _Flow(drawing, ChartPen(drawing, look, seed), look, words, wide)
    for number, step in enumerate(steps, start=1):
        if step.question:
            _draw_question(flow, number, step)
        else:
            _draw_end(flow, number, step.action)
    if steps[-1].question:
        _draw_end(flow, 0, words.nothing)
    return flow.y + 0.4


def _draw_question(flow: _Flow, number: int, step: FlowStep) -> None:
    """A question with its number, the arrow to its action, and the arrow to what follows."""
    start = flow.right + flow.across
    asked = flow.lines(step.question, flow.right - flow.left - 2 * _POINT - 0.6)
    done = flow.lines(step.action, flow.wide - start - 2 * _PAD - 0.6)
    top, low, beside = flow.y, flow.height(asked), flow.height(done)
    box = (flow.left, top, flow.right - flow.left, low)
    _hexagon(flow, box)
    _write(flow, asked, flow.spine, box)
    middle = top + low / 2
    _number(flow, number, middle)
    # The arrow of the question before leads to the top of this one.
    action = (start, top + max(0.0, low - beside) / 2, flow.wide - start - 0.4, beside)
    _action(flow, action, done)
    _arrow(flow, (flow.right, middle), (start, middle))
    _beside(flow, flow.words.yes, flow.right + (flow.across - _HEAD) / 2, middle - 0.8, "middle")
    flow.y = top + max(low, beside) + _DOWN
    _arrow(flow, (flow.spine, top + low), (flow.spine, flow.y))
    below = top + low + (_DOWN - _HEAD + flow.look.names.size * 0.7) / 2
    _beside(flow, flow.words.no, flow.spine + 1.1, below, "start")


def _draw_end(flow: _Flow, number: int, words: str) -> None:
    """The last action, below the last no. One with many words is as wide as the flowchart."""
    wide = flow.right - flow.left
    done = flow.lines(words, wide - 2 * _PAD - 0.6)
    if len(done) > 3:
        wide = flow.wide - flow.left - 0.4
        done = flow.lines(words, wide - 2 * _PAD - 0.6)
    box = (flow.left, flow.y, wide, flow.height(done))
    _action(flow, box, done)
    if number:
        _number(flow, number, flow.y + box[3] / 2)
    flow.y += box[3]


def _hexagon(flow: _Flow, box: Box) -> None:
    x, y, w, h = box
    tips = [(x, y + h / 2), (x + _POINT, y), (x + w - _POINT, y), (x + w, y + h / 2)]
    points: list[Point] = [*tips, (x + w - _POINT, y + h), (x + _POINT, y + h), tips[0]]
    flow.drawing.path("ground", polyline(points, closed=True), fill="paper")
    flow.drawing.path("outline", flow.pen.stroke(points), stroke="ink", width=flow.look.outline)


def _action(flow: _Flow, box: Box, lines: Sequence[str]) -> None:
    x, y, w, h = box
    points: list[Point] = [(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)]
    flow.drawing.path("ground", polyline(points, closed=True), fill="paper")
    tone = "accent" if flow.look.accent else "ink"
    width = max(0.5, 2 * flow.look.outline)
    flow.drawing.path("outline", flow.pen.stroke(points), stroke=tone, width=width)
    _write(flow, lines, x + w / 2, box)


def _write(flow: _Flow, lines: Sequence[str], middle: float, box: Box) -> None:
    """Lines in the middle of a box."""
    _, y, _, h = box
    leading = flow.size * _LEADING
    first = y + (h - len(lines) * leading) / 2 + flow.size * 0.93
    size = flow.size if flow.size > flow.face.size else None
    for index, line in enumerate(lines):
        flow.drawing.text(middle, first + index * leading, line, "words", size=size)


def _number(flow: _Flow, number: int, middle: float) -> None:
    flow.drawing.path("outline", circle((_DISC, middle), _DISC - 0.2), stroke="ink", width=0.25)
    size = max(LEAST_SIZE, min(flow.look.figures.size, 2.8))
    flow.drawing.text(_DISC, middle + size * 0.35, str(number), "figures", size=size)


def _arrow(flow: _Flow, start: Point, end: Point) -> None:
    x1, y1 = end
    down = start[0] == x1
    back = (x1, y1 - _HEAD) if down else (x1 - _HEAD, y1)
    flow.drawing.path("line", flow.pen.stroke([start, back]), stroke="ink", width=0.3)
    side = _HEAD * 0.45
    wings = [(x1 - side, back[1]), (x1 + side, back[1])]
    if not down:
        wings = [(back[0], y1 - side), (back[0], y1 + side)]
    flow.drawing.path("marker", polyline([end, *wings], closed=True), fill="ink")


def _beside(flow: _Flow, words: str, x: float, y: float, anchor: str) -> None:
    size = max(LEAST_SIZE, flow.look.names.size)
    flow.drawing.text(x, y, words, "names", anchor=anchor, size=size)
