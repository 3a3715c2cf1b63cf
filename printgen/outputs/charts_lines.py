"""Lines: told apart by marker and dash, each named where it ends."""

from __future__ import annotations

from itertools import pairwise

from printgen.outputs.charts_ink import DASHES, Drawing, Pen, Point, number, polyline
from printgen.outputs.charts_plot import (
    WIDTH,
    Plot,
    Scale,
    axis_room,
    base_line,
    column_names,
    on_line,
    scaled,
    value_axis,
)
from printgen.outputs.charts_type import apart, width, wrapped

_HIGH = 52.0
# The names of series take no more than this (mm).
_NAMES = 34.0
# With more columns than this, but some points have their marker.
_CROWD, _SOME = 16, 8
_RADIUS = 1.05
# The signs of series, and the corners of those that have some, in radii.
_SIGNS = (("disc", True), ("square", False), ("up", True), ("disc", False),
          ("lozenge", True), ("up", False), ("square", True), ("lozenge", False))  # fmt: skip
_CORNERS = {
    "square": ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    "up": ((0, -1.15), (1.1, 0.8), (-1.1, 0.8)),
    "lozenge": ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)),
}


def draw_lines(plot: Plot, drawing: Drawing) -> float:
    """A line a series; returns the height (mm) of the drawing."""
    look = plot.look
    names = [wrapped(label, look.labels, _NAMES, 2) for label in plot.labels]
    several = len(plot.labels) > 1
    drawing.text(0, look.names.size, plot.values_name(), "names", "start")
    top = look.names.size + 3.0
    scale = scaled(plot, 5, top + _HIGH, _HIGH)
    left = axis_room(plot, scale.ticks)
    widest = max(width(line, look.labels) for name in names for line in name)
    if several and plot.counted:
        widest = max(widest, width(plot.down, look.names))
    right = WIDTH - (widest + 1.6 if several else 2.0)
    value_axis(plot, drawing, scale, left, right)
    places = [left + 2 + share * (right - left - 4) for share in on_line(plot.columns)]
    pen = Pen(drawing, look, "".join(plot.labels))
    for row, values in enumerate(plot.rows):
        _series(plot, drawing, pen, row, [
            None if value is None else (x, scale.y(value))
            for x, value in zip(places, values, strict=True)
        ])  # fmt: skip
    base_line(plot, drawing, scale.y(0), left, right)
    for x in places:
        pen.rule("axis", [(x, scale.bottom), (x, scale.bottom + 1.0)], 0.2)
    if several:
        _name(plot, drawing, scale, names, places, right)
    room = min((b - a for a, b in pairwise(places)), default=right - left)
    return column_names(plot, drawing, places, room, scale.bottom + 1.8, right)


def _series(plot: Plot, drawing: Drawing, pen: Pen, row: int, points: list[Point | None]) -> None:
    """The line of a series, broken where it has no value, and its markers."""
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
        if point is not None and (index + row) % each == 0:
            _marker(drawing, row, point, plot.look.line)


def _marker(drawing: Drawing, row: int, point: Point, line: float) -> None:
    """The sign of a series: one shape of six, hollow or full in turn."""
    path, full = marker(row, point)
    drawing.path(
        "marker", path, fill="ink" if full else "paper", stroke="ink", width=max(0.25, line * 0.7)
    )


def marker(row: int, point: Point) -> tuple[str, bool]:
    """The path of the sign of a series, and whether it is filled."""
    (x, y), r = point, _RADIUS
    shape, full = _SIGNS[row % len(_SIGNS)]
    if shape == "disc":
        r *= 0.95
        arc = f"a{number(r)} {number(r)} 0 1 1"
        return f"M{number(x - r)} {number(y)}{arc} {number(2 * r)} 0{arc} {number(-2 * r)} 0Z", full
    corners = _CORNERS[shape]
    return polyline([(x + a * r, y + b * r) for a, b in corners], closed=True), full


def _name(
    plot: Plot,
    drawing: Drawing,
    scale: Scale,
    names: list[list[str]],
    places: list[float],
    right: float,
) -> None:
    """The name of each series beside its last point, moved up or down where two would touch."""
    kind = "figures" if plot.counted else "labels"
    face = plot.look.figures if plot.counted else plot.look.labels
    start = right + 1.6
    if plot.counted:
        drawing.text(start, plot.look.names.size, plot.down, "names", "start")
    ends: list[Point] = []
    for values in plot.rows:
        last = max((i for i, v in enumerate(values) if v is not None), default=0)
        ends.append((places[last], scale.y(values[last])))
    high = face.size * 1.1
    tall = max(map(len, names)) * high + 0.3
    spots = apart([y for _, y in ends], tall, scale.top, scale.bottom)
    for name, (x, y), spot in zip(names, ends, spots, strict=True):
        if abs(spot - y) > 0.8 or x < places[-1] - 1:
            path = polyline([(x + 1.5, y), (right + 0.4, spot), (start - 0.5, spot)])
            drawing.path("leader", path, stroke="ink", width=0.13)
        first = spot + face.size * 0.34 - (len(name) - 1) * high / 2
        for line, words in enumerate(name):
            drawing.text(start, first + line * high, words, kind, "start")
