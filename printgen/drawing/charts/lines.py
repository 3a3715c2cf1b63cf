"""Line charts: series differ by marker and dash, and are labelled at their ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from printgen.analysis.study_results import Number
from printgen.drawing.charts.chart_drawing import DASHES, ChartDrawing, Point, circle, polyline
from printgen.drawing.charts.pen import ChartPen
from printgen.drawing.charts.plot import (
    Plot,
    Scale,
    axis_room,
    base_line,
    column_names,
    on_line,
    scaled,
    value_axis,
)
from printgen.drawing.charts.whiskers import draw_whisker, span_of
from printgen.typography.measure import fitting_size, text_width, wrap_words

_HIGH = 52.0

# Maximum width of series labels: in mm, and as a share of a narrow drawing.
_NAMES, _SHARE = 34.0, 0.31

# Maximum number of columns with a marker at each point; and of markers beyond that.
_CROWD, _SOME = 16, 8

_RADIUS = 1.05

# Marker shapes by series, and whether they are filled; the corners of shapes in radii.
_SIGNS = (("disc", True), ("square", False), ("up", True), ("disc", False),
          ("lozenge", True), ("up", False), ("square", True), ("lozenge", False))  # fmt: skip

_CORNERS = {
    "square": ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    "up": ((0, -1.15), (1.1, 0.8), (-1.1, 0.8)),
    "lozenge": ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)),
}


def draw_lines(plot: Plot, drawing: ChartDrawing) -> float:
    """Draw a line per series; returns the height (mm) of the drawing.

    Series labels are at the right, or at the left if the lines are farther apart there; the scale
    is on the other side.
    """
    look = plot.look
    top = look.names.size + 3.0
    scale = scaled(plot, 5, top + _HIGH, _HIGH)
    names = _Names(plot, scale)
    left, right = axis_room(plot, scale.ticks), plot.wide - names.room
    if names.before:
        left, right = names.room, plot.wide - left
    anchor, x = ("end", plot.wide) if names.before else ("start", 0.0)
    drawing.text(x, look.names.size, plot.values_name(), "names", anchor)
    value_axis(plot, drawing, scale, left, right, mirrored=names.before)
    places = [left + 2 + share * (right - left - 4) for share in on_line(plot.columns)]
    pen = ChartPen(drawing, look, "".join(plot.labels))
    for row, values in enumerate(plot.rows):
        for column, x in enumerate(places):
            draw_whisker(drawing, scale, x, 4.0, span_of(plot, row, column))
        _series(plot, drawing, pen, row, [
            None if value is None else (x, scale.y(value))
            for x, value in zip(places, values, strict=True)
        ])  # fmt: skip
    base_line(plot, drawing, scale.y(0), left, right)
    for x in places:
        pen.rule("axis", [(x, scale.bottom), (x, scale.bottom + 1.0)], 0.2)
    names.draw(drawing, places, left if names.before else right)
    room = min((b - a for a, b in pairwise(places)), default=right - left)
    return column_names(plot, drawing, places, room, scale.bottom + 1.8, right)


def _series(
    plot: Plot, drawing: ChartDrawing, pen: ChartPen, row: int, points: list[Point | None]
) -> None:
    """Draw the line of a series, with gaps for missing values, and its markers."""
    run: list[Point] = []
    for point in [*points, None]:
        if point is not None:
            run.append(point)
            continue
        if len(run) > 1:
            dash = DASHES[row % len(DASHES)]
            drawing.path("line", pen.stroke(run), stroke="ink", width=plot.look.line, dash=dash)
        run = []
    each = 1 if len(points) <= _CROWD else len(points) // _SOME
    for index, point in enumerate(points):
        near = len(points) - 1 - index
        if point is not None and (near == 0 or ((index + row) % each == 0 and near * 2 >= each)):
            _marker(drawing, row, point, plot.look.line)


def _marker(drawing: ChartDrawing, row: int, point: Point, line: float) -> None:
    """Draw the marker of a series at a point."""
    path, full = marker(row, point)
    drawing.path(
        "marker", path, fill="ink" if full else "paper", stroke="ink", width=max(0.25, line * 0.7)
    )


def marker(row: int, point: Point) -> tuple[str, bool]:
    """The path of the marker of a series, and whether it is filled."""
    (x, y), r = point, _RADIUS
    shape, full = _SIGNS[row % len(_SIGNS)]
    if shape == "disc":
        return circle(point, r * 0.95), full
    corners = _CORNERS[shape]
    return polyline([(x + a * r, y + b * r) for a, b in corners], closed=True), full


class _Names:
    """The labels of series beside the ends of their lines, moved up or down where two would touch.

    With `before` they are at the start of the lines; `room` (mm) is their width.
    """

    def __init__(self, plot: Plot, scale: Scale):
        self.plot = plot
        self.face = plot.look.figures if plot.counted else plot.look.labels
        most = min(_NAMES, plot.wide * _SHARE)
        self.lines = [wrap_words(label, self.face, most, 3) for label in plot.labels]
        flat = [line for name in self.lines for line in name]
        self.size = fitting_size(flat, self.face, most)
        self.high = self.size * 1.1
        tall = max(map(len, self.lines)) * self.high + 0.3
        sides = []
        for last in (True, False):
            ends = [_end(values, last) for values in plot.rows]
            heights = [scale.y(v[i]) for i, v in zip(ends, plot.rows, strict=True)]
            spots = apart(heights, tall, scale.top, scale.bottom)
            moved = sum(abs(a - b) for a, b in zip(heights, spots, strict=True))
            sides.append((moved, ends, heights, spots))
        self.before = sides[1][0] + 3 * len(plot.rows) < sides[0][0]
        _, self.ends, self.heights, self.spots = sides[self.before]
        widest = max(text_width(line, self.face, self.size) for line in flat)
        if plot.counted:
            widest = max(widest, text_width(plot.down, plot.look.names))
        self.room = widest + 1.8 if len(plot.rows) > 1 else 2.0

    def draw(self, drawing: ChartDrawing, places: list[float], edge: float) -> None:
        """Draw the labels beyond the `edge` (mm) of the chart, with leaders to distant lines."""
        if len(self.lines) < 2:
            return
        away, anchor = (-1, "end") if self.before else (1, "start")
        start = edge + 1.6 * away
        if self.plot.counted:
            drawing.text(start, self.plot.look.names.size, self.plot.down, "names", anchor)
        kind = "figures" if self.plot.counted else "labels"
        for lines, end, y, spot in zip(
            self.lines, self.ends, self.heights, self.spots, strict=True
        ):
            x = places[end]
            if abs(spot - y) > 0.8 or abs(x - edge) > 3:
                bend = [(x + 1.5 * away, y), (edge + 0.4 * away, spot), (start - 0.5 * away, spot)]
                drawing.path("leader", polyline(bend), stroke="ink", width=0.13)
            first = spot + self.size * 0.34 - (len(lines) - 1) * self.high / 2
            for index, words in enumerate(lines):
                at = first + index * self.high
                drawing.text(start, at, words, kind, anchor, self.size)


def _end(values: tuple[Number, ...], last: bool) -> int:
    """The index of the first or last value of a series."""
    found = [index for index, value in enumerate(values) if value is not None] or [0]
    return found[-1] if last else found[0]


def apart(wanted: Sequence[float], room: float, low: float, high: float) -> list[float]:
    """Positions nearest to those wanted that are `room` apart and between `low` and `high`; closer
    together if there is not enough space.
    """
    if not wanted:
        return []
    room = min(room, (high - low) / max(1, len(wanted) - 1)) if len(wanted) > 1 else room
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    # Neighbours that are too close form a block around the mean of the positions they want.
    blocks: list[tuple[float, int]] = []
    for rank, index in enumerate(order):
        blocks.append((wanted[index] - rank * room, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (mean, count), (other, more) = blocks[-2], blocks[-1]
            blocks[-2:] = [((mean * count + other * more) / (count + more), count + more)]
    levels = [mean for mean, count in blocks for _ in range(count)]
    top = high - (len(wanted) - 1) * room
    places = [0.0] * len(wanted)
    for rank, index in enumerate(order):
        places[index] = min(max(levels[rank], low), max(low, top)) + rank * room
    return places
