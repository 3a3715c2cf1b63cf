"""The ground of a map: terrain, groups of hexes, zones, shade, and which hexes a map shows."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from math import atan2, degrees, hypot

from printgen.extras.hex_maps import moves as hex_moves
from printgen.extras.hex_maps.boards import Board, PlacedUnit
from printgen.extras.hex_maps.context import Box
from printgen.extras.hex_maps.hexes import Geometry, Hex, Point, neighbours
from printgen.extras.hex_maps.model import Shade
from printgen.extras.hex_maps.moves import unit_ranges
from printgen.extras.hex_maps.scene import (
    Command,
    Commands,
    Layer,
    Scene,
    Shape,
    Use,
    polyline,
    smooth_loop,
    unit_vector,
)
from printgen.extras.hex_maps.units import VARIANTS, symbols

# --- outlines of groups of hexes, whole or cut by a rectangle -------------------------------------


# A hex and the number of one of its corners.
Corner = tuple[Hex, int]

# Points this close to the edge of a rectangle are inside (mm).
_TOLERANCE = 1e-6


def outlines(hexes: Collection[Hex], geometry: Geometry) -> list[list[Point]]:
    """The closed outlines of hexes as lists of corners. The inside is on the right."""
    return [
        [geometry.corners(hex)[corner] for hex, corner in loop] for loop in _corner_loops(hexes)
    ]


def cut_by_rectangle(loop: list[Point], corner: Point, size: Point) -> list[Point]:
    """The part of a closed outline inside a rectangle with this upper left corner and this size
    (Sutherland and Hodgman, 1974); empty for none.
    """
    for axis in (0, 1):
        for sign, limit in ((1, corner[axis]), (-1, corner[axis] + size[axis])):
            inside = [sign * (point[axis] - limit) >= -_TOLERANCE for point in loop]
            kept: list[Point] = []
            for n, point in enumerate(loop):
                if inside[n] != inside[n - 1]:
                    kept.append(_crossing(loop[n - 1], point, axis, limit))
                if inside[n]:
                    kept.append(point)
            loop = kept
    return loop


def _crossing(one: Point, other: Point, axis: int, limit: float) -> Point:
    """Where the way between two points has the coordinate `limit` on an axis."""
    share = (limit - one[axis]) / (other[axis] - one[axis])
    x, y = (a + share * (b - a) for a, b in zip(one, other, strict=True))
    return x, y


def _corner_loops(hexes: Collection[Hex]) -> list[list[Corner]]:
    """The outlines as chains of corners. Three hexes meet at a corner, so one side of an outline
    leads to it and one away.
    """
    inside = set(hexes)
    after: dict[Corner, Corner] = {}
    for hex in hexes:
        for side in range(6):
            if hex.next(side) not in inside:
                after[_canonical(hex, side - 1)] = _canonical(hex, side)
    found = []
    while after:
        start, at = after.popitem()
        loop = [start]
        while at != start:
            loop.append(at)
            at = after.pop(at)
        found.append(loop)
    return found


def _canonical(hex: Hex, corner: int) -> Corner:
    """The one name of a corner that three hexes share: even corners become 0, odd ones 1."""
    corner %= 6
    # Corner n of a hex is corner n + 2 of its neighbour n, and n + 4 of its neighbour n + 1.
    while corner > 1:
        hex, corner = (hex.next(corner), (corner + 2) % 6)
    return hex, corner


# --- the ground of a map: areas with soft edges, hachures on slopes, and terrain symbols ----------


@dataclass(frozen=True, slots=True)
class AreaEdge:
    """The edge of an area: a line (`width` in hairlines), or hachures inside."""

    width: float = 0.0
    dash: tuple[float, ...] = ()
    tone: str = "ink"
    hachures: float = 0.0  # their length in sides of a hex


# Edges by kind of ground, from bottom to top.
AREA_EDGES: dict[str, AreaEdge] = {
    "plain": AreaEdge(),
    "sand": AreaEdge(0.8, (0.3, 0.9), "grass-ink"),
    "field": AreaEdge(0.8, (1.6, 0.9), "grass-ink"),
    "vineyard": AreaEdge(0.8, (1.6, 0.9), "grass-ink"),
    "marsh": AreaEdge(0.9, (0.9, 0.9), "water-ink"),
    "water": AreaEdge(2.0, (), "water-ink"),
    "hill": AreaEdge(0.0, (), "ink", 0.42),
    "wood": AreaEdge(1.1, (), "ink"),
    "pines": AreaEdge(1.1, (), "ink"),
    "rocks": AreaEdge(0.0, (), "ink", 0.3),
    "village": AreaEdge(0.8, (1.2, 0.8), "ink"),
}

# Maximum displacement of corners, in sides of a hex.
JITTER = 0.13

# Number of hachure variants.
SLOPES = 4


# The kind of ground of a hex, and its tone.
Drawn = tuple[str, str]


def draw_ground(
    scene: Scene, geometry: Geometry, ground: Mapping[Hex, Drawn], hairline: float, clip: Commands
) -> None:
    """Draw the ground of each hex; `hairline` is in mm."""
    grouped: dict[Drawn, list[Hex]] = {}
    for hex, drawn in ground.items():
        grouped.setdefault(drawn, []).append(hex)
    order = list(AREA_EDGES)
    areas, slopes = scene.layer("areas", clip), scene.layer("slopes", clip)
    for drawn in sorted(grouped, key=lambda drawn: (order.index(drawn[0]), drawn[1])):
        _area(scene, (areas, slopes), drawn, grouped[drawn], ground, geometry, hairline)
    layer = scene.layer("symbols", clip)
    _draw_symbols(scene, layer, geometry, ground, hairline)


def _area(
    scene: Scene,
    layers: tuple[Layer, Layer],
    drawn: Drawn,
    hexes: Collection[Hex],
    ground: Mapping[Hex, Drawn],
    geometry: Geometry,
    hairline: float,
) -> None:
    """Draw one kind of ground. At the border of the map it continues outside and is clipped."""
    areas, slopes = layers
    beyond = {near for hex in hexes for near in neighbours(hex) if near not in ground}
    kind, tone = drawn
    edge: AreaEdge = AREA_EDGES[kind]
    path: list[Command] = []
    for loop in outlines({*hexes, *beyond}, geometry):
        soft = [_moved(point, geometry.side) for point in loop]
        path += smooth_loop(soft)
        if edge.hachures:
            slopes.items += _slope(scene, kind, soft, geometry.side, hairline)
    dash = tuple(part * geometry.side / 15 for part in edge.dash)
    stroke = edge.tone if edge.width else ""
    areas.shape(path, fill=tone, stroke=stroke, width=hairline * edge.width, dash=dash)


def _slope(
    scene: Scene, kind: str, loop: list[Point], side: float, hairline: float
) -> Iterator[Use]:
    """Hachures along an outline: one variant for each of its segments."""
    names = [f"slope-{kind}-{variant}" for variant in range(SLOPES)]
    if names[0] not in scene.forms:
        length, apart = side * AREA_EDGES[kind].hachures, 3.4 * hairline + side / 60
        for name in names:
            strokes = _hachures(name, side, length, apart)
            scene.forms[name] = [
                Shape(tuple(strokes), stroke=AREA_EDGES[kind].tone, width=hairline)
            ]
    for number, ((x1, y1), (x2, y2)) in enumerate(zip(loop, [*loop[1:], loop[0]], strict=True)):
        far = hypot(x2 - x1, y2 - y1) or 1.0
        # Centred on the segment, which is nearly as long as a hexside.
        start = (far - side) / 2 / far
        turn = degrees(atan2(y2 - y1, x2 - x1))
        x, y = x1 + (x2 - x1) * start, y1 + (y2 - y1) * start
        yield Use(names[(number * 7 + round(x + y)) % SLOPES], x, y, turn)


def _moved(point: Point, side: float) -> Point:
    """A displaced corner; deterministic, so that adjacent areas agree."""
    chance = random.Random(f"{point[0] / side:.2f} {point[1] / side:.2f}")  # noqa: S311 - of a drawing
    far = JITTER * side
    return point[0] + chance.uniform(-far, far), point[1] + chance.uniform(-far, far)


def _hachures(seed: str, side: float, length: float, apart: float) -> list[Command]:
    """Strokes downward from a horizontal line; the inside is below it."""
    found: list[Command] = []
    chance = random.Random(seed)  # noqa: S311 - of a drawing
    count = max(1, round(side / apart))
    start = length * 0.16
    for n in range(count):
        x = (n + chance.uniform(0.25, 0.75)) / count * side
        long = length * chance.uniform(0.45, 1.0) * (1.0 if n % 2 else 0.7)
        lean = chance.uniform(-0.12, 0.12)
        found += [("M", x, start), ("L", x - long * lean, start + long)]
    return found


def _draw_symbols(
    scene: Scene, layer: Layer, geometry: Geometry, ground: Mapping[Hex, Drawn], hairline: float
) -> None:
    """Draw the symbols from back to front."""
    known: dict[str, int] = {}
    for kind in dict.fromkeys(kind for kind, _ in ground.values()):
        drawn = symbols(kind, geometry.side, hairline)
        known[kind] = len(drawn)
        for variant, shapes in enumerate(drawn):
            scene.forms[f"{kind}{variant}"] = shapes
    placed = []
    for hex, (kind, _) in ground.items():
        # A variant that usually differs from those of neighbours.
        mixed = (hex.q * 73_856_093) ^ (hex.r * 19_349_663)
        variant = (mixed ^ mixed >> 7) % VARIANTS
        # Only some hexes have grass.
        if known[kind] and (kind != "plain" or variant in (1, 3)):
            x, y = geometry.middle(hex)
            placed.append((y, x, f"{kind}{variant}"))
    layer.items += [Use(form, x, y) for y, x, form in sorted(placed)]


# --------------------------------------------------------------------------------------------------
# The visible area of a map: all of its hexes, or a rectangle that cuts those at its edges.


def visible_area(board: Board, geometry: Geometry) -> tuple[Point, Point, Commands]:
    """The top left corner, the size (mm) and the outline of the visible area.

    With half hexes at the borders it is the largest rectangle without gaps.
    """
    if board.entry.value.borders == "half" and min(board.grid.columns, board.grid.rows) > 1:
        dx, dy = geometry.spacing
        if board.grid.orientation == "flat-top":
            corner = geometry.side, dy / 2
            size = dx * (board.grid.columns - 1), dy * (board.grid.rows - 0.5)
        else:
            corner = dx / 2, geometry.side
            size = dx * (board.grid.columns - 0.5), dy * (board.grid.rows - 1)
        (x, y), (w, h) = corner, size
        loops: list[list[Point]] = [[(x, y), (x + w, y), (x + w, y + h), (x, y + h)]]
        if len(board.ground) < len(board.grid):
            # Without the hexes that the map lacks.
            whole = outlines(board.ground, geometry)
            loops = [cut for loop in whole if (cut := cut_by_rectangle(loop, corner, size))]
        return corner, size, tuple(command for loop in loops for command in polyline(loop, True))
    path: list[Command] = []
    for loop in outlines(board.ground, geometry):
        path += polyline(loop, True)
    return (0.0, 0.0), geometry.size(), tuple(path)


def visible_rectangle(board: Board, geometry: Geometry) -> Box | None:
    """The visible rectangle of a map with half hexes."""
    if board.entry.value.borders == "whole":
        return None
    (x, y), (w, h), _ = visible_area(board, geometry)
    return Box(x, y, x + w, y + h)


# --- borders of zones -----------------------------------------------------------------------------


# Dash patterns of zone borders by the number of their side, in sides of a hex.
_DASHES = ((0.3, 0.14), (0.02, 0.13), (0.3, 0.12, 0.02, 0.12))


# How far inside its hexes a border is, in sides of a hex.
_INSIDE = 0.09


def draw_zone(
    layer: Layer,
    geometry: Geometry,
    hexes: Collection[Hex],
    number: int | None,
    hairline: float,
    dashes: float = 1.0,
) -> None:
    """Draw the border of a zone, just inside it, in the colour and the dash pattern of side
    `number`; a zone of no side has the accent colour. With larger `dashes`, the border is further
    inside.
    """
    side = geometry.side
    for loop in outlines(hexes, geometry):
        inner = [_inset(loop, n, _INSIDE * dashes * side) for n in range(len(loop))]
        dash = tuple(part * dashes * side for part in _DASHES[(number or 0) % len(_DASHES)])
        tone = "accent" if number is None else f"line{number}"
        layer.shape(polyline(inner, True), stroke=tone, width=4.0 * hairline, dash=dash)


def _inset(loop: list[Point], number: int, distance: float) -> Point:
    """A corner of an outline moved inward by `distance` mm: to the right of its direction."""
    (x0, y0), (x1, y1), (x2, y2) = loop[number - 1], loop[number], loop[(number + 1) % len(loop)]
    one, two = unit_vector(x1 - x0, y1 - y0), unit_vector(x2 - x1, y2 - y1)
    # The direction changes by 60 degrees at each corner.
    nx, ny = -one[1] - two[1], one[0] + two[0]
    far = (nx * nx + ny * ny) or 1.0
    return x1 + 2 * nx / far * distance, y1 + 2 * ny / far * distance


# --- results of shade rules -----------------------------------------------------------------------


@dataclass
class ShadeResult:
    """The result of a shade. Each rank is a list of hexes with equal shading, such as those at
    distance 1 and 2; `ways` are paths of hexes, and `ghosts` units with the hexes they reach.
    """

    ranks: list[list[Hex]] = field(default_factory=list)
    ways: list[list[Hex]] = field(default_factory=list)
    ghosts: list[tuple[PlacedUnit, Hex]] = field(default_factory=list)


def shade_result(board: Board, shade: Shade) -> ShadeResult:
    """The result of a valid shade, computed once per board."""
    key = "shade", id(shade)
    if key not in board.memo:
        board.memo[key] = _compute(board, shade)
    found: ShadeResult = board.memo[key]
    return found


def _compute(board: Board, shade: Shade) -> ShadeResult:
    """The result of a valid shade by its rule."""
    units = [unit for unit in map(board.unit, shade.units) if unit is not None]
    match shade.rule:
        case "front" | "flanks" | "rear" as which:
            beside = (
                hex
                for unit in units
                for hex in hex_moves.adjacent_hexes(
                    board, unit, getattr(hex_moves.sides_of(board, unit), which)
                )
            )
            return ShadeResult([list(dict.fromkeys(beside))])
        case "shot":
            points = unit_ranges(board, shade, units)
            ranks: list[list[Hex]] = [[] for _ in range(max(points))]
            for unit, reach in zip(units, points, strict=True):
                for hex, far in hex_moves.field_of_fire(board, unit, reach).items():
                    ranks[far - 1].append(hex)
            return ShadeResult(ranks)
        case "seen":
            seen, ranged = dict[Hex, None](), dict[Hex, None]()
            for unit, reach in zip(units, unit_ranges(board, shade, units), strict=True):
                sight = hex_moves.visible_hexes(board, unit, reach)
                near = hex_moves.field_of_fire(board, unit, reach)
                ranged |= dict.fromkeys(near)
                seen |= dict.fromkeys(hex for hex in near if hex in sight)
            return ShadeResult([list(seen), [hex for hex in ranged if hex not in seen]])
        case "enemies" | "friends":
            enemies, friends = hex_moves.adjacent_units(board, units[0])
            return ShadeResult([enemies if shade.rule == "enemies" else friends])
        case "control":
            zones = hex_moves.zones_of_control(board, units)
            free = {hex: many for hex, many in zones.items() if hex not in board.standing}
            once = [hex for hex, many in free.items() if many == 1]
            return ShadeResult([once, [hex for hex, many in free.items() if many > 1]])
        case "moves":
            reached = dict[Hex, None]()
            for unit, reach in zip(units, unit_ranges(board, shade, units), strict=True):
                reached |= dict.fromkeys(hex_moves.reachable_hexes(board, unit, reach))
            return ShadeResult([list(reached)])
        case "group":
            points = unit_ranges(board, shade, units)
            if not shade.to:
                return ShadeResult([sorted(hex_moves.group_destinations(board, units, points))])
            ways = hex_moves.step_group(board, units, shade.to, points)
            ends = [(unit, ways[unit.unit.mark or ""][-1]) for unit in units]
            return ShadeResult([[hex for _, hex in ends]], list(ways.values()), ends)
        case "command":
            within = hex_moves.command_range(board, units[0]) - {units[0].at}
            return ShadeResult([sorted(within)])
    # Of a recoil, the attacker; of a pursuit, its target.
    other = board.unit(shade.by or "")
    assert other is not None
    if shade.rule == "pursuit":
        return ShadeResult([[other.at]], [[units[0].at, other.at]])
    recoils = hex_moves.recoil_hexes(board, units[0], other, shade.points or 1)
    return ShadeResult([sorted(rank) for rank in recoils])
