"""Small multiples: a chart per series, all on one scale, with labelled peaks."""

from __future__ import annotations

from printgen.analysis.study_results import Number
from printgen.drawing.charts.chart_drawing import Box, ChartDrawing
from printgen.drawing.charts.pen import ChartPen
from printgen.drawing.charts.plot import (
    Plot,
    Scale,
    axis_room,
    base_line,
    column_names,
    scaled,
    value_axis,
)
from printgen.typography.measure import text_width

_HIGH = 17.0

# Maximum number of labelled peaks per series, and their minimum share of the highest.
_PEAKS, _PROMINENT = 4, 0.34

# Number of lower columns on each side of a peak.
_NEAR = 2


def draw_panels(plot: Plot, drawing: ChartDrawing) -> float:
    """Draw a panel per series, one below the other; returns the height (mm) of the drawing."""
    look = plot.look
    drawing.text(0, look.names.size, plot.words[f"chart_{plot.unit}"], "names", "start")
    top, left = look.names.size + 1.8, axis_room(plot, scaled(plot, 2, 0, _HIGH).ticks)
    slot = (plot.wide - left) / len(plot.columns)
    middles = [left + slot * (index + 0.5) for index in range(len(plot.columns))]
    for label, values in zip(plot.labels, plot.rows, strict=True):
        name = (left, top, text_width(label, look.labels) + 1.0, look.labels.size * 1.1)
        bottom = top + look.labels.size + 3.0 + _HIGH
        scale = scaled(plot, 2, bottom, _HIGH)
        if _meets_name(plot, values, scale, middles, name):
            scale = scaled(plot, 2, bottom + look.figures.size, _HIGH)
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
