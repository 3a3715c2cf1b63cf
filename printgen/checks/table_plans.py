"""Checks of table plans."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from printgen.analysis.table_plans import marked, pieces_of, place_of
from printgen.content.check import Findings, check
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import (
    AnyFeature,
    Area,
    Between,
    Circle,
    Distance,
    Edge,
    Figure,
    Fire,
    Layout,
    Line,
    Rectangle,
    Scenario,
    Token,
)
from printgen.problems import did_you_mean

# The path of a number of a feature, the length on the table that it gives, and the maximum.
Measured = tuple[tuple[str | int, ...], float, float]


def _layouts(content: GameContent) -> Iterator[tuple[Entry[Scenario], Layout, int, AnyFeature]]:
    for scenario in content.scenarios.values():
        layout = scenario.value.layout
        for index, feature in enumerate(layout.features if layout else ()):
            assert layout is not None
            yield scenario, layout, index, feature


@check("layout-outside")
def layout_outside(content: GameContent, library: Library) -> Findings:
    """The features of a table plan have their centre on the table, and are not larger than it."""
    for scenario, layout, index, feature in _layouts(content):
        wide, high = layout.width, layout.height
        here = ("layout", "features", index)
        for path, at, side in _distances(feature, wide, high):
            if not 0 <= at <= side:
                message = f"outside the table of {wide:g} x {high:g} {layout.unit}"
                yield scenario.finding(message, *here, *path)
        for path, measure, side in _measures(feature, wide, high):
            if measure > side:
                message = "larger than the table"
                yield scenario.finding(message, *here, *path)


def _distances(feature: AnyFeature, wide: float, high: float) -> Iterator[Measured]:
    """The distances of the points of a feature from the left edge and from the far edge."""
    places: list[tuple[tuple[str | int, ...], list[float]]] = []
    if isinstance(feature, Line):
        places = [(("points", index), place) for index, place in enumerate(feature.points)]
    elif isinstance(feature, Between):
        ends = (("from", feature.start), ("to", feature.to))
        places = [((key,), end) for key, end in ends if not isinstance(end, str)]
    elif not isinstance(feature, Edge):
        places = [(("at",), feature.at)]
    for path, (x, y) in places:
        yield (*path, 0), x, wide
        yield (*path, 1), y, high


def _measures(feature: AnyFeature, wide: float, high: float) -> Iterator[Measured]:
    """The sizes of a feature."""
    longer = max(wide, high)
    if isinstance(feature, Rectangle):
        yield ("size", 0), feature.size[0], longer
        yield ("size", 1), feature.size[1], longer
    elif isinstance(feature, Circle):
        yield ("radius",), 2 * feature.radius, longer
    elif isinstance(feature, Line):
        yield ("width",), feature.width, longer
    elif isinstance(feature, Edge):
        yield ("depth",), feature.depth, high if feature.side in ("north", "south") else wide
    elif isinstance(feature, Figure) and feature.arc:
        yield ("arc", "reach"), feature.arc.reach, hypot(wide, high)
    elif isinstance(feature, Fire) and feature.over:
        yield ("over",), feature.over, longer


@check("layout-line")
def layout_line(content: GameContent, library: Library) -> Findings:
    """A distance or a line of fire on a table plan joins two different points. Each end is a point,
    or the mark of exactly one marker or miniature.
    """
    for scenario, layout, index, feature in _layouts(content):
        if not isinstance(feature, Between):
            continue
        here, known = ("layout", "features", index), marked(layout)
        sound = True
        for key, end in (("from", feature.start), ("to", feature.to)):
            if isinstance(end, str) and len(known.get(end, ())) != 1:
                sound = False
                message, hint = f"no mark '{end}'", did_you_mean(end, known)
                if end in known:
                    message = f"{len(known[end])} features have the mark '{end}'"
                    hint = "change one of the marks, or write a point: [12, 30]"
                yield scenario.finding(message, *here, key, hint=hint)
        if sound and place_of(layout, feature.start) == place_of(layout, feature.to):
            what = "distance" if isinstance(feature, Distance) else "line of fire"
            yield scenario.finding(f"the {what} has length 0", *here, "to")


# The least distance of the centres of two miniatures, in mm: most bases are 25 mm wide.
_BASE = 20.0

_MM = {"in": 25.4, "cm": 10.0}

# Where no miniature stands.
_SOLID = ("wall", "cliff")


@check("layout-overlap", "warning")
def layout_overlap(content: GameContent, library: Library) -> Findings:
    """A miniature on a table plan stands neither on another one nor in a wall or a cliff, a marker
    not on another marker (a warning).
    """
    earlier: dict[str, list[tuple[int, Token]]] = {}
    for scenario, layout, index, feature in _layouts(content):
        if not isinstance(feature, Token):
            continue
        here, (x, y) = ("layout", "features", index, "at"), feature.at
        others = earlier.setdefault(scenario.id, [])
        for number, other in others:
            apart = hypot(x - other.at[0], y - other.at[1]) * _MM[layout.unit]
            alike = isinstance(other, Figure) == isinstance(feature, Figure)
            if alike and apart < (_BASE if isinstance(feature, Figure) else _BASE / 2):
                hint = f"the other is at {scenario.at('layout', 'features', number, 'at')}"
                message = f"{apart:.0f} mm from another {feature.shape}"
                yield scenario.finding(message, *here, hint=hint)
                break
        others.append((index, feature))
        if isinstance(feature, Figure) and (style := _solid_at(layout, (x, y))):
            yield scenario.finding(f"the figure is inside a {style}", *here)


def _solid_at(layout: Layout, place: tuple[float, float]) -> str | None:
    """The style of the wall or cliff at a place, if there is one."""
    areas = [area for area in layout.features if isinstance(area, Area) and area.style in _SOLID]
    found = (area for area in areas if any(p.distance(place) <= 0 for p in pieces_of(layout, area)))
    return next((area.style for area in found), None)
