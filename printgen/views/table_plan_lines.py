"""The lines of table plans as plain data for templates: distances and lines of fire."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import hypot
from typing import TypedDict

from printgen.analysis.measures import measure_of
from printgen.analysis.table_plans import line_of_fire, place_of
from printgen.content.library import GameContent
from printgen.content.models.table_plan import Between, Distance, End, Fire, Layout
from printgen.geometry.sightlines import ObstacleHit
from printgen.paper import MM_BY_UNIT
from printgen.typography.numbers import with_decimal_mark
from printgen.typography.text import say_or_empty

_LineEnds = TypedDict("_LineEnds", {"from": list[float], "to": list[float]})


class LineView(_LineEnds):
    """A line between two places. `way` is its direction as a unit vector, `marks` are those of the
    tokens at its ends, empty where there is none.
    """

    shape: str
    way: list[float]
    length: float
    marks: list[str]
    label: str


class DistanceView(LineView):
    """A measured distance; `text` is its length with its unit."""

    text: str


class ObstacleView(TypedDict):
    """An obstacle on a line of fire: the place of its symbol, and whether its cover counts."""

    cover: str
    counts: bool
    at: list[float]


class FireView(LineView):
    """A line of fire up to `stop`. `covers` counts the obstacles that give each cover; `near` says
    that some give none because they are right in front of the shooter.
    """

    stop: list[float]
    seen: bool
    met: list[ObstacleView]
    covers: dict[str, int]
    near: bool


def _line(layout: Layout, line: Between, content: GameContent, lang: str) -> LineView:
    start, end = place_of(layout, line.start), place_of(layout, line.to)
    length = hypot(end[0] - start[0], end[1] - start[1])
    return {
        "shape": line.shape,
        "from": list(start),
        "to": list(end),
        "way": [(end[0] - start[0]) / length, (end[1] - start[1]) / length],
        "length": length,
        "marks": [_mark(line.start), _mark(line.to)],
        "label": say_or_empty(line.label, lang, content),
    }


def _mark(end: End) -> str:
    return end if isinstance(end, str) else ""


def distance_view(
    layout: Layout, distance: Distance, content: GameContent, lang: str
) -> DistanceView:
    """A distance with its length in the unit of the game, as `12,5″` or `30 cm`."""
    line = _line(layout, distance, content, lang)
    unit = distance.unit or measure_of(content) or layout.unit
    length = line["length"] * MM_BY_UNIT[layout.unit] / MM_BY_UNIT[unit]
    number = with_decimal_mark(f"{round(length, 1):g}", lang)
    return {**line, "text": number + ("″" if unit == "in" else "\u00a0cm")}


def fire_view(layout: Layout, fire: Fire, content: GameContent, lang: str) -> FireView:
    """A line of fire with the obstacles that it meets."""
    line = _line(layout, fire, content, lang)
    start, end = line["from"], line["to"]
    sight = line_of_fire(layout, fire)
    counted = Counter(obstacle.cover for obstacle in sight.met if obstacle.counts)
    return {
        **line,
        "stop": point_between(start, end, sight.reach),
        "seen": sight.clear,
        "met": [_obstacle(obstacle, start, end) for obstacle in sight.met],
        "covers": {cover: counted[cover] for cover in ("light", "heavy") if counted[cover]},
        "near": any(not obstacle.counts for obstacle in sight.met),
    }


def _obstacle(obstacle: ObstacleHit, start: Sequence[float], end: Sequence[float]) -> ObstacleView:
    """An obstacle: its symbol is where the line stops, or else amid the part of the line in it."""
    first, last = obstacle.span
    part = first if obstacle.cover == "blocks" else (first + last) / 2
    at = point_between(start, end, part)
    return {"cover": obstacle.cover, "counts": obstacle.counts, "at": at}


def point_between(start: Sequence[float], end: Sequence[float], part: float) -> list[float]:
    """The point at this part of the way (0 to 1) from start to end."""
    return [start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part]
