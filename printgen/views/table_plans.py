"""Table plans as plain data for templates. Lengths are in the unit of the plan, y runs down."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import cos, radians, sin
from typing import Literal, Required, TypedDict

from printgen.content.library import GameContent
from printgen.content.models.table_plan import (
    Area,
    Circle,
    Distance,
    Edge,
    Figure,
    Fire,
    Layout,
    Marker,
    Rectangle,
    Token,
)
from printgen.drawing.label_placement import PLATE, SIGN, FreeSpace
from printgen.geometry.sightlines import Point
from printgen.typography.text import say_or_empty
from printgen.views.table_plan_lines import (
    DistanceView,
    FireView,
    distance_view,
    fire_view,
    point_between,
)


class FacingArcView(TypedDict):
    """The arc of a miniature as declared: its reach, its angle in degrees."""

    reach: float
    angle: float


class ShapeView(TypedDict, total=False):
    """A shape with the fields that its kind declares; `cover` is that of areas only."""

    shape: Required[Literal["edge", "rectangle", "circle", "line", "marker", "figure"]]
    cover: str | None
    side: str
    depth: float
    at: list[float]
    size: list[float]
    turn: float
    radius: float
    points: list[list[float]]
    width: float
    mark: str | None
    facing: float | None
    arc: FacingArcView | None


class LegendView(ShapeView):
    """An area or a token as the legend explains it. Areas have a `letter`, tokens their symbol with
    each of their `marks`. Those without a `label` are not in the legend.
    """

    label: str
    style: str
    token: bool
    letter: str
    marks: list[str | None]


class FeatureView(LegendView):
    """An area or a token as drawn; `spot` is the place of its letter, if any."""

    spot: Point | None


class ArcView(TypedDict):
    """The arc of a miniature as drawn: a circle where it is `whole`, or else a sector about `at`
    between the two points of `rim`. `large` is SVG's flag for more than half a circle.
    """

    at: list[float]
    reach: float
    whole: bool
    large: bool
    rim: list[list[float]]
    style: str


class TablePlanView(TypedDict):
    """A table plan; `grid` is its number of columns and rows, or 0."""

    unit: str
    width: float
    height: float
    grid: int
    features: list[FeatureView]
    arcs: list[ArcView]
    distances: list[DistanceView]
    fires: list[FireView]
    legend: list[LegendView]
    lines: list[DistanceView | FireView]


class IdentifiedTablePlanView(TablePlanView):
    """A table plan with its `id` in the page; `alt` is what it shows, in words."""

    id: str
    alt: str


class TitledTablePlanView(IdentifiedTablePlanView):
    """A table plan on its own, with the title of its scenario."""

    title: str


def table_plan_view(layout: Layout, content: GameContent, lang: str) -> TablePlanView:
    """A table plan with lettered areas, arcs, distances, lines of fire and its legend."""
    features = layout.features
    distances = [
        distance_view(layout, f, content, lang) for f in features if isinstance(f, Distance)
    ]
    fires = [fire_view(layout, f, content, lang) for f in features if isinstance(f, Fire)]
    lettered, legend = _lettered_features(
        layout, _space_for_letters(layout, distances, fires), content, lang
    )
    return {
        "unit": layout.unit,
        "width": layout.width,
        "height": layout.height,
        "grid": layout.grid or 0,
        "features": lettered,
        "arcs": [_arc(f) for f in features if isinstance(f, Figure) and f.arc],
        "distances": distances,
        "fires": fires,
        "legend": legend,
        "lines": _line_legend(distances, fires),
    }


# --- letters and legend ----------------------------------------------------------------------


def _space_for_letters(
    layout: Layout, distances: list[DistanceView], fires: list[FireView]
) -> FreeSpace:
    """The space that lines, the lengths on them and the symbols of obstacles leave free."""
    space = FreeSpace(layout)
    for line in [*distances, *fires]:
        space.take_line(line["from"], line["to"])
    for line in distances:
        space.take(point_between(line["from"], line["to"], 0.5), PLATE)
    for obstacle in (obstacle for line in fires for obstacle in line["met"]):
        space.take(obstacle["at"], SIGN)
    return space


def _lettered_features(
    layout: Layout, space: FreeSpace, content: GameContent, lang: str
) -> tuple[list[FeatureView], list[LegendView]]:
    """The areas and tokens of a plan, and the entries of its legend.

    Areas of one style with one label share a letter. Tokens are explained by their symbol, and
    those that differ in their marks alone share an entry with all of these. Those without a label
    have no letter and no entry.
    """
    merged = _merged_marks(layout, content, lang)
    letters = _letters(layout)
    explained: dict[tuple[str | bool, ...], LegendView] = {}
    features: list[FeatureView] = []
    for feature in layout.features:
        if not isinstance(feature, Area | Token):
            continue
        entry = _legend_view(feature, layout, content, lang)
        if not feature.label:
            features.append({**entry, "spot": None})
            continue
        mark = "" if entry.get("mark") in merged else entry.get("mark")
        look = (entry["shape"], bool(mark)) if entry["token"] else ()
        key = entry["style"], entry["label"], *look
        known = key in explained
        if not known:
            shown: LegendView = {**entry, "letter": "" if entry["token"] else next(letters)}
            explained[key] = {**shown, "mark": mark, "marks": []} if entry["token"] else shown
        if entry["token"] and mark not in explained[key]["marks"]:
            explained[key]["marks"].append(mark)
        # One letter is enough for all pieces of a wall.
        letter = "" if known and feature.style == "wall" else explained[key]["letter"]
        spot = space.spot(feature) if letter and isinstance(feature, Area) else None
        features.append({**entry, "letter": letter, "spot": spot})
    return features, list(explained.values())


def _merged_marks(layout: Layout, content: GameContent, lang: str) -> set[str | None]:
    """The marks of targets that differ in nothing else. The legend explains them with the lines of
    fire, so such tokens share one entry without a mark.
    """
    targets = {f.to for f in layout.features if isinstance(f, Fire) and isinstance(f.to, str)}
    alike: dict[tuple[str, ...], set[str | None]] = {}
    for token in layout.features:
        if isinstance(token, Token) and token.mark in targets:
            key = token.style, say_or_empty(token.label, lang, content), token.shape
            alike.setdefault(key, set()).add(token.mark)
    return {mark for marks in alike.values() if len(marks) > 1 for mark in marks}


def _letters(layout: Layout) -> Iterator[str]:
    """The letters A to Z, then AA, AB…, without those that are the mark of a token."""
    marks = {feature.mark for feature in layout.features if isinstance(feature, Token)}
    return (letter for letter in map(_letter, count()) if letter not in marks)


def _letter(number: int) -> str:
    """The letter of a number from 0: A to Z, then AA, AB…"""
    rounds, rest = divmod(number, 26)
    return (_letter(rounds - 1) if rounds else "") + chr(ord("A") + rest)


def _line_legend(
    distances: list[DistanceView], fires: list[FireView]
) -> list[DistanceView | FireView]:
    """The lines in the legend: each labelled distance once, and all lines of fire."""
    labelled: dict[str, DistanceView] = {}
    for distance in distances:
        if distance["label"]:
            labelled.setdefault(distance["label"], distance)
    return [*labelled.values(), *fires]


# --- areas and tokens ------------------------------------------------------------------------


def _legend_view(
    feature: Area | Token, layout: Layout, content: GameContent, lang: str
) -> LegendView:
    if isinstance(feature, Area):
        shape = _area_shape(feature, layout.unit)
    else:
        shape = _token_shape(feature)
    return {
        **shape,
        "label": say_or_empty(feature.label, lang, content),
        "style": feature.style,
        "token": isinstance(feature, Token),
        "letter": "",
        "marks": [shape.get("mark")],
    }


def _area_shape(area: Area, unit: str) -> ShapeView:
    cover = area.cover
    if isinstance(area, Edge):
        return {"shape": area.shape, "cover": cover, "side": area.side, "depth": area.depth}
    if isinstance(area, Rectangle):
        at, size = list(area.at), list(area.size)
        return {"shape": area.shape, "cover": cover, "at": at, "size": size, "turn": area.turn}
    if isinstance(area, Circle):
        return {"shape": area.shape, "cover": cover, "at": list(area.at), "radius": area.radius}
    points, width = [list(point) for point in area.points], area.width_in(unit)
    return {"shape": area.shape, "cover": cover, "points": points, "width": width}


def _token_shape(token: Token) -> ShapeView:
    if isinstance(token, Marker):
        return {"shape": token.shape, "at": list(token.at), "mark": token.mark}
    arc: FacingArcView | None = None
    if token.arc:
        arc = {"reach": token.arc.reach, "angle": token.arc.angle}
    return {
        "shape": token.shape,
        "at": list(token.at),
        "facing": token.facing,
        "arc": arc,
        "mark": token.mark,
    }


def _arc(miniature: Figure) -> ArcView:
    assert miniature.arc is not None
    x, y = miniature.at
    reach, half, facing = miniature.arc.reach, miniature.arc.angle / 2, miniature.facing or 0
    rim = [
        [x + reach * sin(radians(angle)), y - reach * cos(radians(angle))]
        for angle in (facing - half, facing + half)
    ]
    return {
        "at": [x, y],
        "reach": reach,
        "whole": miniature.arc.angle == 360,
        "large": miniature.arc.angle > 180,
        "rim": rim,
        "style": miniature.style,
    }
