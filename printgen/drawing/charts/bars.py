"""Grouped bar charts."""

from __future__ import annotations

import re

from printgen.drawing.charts.chart_drawing import LEAST_SIZE, ChartDrawing, number
from printgen.drawing.charts.pen import ChartPen
from printgen.drawing.charts.plot import (
    Plot,
    axis_room,
    base_line,
    column_names,
    scaled,
    value_axis,
)
from printgen.drawing.charts.whiskers import draw_whisker, span_of
from printgen.typography.measure import text_width

_HIGH = 40.0

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
    scale = scaled(plot, 4, top + _HIGH, _HIGH)
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
