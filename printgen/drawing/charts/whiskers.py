"""The intervals of values that are found by games, drawn as lines with a bar at both ends."""

from __future__ import annotations

from printgen.analysis.study_results import Span
from printgen.drawing.charts.chart_drawing import ChartDrawing, polyline
from printgen.drawing.charts.plot import Plot, Scale

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
