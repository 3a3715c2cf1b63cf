"""Small multiples: a chart a series, all on one scale, the peaks named."""

from __future__ import annotations

from printgen.outputs.charts_ink import Drawing, Pen
from printgen.outputs.charts_plot import (
    WIDTH,
    Plot,
    Scale,
    axis_room,
    base_line,
    column_names,
    scaled,
    value_axis,
)
from printgen.outputs.charts_type import apart, width
from printgen.rules.answers import Number

_HIGH = 17.0
# How many peaks of a series are named, and how high one is at least, as a share of the highest.
_PEAKS, _TELLING = 4, 0.34


def draw_panels(plot: Plot, drawing: Drawing) -> float:
    """A panel a series, one below the other; returns the height (mm) of the drawing."""
    look = plot.look
    drawing.text(0, look.names.size, plot.words[f"chart_{plot.unit}"], "names", "start")
    top, left = look.names.size + 1.8, axis_room(plot, scaled(plot, 2, 0, _HIGH).ticks)
    slot = (WIDTH - left) / len(plot.columns)
    middles = [left + slot * (index + 0.5) for index in range(len(plot.columns))]
    for label, values in zip(plot.labels, plot.rows, strict=True):
        scale = scaled(plot, 2, top + look.labels.size + 3.0 + _HIGH, _HIGH)
        drawing.text(left, top + look.labels.size, label, "labels", "start")
        value_axis(plot, drawing, scale, left, WIDTH)
        clear = left + width(label, look.labels) + 1.5
        _panel(plot, drawing, values, scale, middles, clear)
        base_line(plot, drawing, scale.y(0), left, WIDTH)
        top = scale.bottom + 1.6
    return column_names(plot, drawing, middles, slot, top - 0.2, WIDTH)


def _panel(
    plot: Plot,
    drawing: Drawing,
    values: tuple[Number, ...],
    scale: Scale,
    middles: list[float],
    clear: float,
) -> None:
    slot = middles[1] - middles[0] if len(middles) > 1 else WIDTH / 4
    wide = min(slot * 0.72, 8.0)
    peaks = peaks_of(values, plot.greatest)
    pen = Pen(drawing, plot.look, f"{scale.top}", ground=True)
    for index, (x, value) in enumerate(zip(middles, values, strict=True)):
        y, base = scale.y(value), scale.y(0)
        box = (x - wide / 2, min(y, base), wide, abs(base - y))
        pen.bar(box, 0 if index in peaks else 1, strong=index in peaks)
    _name_peaks(plot, drawing, values, scale, middles, peaks, clear)


def _name_peaks(
    plot: Plot,
    drawing: Drawing,
    values: tuple[Number, ...],
    scale: Scale,
    middles: list[float],
    peaks: list[int],
    clear: float,
) -> None:
    """The column and the value of each peak above it, moved apart where two would touch, and to the
    right of `clear` where the name of the series stands.
    """
    face = plot.look.figures
    words = [f"{plot.columns[i]} · {plot.written(values[i])}" for i in peaks]
    size = face.size * 0.96
    widths = [width(w, face, size) for w in words]
    room = max(widths, default=0.0) + 1.6
    half = room / 2
    high = [scale.y(values[i]) - 1.0 - size < scale.top - 1.8 for i in peaks]
    low = clear + half if any(high[:1]) else middles[0] + half - 2
    places = apart([middles[i] for i in peaks], room, low, WIDTH - half)
    for index, x, word in zip(peaks, places, words, strict=True):
        y = scale.y(values[index]) - 1.0
        drawing.text(x, y, word, "figures", size=size)


def peaks_of(values: tuple[Number, ...], greatest: float) -> list[int]:
    """The columns that stand out: higher than their neighbours, and high among all, in order."""
    numbers = [float(v or 0) for v in values]
    found = [
        index
        for index, value in enumerate(numbers)
        if value >= _TELLING * greatest > 0
        and value >= (numbers[index - 1] if index else 0)
        and value > (numbers[index + 1] if index + 1 < len(numbers) else 0)
    ]
    return sorted(sorted(found, key=lambda index: -numbers[index])[:_PEAKS])
