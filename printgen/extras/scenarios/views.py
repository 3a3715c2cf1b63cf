"""Table plans as plain data for templates, and in words. Lengths are in the unit of the plan, y
runs down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from math import cos, hypot, radians, sin
from typing import Literal, NotRequired, Required, TypedDict, cast

from printgen.content.library import Entry, GameContent, Library
from printgen.content.markdown import anchor
from printgen.content.models.scenario import Scenario
from printgen.content.models.table_plan import (
    Area,
    Between,
    Distance,
    End,
    Figure,
    Fire,
    Layout,
    Line,
    Token,
)
from printgen.content.spreadsheets.sheet import column_letters
from printgen.extras.scenarios.label_placement import PLATE, SIGN, FreeSpace
from printgen.extras.scenarios.sightlines import ObstacleHit, Point
from printgen.extras.scenarios.table_plans import line_of_fire, place_of
from printgen.paper import MM_BY_UNIT
from printgen.typography.labels import fill, labels
from printgen.typography.text import plain_words, say, say_or_empty, with_decimal_mark


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
    """A table plan with its `id` in the page; `alt` is what it shows, in words. A plan on its own
    has the title of its scenario.
    """

    id: str
    alt: str
    title: NotRequired[str]


def table_plan_view(layout: Layout, content: GameContent, lang: str) -> TablePlanView:
    """A table plan with lettered areas, arcs, distances, lines of fire and its legend."""
    features = layout.features
    distances = [
        distance_view(layout, f, content, lang) for f in features if isinstance(f, Distance)
    ]
    fires = [fire_view(layout, f, content, lang) for f in features if isinstance(f, Fire)]
    # The space that lines, the lengths on them and the symbols of obstacles leave free.
    space = FreeSpace(layout)
    for line in [*distances, *fires]:
        space.take_line(line["from"], line["to"])
    for line in distances:
        space.take(point_between(line["from"], line["to"], 0.5), PLATE)
    for obstacle in (obstacle for line in fires for obstacle in line["met"]):
        space.take(obstacle["at"], SIGN)
    lettered, legend = _lettered_features(layout, space, content, lang)
    # The lines in the legend: each labelled distance once, and all lines of fire.
    labelled: dict[str, DistanceView] = {}
    for distance in distances:
        if distance["label"]:
            labelled.setdefault(distance["label"], distance)
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
        "lines": [*labelled.values(), *fires],
    }


# --- letters and legend ----------------------------------------------------------------------


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
    return (letter for letter in map(column_letters, count()) if letter not in marks)


# --- areas and tokens ------------------------------------------------------------------------


def _legend_view(
    feature: Area | Token, layout: Layout, content: GameContent, lang: str
) -> LegendView:
    shape = _shape(feature, layout.unit)
    return {
        **shape,
        "label": say_or_empty(feature.label, lang, content),
        "style": feature.style,
        "token": isinstance(feature, Token),
        "letter": "",
        "marks": [shape.get("mark")],
    }


# What is drawn of areas and tokens: the fields that one of their shapes has.
_DRAWN = {
    "shape", "cover", "side", "depth", "at", "size", "turn", "radius", "points", "facing", "arc",
    "mark",
}  # fmt: skip


def _shape(feature: Area | Token, unit: str) -> ShapeView:
    shape = cast(ShapeView, feature.model_dump(include=_DRAWN))
    if isinstance(feature, Line):
        shape["width"] = feature.width_in(unit)
    return shape


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


# --- the lines of table plans as plain data for templates: distances and lines of fire ------------


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


def table_plan_words(plan: TablePlanView, lang: str, texts: Mapping[str, str]) -> str:
    """A plan in words: its size, the place and the size of each feature, distances, lines of fire.
    `texts` are the labels of its theme.
    """
    return " ".join(_PlanWords(plan, lang, texts).sentences())


@dataclass(frozen=True, slots=True)
class _PlanWords:
    """Says what is on a plan in a language."""

    plan: TablePlanView
    lang: str
    texts: Mapping[str, str]

    def sentences(self) -> Iterator[str]:
        """What the plan shows."""
        size = self._length(self.plan["width"]), self._length(self.plan["height"])
        yield f"{self._words('table_plan')}, {' × '.join(size)}."
        yield self._words("alt_measured")
        for feature in self.plan["features"]:
            yield self._feature(feature)
        for distance in self.plan["distances"]:
            yield self._distance(distance)
        for fire in self.plan["fires"]:
            start, end = self._ends(fire)
            result = self._result(fire)
            yield self._words("alt_fire", start=start, end=end, result=result)

    def _words(self, key: str, **values: str) -> str:
        return fill(plain_words(self.texts[key]), **values)

    def _length(self, length: float) -> str:
        number = with_decimal_mark(f"{round(length, 1):g}", self.lang)
        return f"{number}″" if self.plan["unit"] == "in" else f"{number} cm"

    def _place(self, at: Sequence[float]) -> str:
        return self._words("alt_place", x=self._length(at[0]), y=self._length(at[1]))

    def _feature(self, feature: FeatureView) -> str:
        """An area or a token: its letter or mark, its label or else its style, and where it is."""
        name = feature["letter"] or feature.get("mark") or ""
        label = plain_words(feature["label"]).rstrip(".")
        label = label or self._words(f"alt_style_{feature['style']}")
        head = ", ".join(filter(None, (name, label)))
        return self._words("alt_at", name=head, places=self._shape(feature))

    def _shape(self, feature: FeatureView) -> str:
        """The shape and the place of a feature."""
        shape = feature["shape"]
        if shape == "edge":
            return self._words(f"alt_edge_{feature['side']}", depth=self._length(feature["depth"]))
        if shape == "line":
            places = " – ".join(map(self._place, feature["points"]))
            return self._words("alt_line", width=self._length(feature["width"]), places=places)
        place = self._place(feature["at"])
        if shape == "rectangle":
            width, height = map(self._length, feature["size"])
            return self._words("alt_rectangle", width=width, height=height, place=place)
        if shape == "circle":
            return self._words("alt_circle", radius=self._length(feature["radius"]), place=place)
        return ", ".join([place, *self._looks(feature)])

    def _looks(self, feature: FeatureView) -> Iterator[str]:
        """Where a miniature looks, and its arc."""
        facing = feature.get("facing")
        if facing is not None:
            angle = f"{facing % 360:g}"
            straight = f"alt_facing_{angle}"
            yield self._words(straight if straight in self.texts else "alt_facing", angle=angle)
        arc = feature.get("arc")
        if arc:
            reach = self._length(arc["reach"])
            yield self._words("alt_arc", angle=f"{arc['angle']:g}", reach=reach)

    def _ends(self, line: DistanceView | FireView) -> tuple[str, str]:
        """The marks or the places of the ends of a line."""
        first, last = line["marks"]
        return first or self._place(line["from"]), last or self._place(line["to"])

    def _distance(self, distance: DistanceView) -> str:
        start, end = self._ends(distance)
        label, length = plain_words(distance["label"]).rstrip("."), distance["text"]
        key = "alt_distance" if label else "alt_distance_plain"
        return self._words(key, label=label, length=length, start=start, end=end)

    def _result(self, fire: FireView) -> str:
        """What a line of fire meets."""
        if not fire["seen"]:
            return self._words("no_sight")
        said = [
            self._words(f"eg_cover_{cover}") + (f" × {times}" if times > 1 else "")
            for cover, times in fire["covers"].items()
        ]
        said += [self._words("cover_near")] if fire["near"] else []
        said = said or [self._words("eg_cover_none")]
        label = plain_words(fire["label"]).rstrip(".")
        return ", ".join(filter(None, (*said, label)))


Measure = Literal["in", "cm"]


def measure_of(content: GameContent) -> Measure | None:
    """The unit of most lengths among the stats and the facts of a game; None without any."""
    game = content.game
    groups = [line.stats for line in game.stat_lines.values()]
    groups += [kind.stats for kind in game.trait_kinds.values()]
    stats = chain.from_iterable(group.values() for group in groups)
    found = Counter[str](stat.unit for stat in stats if stat.type == "length")
    found.update(fact.parts[1] for fact in game.facts.values() if not fact.rule)
    counted = {"in": found["in"], "cm": found["cm"] + found["mm"]}
    unit: Measure = "in" if counted["in"] >= counted["cm"] else "cm"
    return unit if counted[unit] else None


def layout_view(
    library: Library, entry: Entry[Scenario], lang: str, titled: bool = True
) -> IdentifiedTablePlanView | None:
    """The table plan of a scenario, if it has one, with the title of the scenario if `titled`."""
    content, layout = library.games[entry.game], entry.value.layout
    if layout is None:
        return None
    plan = table_plan_view(layout, content, lang)
    words = table_plan_words(plan, lang, labels(library.folders, content.game.theme, lang))
    view = {"id": anchor("layout", entry.id), "alt": words, **plan}
    if titled:
        view["title"] = say(entry.value.title, lang, content)
    return cast(IdentifiedTablePlanView, view)
