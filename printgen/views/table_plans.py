"""Table plans as the plain data that templates see: all lengths in the unit of the plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count
from math import cos, hypot, radians, sin
from typing import Any

from printgen.analysis.table_plans import line_of_fire, place_of
from printgen.content.library import GameContent
from printgen.content.models.scenario import (
    Area,
    Between,
    Distance,
    End,
    Figure,
    Fire,
    Layout,
    Token,
)
from printgen.drawing.label_placement import PLATE, SIGN, FreeSpace
from printgen.geometry.sightlines import ObstacleHit, Point
from printgen.typography.text import plain

View = dict[str, Any]


def table_plan_view(layout: Layout, content: GameContent, lang: str) -> View:
    """A table plan: its areas and tokens, each with the letter by which the legend names it and
    where that stands; arcs, distances and lines of fire; the legend.

    Areas of one style with the same label share a letter, and none has one that is a mark. Markers
    and figures are their own sign.
    """
    distances = [_distance(layout, f, lang) for f in layout.features if isinstance(f, Distance)]
    fires = [_fire(layout, f) for f in layout.features if isinstance(f, Fire)]
    room = FreeSpace(layout)
    for line in distances + fires:
        room.take_line(line["from"], line["to"])
    for line in distances:
        room.take(_along(line["from"], line["to"], 0.5), PLATE)
    for found in (found for line in fires for found in line["met"]):
        room.take(found["at"], SIGN)
    targets = _targets(layout)
    marks = {feature.mark for feature in layout.features if isinstance(feature, Token)}
    free = (letter for letter in map(_letter, count()) if letter not in marks)
    letters: dict[tuple[str | None, ...], str] = {}
    features: list[View] = []
    legend: list[View] = []
    for feature in layout.features:
        if not isinstance(feature, Area | Token):
            continue
        token = isinstance(feature, Token)
        view: View = {**plain(feature, lang, content), "token": token}
        sign = "" if view.get("mark") in targets else view.get("mark")
        key = (feature.style, view["label"], feature.shape if token else "", sign)
        known = key in letters
        if not known:
            letters[key] = "" if token else next(free)
            legend.append({**view, "letter": letters[key], **({"mark": sign} if token else {})})
        # The pieces of a wall need no letter each.
        shown = "" if known and feature.style == "wall" else letters[key]
        spot = room.spot(feature) if shown and isinstance(feature, Area) else None
        features.append({**view, "letter": shown, "spot": spot})
    return {
        "unit": layout.unit,
        "width": layout.width,
        "height": layout.height,
        "grid": layout.grid or 0,
        "features": features,
        "arcs": [_arc(f) for f in layout.features if isinstance(f, Figure) and f.arc],
        "distances": distances,
        "fires": fires,
        "legend": legend,
        "lines": _line_legend(layout, [*distances, *fires], content, lang),
    }


def _targets(layout: Layout) -> set[str]:
    """The marks that the legend explains by the lines of fire to them: their tokens share one line
    of it, without a mark.
    """
    fires = [feature for feature in layout.features if isinstance(feature, Fire)]
    return {fire.to for fire in fires if isinstance(fire.to, str)}


def _letter(number: int) -> str:
    """The letter of a number from 0: A to Z, then AA, AB…"""
    rounds, rest = divmod(number, 26)
    return (_letter(rounds - 1) if rounds else "") + chr(ord("A") + rest)


def _arc(figure: Figure) -> View:
    """The arc of a figure: its middle, its reach, the places where its rim begins and ends."""
    assert figure.arc is not None
    x, y = figure.at
    half, facing = figure.arc.angle / 2, figure.facing or 0
    rim = [
        [x + figure.arc.reach * sin(radians(turn)), y - figure.arc.reach * cos(radians(turn))]
        for turn in (facing - half, facing + half)
    ]
    return {
        "at": [x, y],
        "reach": figure.arc.reach,
        "whole": figure.arc.angle == 360,
        "large": figure.arc.angle > 180,
        "rim": rim,
        "style": figure.style,
    }


def _ends(layout: Layout, feature: Between) -> tuple[Point, Point, View]:
    """Where a line goes from and to; the same for the template, with the marks that it joins."""
    start, end = place_of(layout, feature.start), place_of(layout, feature.to)
    length = hypot(end[0] - start[0], end[1] - start[1])
    return (
        start,
        end,
        {
            "shape": feature.shape,
            "from": list(start),
            "to": list(end),
            "way": [(end[0] - start[0]) / length, (end[1] - start[1]) / length],
            "length": length,
            "marks": [_mark(feature.start), _mark(feature.to)],
        },
    )


def _mark(end: End) -> str:
    return end if isinstance(end, str) else ""


def _distance(layout: Layout, feature: Distance, lang: str) -> View:
    """A distance, with its length in words."""
    _, _, view = _ends(layout, feature)
    number = f"{round(view['length'], 1):g}"
    if lang.split("-")[0] == "fr":
        number = number.replace(".", ",")
    return {**view, "text": number + ("″" if layout.unit == "in" else "\u00a0cm")}


def _fire(layout: Layout, fire: Fire) -> View:
    """A line of fire as the rules find it: where it stops, and what it meets until then.

    `covers` has how often it meets each cover that counts.
    """
    start, end, view = _ends(layout, fire)
    sight = line_of_fire(layout, fire)
    counted = Counter(found.cover for found in sight.met if found.counts)
    return {
        **view,
        "stop": _along(start, end, sight.reach),
        "seen": sight.clear,
        "met": [_met(found, start, end) for found in sight.met],
        "covers": {cover: counted[cover] for cover in ("light", "heavy") if counted[cover]},
        "near": any(not found.counts for found in sight.met),
    }


def _met(found: ObstacleHit, start: Point, end: Point) -> View:
    """An obstacle on the way: the sign for it stands amid the line's way through it."""
    first, last = found.span
    part = first if found.cover == "blocks" else (first + last) / 2
    return {"cover": found.cover, "counts": found.counts, "at": _along(start, end, part)}


def _along(start: Sequence[float], end: Sequence[float], part: float) -> list[float]:
    return [start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part]


def _line_legend(layout: Layout, views: list[View], content: GameContent, lang: str) -> list[View]:
    """The lines that the legend names: distances that have a label, once each, and all fire."""
    named: dict[tuple[Any, ...], View] = {}
    betweens = [f for kind in (Distance, Fire) for f in layout.features if isinstance(f, kind)]
    for feature, view in zip(betweens, views, strict=True):
        label = plain(feature.label, lang, content) or ""
        if isinstance(feature, Fire):
            named[("fire", len(named))] = {**view, "label": label}
        elif label:
            named.setdefault(("distance", label), {**view, "label": label})
    return list(named.values())
