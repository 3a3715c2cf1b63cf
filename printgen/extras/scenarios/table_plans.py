"""Table plans: the geometry of their features, lines of fire, and the checks of them."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, radians, sin

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.scenario import Scenario
from printgen.content.models.table_plan import (
    AnyFeature,
    Area,
    Between,
    Circle,
    Distance,
    Edge,
    End,
    Figure,
    Fire,
    Layout,
    Line,
    Rectangle,
    Token,
)
from printgen.extras.scenarios.sightlines import (
    Box,
    Disc,
    Obstacle,
    Piece,
    Point,
    Sight,
    line_of_sight,
    thick_line,
)
from printgen.problems import Position, did_you_mean, shorten
from printgen.rules.check import Findings, check
from printgen.rules.sentences import lengths


def layout_fault(library: Library, entry: Entry[Scenario]) -> tuple[str, str]:
    """Message and hint for a scenario without a table plan; empty for others."""
    return ("", "") if entry.value.layout else ("the scenario has no table plan (`layout`)", "")


def marked(layout: Layout) -> dict[str, list[Point]]:
    """The positions of tokens by mark."""
    found: dict[str, list[Point]] = {}
    for feature in layout.features:
        if isinstance(feature, Token) and feature.mark:
            found.setdefault(feature.mark, []).append((feature.at[0], feature.at[1]))
    return found


def place_of(layout: Layout, end: End) -> Point:
    """The position of the end of a line. Its mark must exist: checks have validated it."""
    if isinstance(end, str):
        return marked(layout)[end][0]
    return end[0], end[1]


def pieces_of(layout: Layout, area: Area) -> tuple[Piece, ...]:
    """The shape of an area of the plan."""
    if isinstance(area, Rectangle):
        middle, size = (area.at[0], area.at[1]), (area.size[0], area.size[1])
        return (Box(middle, size, area.turn),)
    if isinstance(area, Circle):
        return (Disc((area.at[0], area.at[1]), area.radius),)
    if isinstance(area, Line):
        return thick_line([(x, y) for x, y in area.points], area.width_in(layout.unit))
    wide, high, deep = layout.width, layout.height, area.depth
    middle, size = {
        "north": ((wide / 2, deep / 2), (wide, deep)),
        "south": ((wide / 2, high - deep / 2), (wide, deep)),
        "west": ((deep / 2, high / 2), (deep, high)),
        "east": ((wide - deep / 2, high / 2), (deep, high)),
    }[area.side]
    return (Box(middle, size),)


def line_of_fire(layout: Layout, fire: Fire) -> Sight:
    """The line of sight of a line of fire, past the areas that give cover or block."""
    obstacles = [
        Obstacle(pieces_of(layout, feature), feature.cover)
        for feature in layout.features
        if isinstance(feature, Area) and feature.cover
    ]
    start, end = place_of(layout, fire.start), place_of(layout, fire.to)
    return line_of_sight(start, end, obstacles, fire.over or 0)


# --- checks of table plans ------------------------------------------------------------------------


# The least part of an area that is on the table: half of it, give or take rounding.
_LEAST_PART = 0.499

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
    """The features of a table plan have their centre on the table, and at least half of themselves;
    they are not larger than it.
    """
    for scenario, layout, index, feature in _layouts(content):
        wide, high = layout.width, layout.height
        here = ("layout", "features", index)
        for path, at, side in _distances(feature, wide, high):
            if not 0 <= at <= side:
                message = f"outside the table of {wide:g} x {high:g} {layout.unit}"
                yield scenario.finding(message, *here, *path)
        for path, measure, side in _measures(feature, wide, high):
            if measure > side:
                yield scenario.finding("larger than the table", *here, *path)
        if isinstance(feature, Rectangle | Circle) and _mostly_outside(layout, feature):
            message = f"most of it is outside the table of {wide:g} x {high:g} {layout.unit}"
            yield scenario.finding(message, *here, "at")


def _mostly_outside(layout: Layout, feature: Rectangle | Circle) -> bool:
    """Whether an area with its centre on the table is cut by more than half of its extent."""
    part, sides = 1.0, (layout.width, layout.height)
    for at, size, side in zip(feature.at, _extent(feature), sides, strict=True):
        if not 0 <= at <= side or size > max(sides):
            return False
        part *= (min(at + size / 2, side) - max(at - size / 2, 0)) / size
    return part < _LEAST_PART


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
    elif isinstance(feature, Line) and feature.width:
        yield ("width",), feature.width, longer
    elif isinstance(feature, Edge):
        yield ("depth",), feature.depth, high if feature.side in ("north", "south") else wide
    elif isinstance(feature, Figure) and feature.arc:
        yield ("arc", "reach"), feature.arc.reach, hypot(wide, high)
    elif isinstance(feature, Fire) and feature.over:
        yield ("over",), feature.over, longer


@check("layout-edge", "warning")
def layout_edge(content: GameContent, library: Library) -> Findings:
    """Buildings, walls and objectives of a table plan are on the table as a whole, up to a tenth of
    their length and width (a warning). Woods, waters and roads may go on beyond it.
    """
    for scenario, layout, index, feature in _layouts(content):
        if not isinstance(feature, Rectangle | Circle) or feature.style not in _BUILT:
            continue
        sizes = zip(_extent(feature), (layout.width, layout.height), strict=True)
        for axis, (at, (size, side)) in enumerate(zip(feature.at, sizes, strict=True)):
            beyond = max(size / 2 - at, at + size / 2 - side)
            if 0 <= at <= side and beyond > size / 10 and not _mostly_outside(layout, feature):
                message = f"the {feature.style} is {beyond:.3g} {layout.unit} beyond the edge"
                yield scenario.finding(message, "layout", "features", index, "at", axis)


def _extent(feature: Rectangle | Circle) -> tuple[float, float]:
    """How far an area reaches from left to right and from far to near."""
    if isinstance(feature, Circle):
        return 2 * feature.radius, 2 * feature.radius
    turn, (long, deep) = radians(feature.turn), feature.size
    across, down = abs(cos(turn)), abs(sin(turn))
    return long * across + deep * down, long * down + deep * across


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
                    hint = f"change one of the marks, or write a point; see {_last(scenario, end)}"
                yield scenario.finding(message, *here, key, hint=hint)
        if sound and place_of(layout, feature.start) == place_of(layout, feature.to):
            what = "distance" if isinstance(feature, Distance) else "line of fire"
            yield scenario.finding(f"the {what} has length 0", *here, "to")


def _last(scenario: Entry[Scenario], mark: str) -> Position:
    """The place of the last feature with a mark."""
    layout = scenario.value.layout
    features = enumerate(layout.features if layout else ())
    found = [n for n, token in features if isinstance(token, Token) and token.mark == mark]
    return scenario.at("layout", "features", found[-1], "mark")


# The least distance of the centres of two miniatures, in mm: most bases are 25 mm wide.
_BASE = 20.0

_MM = {"in": 25.4, "cm": 10.0}

# Where no miniature stands.
_SOLID = ("wall", "cliff")

# What is on the table as a whole; woods and waters may go on beyond it.
_BUILT = ("building", "wall", "objective")


@check("layout-overlap", "warning")
def layout_overlap(content: GameContent, library: Library) -> Findings:
    """A miniature on a table plan stands neither on another one nor in a wall or a cliff, a marker
    not on another marker, and a building not in the place of another one (a warning).
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
    yield from _buildings_in_one_place(content)


def _buildings_in_one_place(content: GameContent) -> Findings:
    """Buildings of about the same size whose centres are closer than a quarter of their size."""
    earlier: dict[str, list[tuple[int, Rectangle | Circle]]] = {}
    for scenario, _, index, feature in _layouts(content):
        if not isinstance(feature, Rectangle | Circle) or feature.style != "building":
            continue
        others = earlier.setdefault(scenario.id, [])
        for number, other in others:
            sizes = [*zip(_extent(feature), _extent(other), strict=True)]
            near = [abs(a - b) for a, b in zip(feature.at, other.at, strict=True)]
            if all(
                away < min(pair) / 4 and max(pair) < 1.6 * min(pair)
                for away, pair in zip(near, sizes, strict=True)
            ):
                hint = f"the other is at {scenario.at('layout', 'features', number, 'at')}"
                path = ("layout", "features", index, "at")
                yield scenario.finding("the building is on another one", *path, hint=hint)
                break
        others.append((index, feature))


def _solid_at(layout: Layout, place: tuple[float, float]) -> str | None:
    """The style of the wall or cliff at a place, if there is one."""
    areas = [area for area in layout.features if isinstance(area, Area) and area.style in _SOLID]
    found = (area for area in areas if any(p.distance(place) <= 0 for p in pieces_of(layout, area)))
    return next((area.style for area in found), None)


@check("layout-mark", "warning")
def layout_mark(content: GameContent, library: Library) -> Findings:
    """Markers and miniatures of a table plan with the same mark have the same style, and the same
    label if they have one (a warning).
    """
    first: dict[tuple[str, str], tuple[int, Token]] = {}
    for scenario, _, index, feature in _layouts(content):
        if isinstance(feature, Token) and feature.mark:
            number, other = first.setdefault((scenario.id, feature.mark), (index, feature))
            one, another = feature.label, other.label
            if feature.style != other.style or (one and another and one.differs(another)):
                message = f"another {other.shape} has the mark '{feature.mark}'"
                hint = f"see {scenario.at('layout', 'features', number, 'mark')}"
                yield scenario.finding(message, "layout", "features", index, "mark", hint=hint)


@check("layout-distance", "warning")
def layout_distance(content: GameContent, library: Library) -> Findings:
    """A length in the label of a distance is the length on the table plan, give or take a tenth (a
    warning).
    """
    for scenario, layout, index, feature in _layouts(content):
        if not isinstance(feature, Distance) or feature.label is None:
            continue
        here: tuple[str | int, ...] = ("layout", "features", index, "label")
        known = marked(layout)
        if any(isinstance(end, str) and end not in known for end in (feature.start, feature.to)):
            continue
        (x, y), (z, w) = place_of(layout, feature.start), place_of(layout, feature.to)
        measured = hypot(x - z, y - w) * _MM[layout.unit]
        for lang, words in feature.label.items():
            found = lengths(words, lang or content.first_language)
            if len(found) == 1 and abs(found[0].mm - measured) > measured / 10:
                length = f"{measured / _MM[layout.unit]:.3g} {layout.unit}"
                message = f"the distance on the plan is {length}, not '{shorten(words)}'"
                language = (lang,) if lang else ()
                yield scenario.finding(message, *here, *language)
                break


CHECKS = (layout_outside, layout_edge, layout_line, layout_overlap, layout_mark, layout_distance)
