"""Charts of bars, of lines, and of many small panels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from printgen.extras.charts.pen import (
    DASHES,
    LEAST_SIZE,
    Box,
    ChartDrawing,
    ChartPen,
    Point,
    circle,
    number,
    polyline,
)
from printgen.extras.charts.plot import (
    Plot,
    Scale,
    axis_room,
    base_line,
    column_names,
    draw_whisker,
    on_line,
    scaled,
    span_of,
    value_axis,
)
from printgen.rules.study_results import Number
from printgen.typography.measure import fitting_size, text_width, wrap_words

# --- grouped bar charts ---------------------------------------------------------------------------


_BARS_HEIGHT = 40.0

_WIDEST = 10.0

# Minimum size of a value above its bar, as a share of the normal size.
_LEAST = 0.84

_KEY = (5.4, 2.9)

# The space of `< 1%` would look like that between two bars.
_BELOW = re.compile(r"(?<=[<>])\s+")


def draw_bars(plot: Plot, drawing: ChartDrawing) -> float:
    """Draw grouped bars, with one hatching per series; returns the height (mm) of the drawing.

    Values above the bars replace the scale if they fit.
    """
    look, series, count = plot.look, len(plot.rows), len(plot.columns)
    top = _head(plot, drawing)
    share = 0.62 if series == 1 else 0.82
    labels = _value_words(plot, plot.wide / count * share / series, plot.wide / count)
    top += 1.6 if labels is None else 1.8 + look.figures.size
    scale = scaled(plot, 4, top + _BARS_HEIGHT, _BARS_HEIGHT)
    left = 0.0
    if labels is None:
        left = axis_room(plot, scale.ticks)
        value_axis(plot, drawing, scale, left, plot.wide)
    slot = (plot.wide - left) / count
    pitch = min(slot * share / series, _WIDEST)
    pen = ChartPen(drawing, look, "".join(plot.labels), ground=labels is None)
    middles = [left + slot * (index + 0.5) for index in range(count)]
    base = scale.y(0)
    for index, middle in enumerate(middles):
        for row, values in enumerate(plot.rows):
            x, y = middle + pitch * (row - series / 2), scale.y(values[index])
            wide = pitch * 0.88 - look.cap if series > 1 else pitch
            box = (x, min(y, base), wide, abs(base - y))
            pen.bar(box, 1 if series == 1 else row, down=y > base)
            span = span_of(plot, row, index)
            draw_whisker(drawing, scale, x + wide / 2, wide, span)
            if labels is not None:
                words, size = labels
                head = min(y, scale.y(span[1])) if span else y
                at = y + size if y > base else head - (1.4 if span else 1.1)
                drawing.text(x + wide / 2, at, words[row][index], "figures", size=size)
    base_line(plot, drawing, base, left, plot.wide)
    below = 1.4 + (0.5 if look.double else 0)
    if labels is not None and plot.least < 0:
        below += look.figures.size
    return column_names(plot, drawing, middles, slot, scale.bottom + below, plot.wide)


def _value_words(plot: Plot, pitch: float, slot: float) -> tuple[list[list[str]], float] | None:
    """The values above the bars and their size (mm), with units if they fit; None if not even the
    bare numbers fit.
    """
    face, single = plot.look.figures, len(plot.rows) == 1
    room = slot - 1 if single else pitch - 0.5
    for write in (plot.format_number, plot.bare):
        words = [[write(v) for v in row] for row in plot.rows]
        if not single:
            words = [[_BELOW.sub("", word) for word in row] for row in words]
        widest = max(text_width(word, face) for row in words for word in row)
        least = max(face.size * _LEAST, LEAST_SIZE)
        if widest * least <= room * face.size:
            return words, min(face.size, face.size * room / widest)
    return None


def _head(plot: Plot, drawing: ChartDrawing) -> float:
    """Draw the title of the value axis and the key of series; returns their bottom (mm)."""
    look, pen = plot.look, ChartPen(drawing, plot.look, "keys")
    size = max(look.names.size, look.labels.size)
    kind = "figures" if plot.counted else "labels"
    name = plot.values_name()
    if len(plot.rows) > 1 and plot.counted:
        name = f"{name} – {plot.down}"
    drawing.text(0, size, name, "names", "start")
    if len(plot.rows) < 2:
        return size
    x, y = text_width(name, look.names) + 4.0, size
    widths = [_KEY[0] + 1.4 + text_width(label, look.labels) for label in plot.labels]
    if x + sum(widths) + 3.6 * (len(widths) - 1) > plot.wide:
        x, y = 0.0, y + size * 1.6
    for row, (label, wide) in enumerate(zip(plot.labels, widths, strict=True)):
        if x + wide > plot.wide and x > 0:
            x, y = 0.0, y + size * 1.6
        pen.bar((x + 0.2, y - _KEY[1] + 0.3, _KEY[0], _KEY[1]), row)
        foot = f"M{number(x + 0.2)} {number(y + 0.3)}h{number(_KEY[0])}"
        drawing.path("outline", foot, stroke="ink", width=look.outline)
        drawing.text(x + _KEY[0] + 1.6, y, label, kind, "start")
        x += wide + 3.6
    return y + 1.0


# --- line charts: series differ by marker and dash, and are labelled at their ends ----------------


_LINES_HEIGHT = 52.0

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
    scale = scaled(plot, 5, top + _LINES_HEIGHT, _LINES_HEIGHT)
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
            path, full = marker(row, point)
            fill, width = "ink" if full else "paper", max(0.25, plot.look.line * 0.7)
            drawing.path("marker", path, fill=fill, stroke="ink", width=width)


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
            given = ([i for i, v in enumerate(values) if v is not None] for values in plot.rows)
            ends = [(indexes or [0])[-1 if last else 0] for indexes in given]
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


# --- small multiples: a chart per series, all on one scale, with labelled peaks -------------------


_PANEL_HEIGHT = 17.0

# Maximum number of labelled peaks per series, and their minimum share of the highest.
_PEAKS, _PROMINENT = 4, 0.34

# Number of lower columns on each side of a peak.
_NEAR = 2


def draw_panels(plot: Plot, drawing: ChartDrawing) -> float:
    """Draw a panel per series, one below the other; returns the height (mm) of the drawing."""
    look = plot.look
    drawing.text(0, look.names.size, plot.words[f"chart_{plot.unit}"], "names", "start")
    top, left = look.names.size + 1.8, axis_room(plot, scaled(plot, 2, 0, _PANEL_HEIGHT).ticks)
    slot = (plot.wide - left) / len(plot.columns)
    middles = [left + slot * (index + 0.5) for index in range(len(plot.columns))]
    for label, values in zip(plot.labels, plot.rows, strict=True):
        name = (left, top, text_width(label, look.labels) + 1.0, look.labels.size * 1.1)
        bottom = top + look.labels.size + 3.0 + _PANEL_HEIGHT
        scale = scaled(plot, 2, bottom, _PANEL_HEIGHT)
        if _meets_name(plot, values, scale, middles, name):
            scale = scaled(plot, 2, bottom + look.figures.size, _PANEL_HEIGHT)
        drawing.text(left, top + look.labels.size, label, "labels", "start")
        value_axis(plot, drawing, scale, left, plot.wide)
        _panel(plot, drawing, values, scale, middles, name)
        base_line(plot, drawing, scale.y(0), left, plot.wide)
        top = scale.bottom + 1.6
    return column_names(plot, drawing, middles, slot, top - 0.2, plot.wide)


def _meets_name(
    plot: Plot, values: tuple[Number, ...], scale: Scale, middles: list[float], name: Box
) -> bool:
    """Whether the label of a peak, just above its bar, would meet the name of its row."""
    for index in peaks_of(values, plot.greatest):
        words, size = _peak_words(plot, values, index)
        room = text_width(words, plot.look.figures, size)
        y = scale.y(values[index]) - 0.8 - 0.86 * size
        if _touch((middles[index] - room / 2, y, room, 0.86 * size), name):
            return True
    return False


def _peak_words(plot: Plot, values: tuple[Number, ...], index: int) -> tuple[str, float]:
    """The label of a peak, and its size (mm)."""
    words = f"{plot.columns[index]} · {plot.format_number(values[index])}"
    return words, plot.look.figures.size * 0.96


def _panel(
    plot: Plot,
    drawing: ChartDrawing,
    values: tuple[Number, ...],
    scale: Scale,
    middles: list[float],
    title: Box,
) -> None:
    """Draw the bars of a series, and label its peaks with column and value."""
    slot = middles[1] - middles[0] if len(middles) > 1 else plot.wide / 4
    wide = min(slot * 0.76, 8.0) - plot.look.cap / 2
    peaks = peaks_of(values, plot.greatest)
    pen = ChartPen(drawing, plot.look, f"{scale.top}", ground=True)
    boxes: list[Box] = []
    for index, (x, value) in enumerate(zip(middles, values, strict=True)):
        y, base = scale.y(value), scale.y(0)
        boxes.append((x - wide / 2, min(y, base), wide, abs(base - y)))
        pen.bar(boxes[-1], 0 if index in peaks else 1, strong=index in peaks, down=y > base)
    taken = [title, *boxes]
    for index in sorted(peaks, key=lambda index: -float(values[index] or 0)):
        words, size = _peak_words(plot, values, index)
        room = text_width(words, plot.look.figures, size)
        grid = [scale.y(tick) for tick in scale.ticks]
        at = (middles[index], boxes[index][1])
        place = _place((room, size), *at, taken, grid, plot.wide)
        if place:
            taken.append(place)
            x, y, _, high = place
            drawing.text(x + room / 2, y + high * 0.86, words, "figures", size=size)


def _place(
    words: tuple[float, float],
    middle: float,
    top: float,
    taken: list[Box],
    grid: list[float],
    wide: float,
) -> Box | None:
    """The box of a label (width and size in mm) above a bar: near its middle, free of `taken`
    boxes and preferably of grid lines; None if there is no space.
    """
    room, high = words[0], words[1] * 0.86
    found: list[tuple[float, Box]] = []
    for up in (0.0, high * 0.4, high * 0.8, high * 1.2):
        y = top - 0.8 - high - up
        crossed = sum(y - 0.2 < line < y + high + 0.2 for line in grid)
        for aside in (step * 0.5 for step in range(-24, 25)):
            box = (middle - room / 2 + aside, y, room, high)
            if box[0] >= 0 and box[0] + room <= wide:
                found.append((abs(aside) + 0.9 * up + 2.0 * crossed, box))
    for _, box in sorted(found):
        if not any(_touch(box, other) for other in taken):
            return box
    return None


def _touch(one: Box, other: Box) -> bool:
    """Whether two boxes overlap, or nearly."""
    return (
        one[0] < other[0] + other[2] + 1.0
        and other[0] < one[0] + one[2] + 1.0
        and one[1] < other[1] + other[3] + 0.2
        and other[1] < one[1] + one[3] + 0.2
    )


def peaks_of(values: tuple[Number, ...], greatest: float) -> list[int]:
    """The peaks in order: columns that are higher than their neighbours and high overall."""
    numbers = [float(v or 0) for v in values]
    found = [
        index
        for index, value in enumerate(numbers)
        if value >= _PROMINENT * greatest > 0
        and value > max(numbers[max(0, index - _NEAR) : index], default=0)
        and value >= max(numbers[index + 1 : index + 1 + _NEAR], default=0)
    ]
    return sorted(sorted(found, key=lambda index: -numbers[index])[:_PEAKS])
