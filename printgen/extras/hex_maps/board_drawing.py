"""The board of a map as a scene: ground, grid, roads, rivers, hexsides, units and names, in this
order.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from math import hypot

from printgen.extras.hex_maps.boards import Board, PlacedUnit, is_true
from printgen.extras.hex_maps.context import (
    LEAST_LINE,
    LEAST_TYPE,
    WAY_WIDTHS,
    MapContext,
    is_sparse,
    stop_point,
)
from printgen.extras.hex_maps.ground import (
    Drawn,
    draw_ground,
    draw_zone,
    shade_result,
    visible_rectangle,
)
from printgen.extras.hex_maps.hexes import Geometry, Hex, Point, Side
from printgen.extras.hex_maps.model import Path as MapPath
from printgen.extras.hex_maps.palette import draw_shade
from printgen.extras.hex_maps.place_names import (
    corner_markers,
    name_places,
    name_size,
    names_size,
    number_places,
    under_names,
)
from printgen.extras.hex_maps.scene import (
    Command,
    Commands,
    Layer,
    Scene,
    Shape,
    TextItem,
    Use,
    circle,
    curve,
    polyline,
)
from printgen.extras.hex_maps.units import (
    UnitSymbol,
    draw_arrow,
    draw_corner_marker,
    draw_marker,
    draw_unit,
    unit_reach,
)
from printgen.problems import Position

# --- lines on a map: the grid, roads and rivers, and hexside features -----------------------------


def draw_grid(scene: Scene, geometry: Geometry, hexes: Collection[Hex], width: float) -> None:
    """Draw each hexside once.

    A hex draws three of its sides; its neighbours, or the border, draw the others. Complete rows
    (columns of pointy-top hexes) are instances of one form.
    """
    layer = scene.layer("grid")
    edges: list[Command] = []
    for hex in hexes:
        for side in (3, 4, 5):
            if hex.next(side) not in hexes:
                edges += polyline(geometry.hexside(hex, side))
    layer.shape(edges, stroke="grid", width=width)

    def own_sides(hex: Hex) -> list[Command]:
        corners = geometry.corners(hex)
        return polyline([corners[5], *corners[:3]])

    def cells(strip: int) -> list[Hex]:
        numbers = range(1, across + 1)
        grid = geometry.grid
        return [grid.hex(n, strip) if flat else grid.hex(strip, n) for n in numbers]

    flat = geometry.grid.orientation == "flat-top"
    strips = geometry.grid.rows if flat else geometry.grid.columns
    across = geometry.grid.columns if flat else geometry.grid.rows
    path = [command for hex in cells(1) for command in own_sides(hex)]
    scene.forms["strip"] = [Shape(tuple(path), stroke="grid", width=width)]
    dx, dy = geometry.spacing
    rest: list[Command] = []
    for strip in range(1, strips + 1):
        row = cells(strip)
        if all(hex in hexes for hex in row):
            x, y = (0.0, dy * (strip - 1)) if flat else (dx * (strip - 1), 0.0)
            layer.items.append(Use("strip", x, y))
        else:
            for hex in row:
                if hex in hexes:
                    rest += own_sides(hex)
    if rest:
        layer.shape(rest, stroke="grid", width=width)


# --- roads and rivers ------------------------------------------------------------------------

# The paths that are water.
_RIVERS = ("river", "stream")

# How far the banks and the surface of a river reach into the sea, in sides of a hex from the
# hexside: the surface covers the ends of the banks, and the shore between them.
_MOUTH = (0.0, 0.34)


def draw_path(
    layers: tuple[Layer, Layer],
    style: str,
    points: list[Point],
    side: float,
    hairline: float,
    surface: list[Point] | None = None,
) -> None:
    """Draw a road or a river: its banks on the lower layer, its surface on the upper one, so that
    paths join where they meet. `surface` has the points of its surface, if they differ.
    """
    below, above = layers
    width, way = WAY_WIDTHS[style] * side, tuple(curve(surface or points))
    if style == "track":
        above.shape(way, stroke="ink", width=2.2 * hairline, dash=(0.22 * side, 0.11 * side))
        return
    water = style in _RIVERS
    below.shape(curve(points), stroke="water-ink" if water else "ink", width=width)
    above.shape(
        way, stroke="water" if water else "road", width=max(width - 3.2 * hairline, 0.5 * width)
    )


# --- hexsides --------------------------------------------------------------------------------


def draw_hexsides(
    layer: Layer, style: str, sides: Sequence[Side], geometry: Geometry, hairline: float
) -> None:
    """Draw a feature on hexsides; it faces outward from the hex of each side."""
    if style in _RIVERS:
        for chain in _chains(sides, geometry):
            wide = WAY_WIDTHS[style] * geometry.side
            layer.shape(curve(chain), stroke="water-ink", width=wide)
            layer.shape(curve(chain), stroke="water", width=max(wide - 2.4 * hairline, 0.5 * wide))
        return
    for hex, side in sides:
        # Sides are clockwise, so the outside is on the left.
        draw_side(layer, style, geometry.hexside(hex, side), geometry.side, hairline)


def draw_side(
    layer: Layer, style: str, ends: tuple[Point, Point], side: float, hairline: float
) -> None:
    """Draw a feature other than water between two points; the outside is on the left."""
    if style in ("bridge", "ford"):
        _crossing(layer, style, ends, side, hairline)
    else:
        layer.items += _FEATURES[style](*ends, side, hairline)


def _chains(sides: Sequence[Side], geometry: Geometry) -> list[list[Point]]:
    """Join sides, in any order, into lines through their ends."""
    ends: dict[tuple[int, int], list[int]] = {}
    # A side that is named a second time, from its other hex, counts once.
    once: dict[frozenset[Hex], Side] = {}
    for hex, side in sides:
        once.setdefault(frozenset((hex, hex.next(side))), (hex, side))
    segments = [geometry.hexside(hex, side) for hex, side in once.values()]
    for number, segment in enumerate(segments):
        for point in segment:
            ends.setdefault(_key(point), []).append(number)
    left = dict.fromkeys(range(len(segments)))
    # Lines start at free ends and forks; the remaining sides form rings.
    starts = [n for n in left if any(len(ends[_key(point)]) != 2 for point in segments[n])]
    chains: list[list[Point]] = []
    for number in (*starts, *range(len(segments))):
        if number not in left:
            continue
        del left[number]
        one, two = segments[number]
        chain = [one, two] if len(ends[_key(one)]) != 2 else [two, one]
        if len(ends[_key(chain[0])]) == 2:
            chain = [one, two]
        while len(meet := ends[_key(chain[-1])]) == 2:
            after = next((n for n in meet if n in left), None)
            if after is None:
                break
            del left[after]
            a, b = segments[after]
            chain.append(b if _key(a) == _key(chain[-1]) else a)
        chains.append(chain)
    return chains


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 1000), round(point[1] * 1000)


def _points(start: Point, end: Point, count: int) -> Iterator[tuple[Point, Point]]:
    """Evenly spaced points, each with the unit vector to the left (outside)."""
    far = hypot(end[0] - start[0], end[1] - start[1])
    left = (end[1] - start[1]) / far, -(end[0] - start[0]) / far
    for n in range(count):
        part = (n + 0.5) / count
        yield (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part), left


def _aside(start: Point, end: Point, by: float) -> list[Point]:
    """The line moved outward by `by` mm."""
    (_, left), *_ = _points(start, end, 1)
    return [(x + left[0] * by, y + left[1] * by) for x, y in (start, end)]


def _wall(start: Point, end: Point, side: float, hairline: float) -> Iterator[Shape]:
    yield Shape(tuple(polyline([start, end])), stroke="ink", width=0.13 * side)
    yield Shape(tuple(polyline([start, end])), stroke="stone", width=0.13 * side - 2.2 * hairline)
    joints: list[Command] = []
    for (x, y), left in _points(start, end, 7):
        d = 0.05 * side
        joints += polyline([(x - left[0] * d, y - left[1] * d), (x + left[0] * d, y + left[1] * d)])
    yield Shape(tuple(joints), stroke="ink", width=hairline)


def _ditch(start: Point, end: Point, side: float, hairline: float) -> Iterator[Shape]:
    lines = polyline(_aside(start, end, 0.05 * side)) + polyline(_aside(start, end, -0.05 * side))
    yield Shape(tuple(polyline([start, end])), stroke="ditch", width=0.12 * side)
    yield Shape(tuple(lines), stroke="ink", width=1.6 * hairline)
    ticks: list[Command] = []
    for (x, y), left in _points(start, end, 9):
        a, b = 0.05 * side, 0.15 * side
        ticks += polyline([(x + left[0] * a, y + left[1] * a), (x + left[0] * b, y + left[1] * b)])
    yield Shape(tuple(ticks), stroke="ink", width=hairline)


def _rampart(start: Point, end: Point, side: float, hairline: float) -> Iterator[Shape]:
    teeth: list[Command] = []
    inner = _aside(start, end, -0.11 * side)
    for (x, y), left in _points(inner[0], inner[1], 6):
        along, d = (-left[1], left[0]), 0.06 * side
        teeth += polyline(
            [
                (x + along[0] * d, y + along[1] * d),
                (x + left[0] * 0.13 * side, y + left[1] * 0.13 * side),
                (x - along[0] * d, y - along[1] * d),
            ],
            True,
        )
    yield Shape(tuple(teeth), fill="ink")
    yield Shape(tuple(polyline(inner)), stroke="ink", width=2.6 * hairline)


def _cliff(start: Point, end: Point, side: float, hairline: float) -> Iterator[Shape]:
    chance = random.Random(f"{start[0]:.1f} {start[1]:.1f}")  # noqa: S311 - of a drawing
    strokes: list[Command] = []
    for (x, y), left in _points(start, end, 14):
        d = side * chance.uniform(0.1, 0.24)
        strokes += polyline([(x, y), (x + left[0] * d, y + left[1] * d)])
    yield Shape(tuple(strokes), stroke="ink", width=1.2 * hairline)
    yield Shape(tuple(polyline([start, end])), stroke="ink", width=2.6 * hairline)


def _hedge(start: Point, end: Point, side: float, hairline: float) -> Iterator[Shape]:
    bushes: list[Command] = []
    for (x, y), _ in _points(start, end, 8):
        bushes += circle(x, y, 0.07 * side)
    yield Shape(tuple(bushes), fill="leaf", stroke="ink", width=hairline)


_FEATURES = {
    "wall": _wall,
    "ditch": _ditch,
    "rampart": _rampart,
    "cliff": _cliff,
    "hedge": _hedge,
}


def _crossing(
    layer: Layer, style: str, ends: tuple[Point, Point], side: float, hairline: float
) -> None:
    """Draw a bridge or the stones of a ford across the middle of a side."""
    ((x, y), left), *_ = _points(*ends, 1)
    if style == "ford":
        for n in range(-3, 4):
            at = 0.09 * side * n
            layer.shape(circle(x + left[0] * at, y + left[1] * at, 0.035 * side), "ink")
        return

    def spot(out: float, along: float) -> Point:
        """A point outward and along from the middle, in sides of a hex."""
        u, v = out * side, along * side
        return x + left[0] * u - left[1] * v, y + left[1] * u + left[0] * v

    deck = [spot(a, b) for a, b in ((0.3, 0.12), (0.3, -0.12), (-0.3, -0.12), (-0.3, 0.12))]
    layer.shape(polyline(deck, True), fill="road")
    for edge in (0.12, -0.12):
        rail = [spot(0.4, edge * 1.7), spot(0.3, edge), spot(-0.3, edge), spot(-0.4, edge * 1.7)]
        layer.shape(polyline(rail), stroke="ink", width=2.4 * hairline)
    planks: list[Command] = []
    for n in range(-3, 4):
        planks += polyline([spot(0.09 * n, 0.1), spot(0.09 * n, -0.1)])
    layer.shape(planks, stroke="ink", width=0.8 * hairline)


# --- draw a board on a scene: ground, lines, shades, names and units, in one language -------------


# Smallest hex (mm from flat to flat) whose coordinates are legible.
MIN_NUMBERED_HEX = 6.5

# The greatest height of a number as a share of the side of its hex.
NUMBER_SHARE = 0.38


# The widths of frames, in fine lines of the map.
FRAME = {"line": 3.2, "double": 9.0, "heavy": 8.0}


# Hexside features that lead over others.
CROSSINGS = ("bridge", "ford")


def draw_board(scene: Scene, context: MapContext, outline: Commands) -> None:
    """Draw the map. The origin of the scene is that of the grid."""
    board, geometry = context.board, context.geometry
    ground: dict[Hex, Drawn] = {}
    for hex, name in board.ground.items():
        terrain = board.content.game.terrains[name]
        ground[hex] = terrain.draw, f"fill-{name}" if terrain.fill else terrain.draw
    # The corners of areas are round: open ground is between them.
    scene.layer("base", outline).shape(outline, fill="plain")
    draw_ground(scene, geometry, ground, context.hairline, outline)
    _draw_lines(scene, context, outline)
    _draw_shades(scene, context, outline)
    grid_line = max(context.look.grid_line * context.hairline / context.look.pen, LEAST_LINE)
    draw_grid(scene, geometry, board.ground, grid_line)
    scene.layers[-1].clip = outline
    layer = scene.layer("zones", outline)
    for zone, hexes in zip(board.entry.value.zones, board.zones, strict=True):
        number = context.side_number(zone.side) if zone.side else None
        draw_zone(layer, geometry, hexes, number, context.hairline)
    # Names are over the frame, which they may cross between two hexes.
    frame, width = scene.layer("frame"), FRAME[context.look.frame] * context.hairline
    frame.shape(outline, stroke="ink", width=width)
    if context.look.frame == "double":
        frame.shape(outline, stroke="halo", width=width / 3)
    _draw_names(scene, context, outline)
    _draw_units(scene, context)


def _draw_lines(scene: Scene, context: MapContext, outline: Commands) -> None:
    board, geometry, hairline = context.board, context.geometry, context.hairline
    # Roads are over rivers.
    for water in (True, False):
        layers = scene.layer("banks", outline), scene.layer("ways", outline)
        for path in board.entry.value.paths:
            if (path.style in _RIVERS) == water:
                banks, surface = (_path_points(context, path, reach) for reach in _MOUTH)
                draw_path(layers, path.style, banks, geometry.side, hairline, surface)
    sides = scene.layer("hexsides", outline)
    # Crossings are drawn over rivers.
    for feature in sorted(board.entry.value.hexsides, key=lambda one: one.style in CROSSINGS):
        named = [found for text in feature.sides for found in board.names.sides(text)]
        draw_hexsides(sides, feature.style, named, geometry, hairline)


def _path_points(context: MapContext, path: MapPath, reach: float) -> list[Point]:
    """The points of a road or a river. A river that begins or ends in the middle of a hex of water
    stops `reach` sides of a hex behind the shore.
    """
    board, geometry = context.board, context.geometry
    points = [stop_point(board, geometry, stop) for stop in path.through]
    if path.style not in _RIVERS:
        return points
    for end, inner in ((0, 1), (-1, -2)):
        stop = path.through[end]
        hex = None if "/" in stop else board.names.hex(stop)
        if hex not in board.ground or board.terrain(hex).draw != "water":
            continue
        (x0, y0), (x1, y1) = points[end], points[inner]
        far = hypot(x1 - x0, y1 - y0)
        # The shore is half a hex from the middle.
        share = min(1.0, max(0.0, geometry.flats / 2 - reach * geometry.side) / far)
        points[end] = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
    return points


def _draw_shades(scene: Scene, context: MapContext, outline: Commands) -> None:
    # Shades are directly above the ground, below its symbols.
    layer = scene.layer("shades", outline)
    names = [other.name for other in scene.layers]
    scene.layers.insert(names.index("areas") + 1, scene.layers.pop())
    board = context.board
    # Only the first shade of a hex tints it; coloured ground keeps its colour.
    bare = {hex for hex in board.ground if board.terrain(hex).draw == "plain"}
    for number, shade in enumerate(board.entry.value.shades):
        for rank, hexes in enumerate(shade_result(board, shade).ranks):
            hatch = (number, rank)
            draw_shade(scene, layer, context.geometry, hexes, hatch, context.hairline, bare)
            bare -= set(hexes)


def _is_numbered(context: MapContext, hex: Hex) -> bool:
    """Whether a hex has its number: all have, but on a sparse figure those of the first row and the
    first column alone.
    """
    return not is_sparse(context) or 1 in context.board.grid.place(hex)


def _draw_names(scene: Scene, context: MapContext, outline: Commands) -> None:
    """Coordinates, markers and place names."""
    board, geometry, entry = context.board, context.geometry, context.board.entry
    size = max(LEAST_TYPE, min(context.look.figures.size, NUMBER_SHARE * geometry.side))
    names, covered = dict[Hex, str](), set[Hex]()
    if entry.value.coordinates != "none" and geometry.flats >= MIN_NUMBERED_HEX:
        names = {hex: board.names.of(hex) for hex in board.ground if _is_numbered(context, hex)}
    numbers = number_places(geometry, names, size, visible_rectangle(board, geometry))
    for placed in board.units if numbers else ():
        if placed.at not in numbers:
            continue
        # A unit covers its number. The numbers around it tell where it is.
        rise = geometry.middle(placed.at)[1] - numbers[placed.at][1]
        if rise < unit_reach(placed.facing) * geometry.side:
            covered.add(placed.at)
    for hex in covered:
        del numbers[hex]
    places = name_places(context, numbers, size)
    for hex in set(under_names(context, numbers, size, places)):
        del numbers[hex]
    layer = scene.layer("coordinates", outline)
    for hex, (x, y) in numbers.items():
        layer.items.append(
            TextItem(x, y, names[hex], "figures", size, tone="grid-ink", halo=0.2 * size)
        )
    layer = scene.layer("names")
    taken = {unit.at for unit in board.units}
    for number, marker in enumerate(entry.value.markers):
        hex, source = board.names.hex(marker.at), entry.at("markers", number)
        if hex not in taken:
            at = geometry.middle(hex)
            draw_marker(layer, at, marker.mark, geometry.side, context.hairline, source)
    for number, (label, (x, y)) in enumerate(zip(entry.value.labels, places, strict=True)):
        high = name_size(names_size(context), label)
        layer.items.append(
            TextItem(
                x,
                y + 0.35 * high,
                context.words(label.text),
                "names",
                high,
                turn=label.turn,
                halo=0.16 * high,
                spread=label.spread * 0.3 * high,
                source=entry.at("labels", number, "text"),
            )
        )


def _draw_units(scene: Scene, context: MapContext) -> None:
    layer, geometry = scene.layer("units"), context.geometry
    for shade in context.board.entry.value.shades:
        found = shade_result(context.board, shade)
        for way in found.ways:
            points = [geometry.middle(hex) for hex in way]
            draw_arrow(layer, points, geometry.side, context.hairline)
        for unit, hex in found.ghosts:
            symbol = unit_symbol(context, unit, geometry.middle(hex), ghost=True)
            draw_unit(layer, symbol, geometry.side, context.hairline)
    for unit in context.board.units:
        symbol = unit_symbol(context, unit, geometry.middle(unit.at))
        draw_unit(layer, symbol, geometry.side, context.hairline)
    for at, mark, source in corner_markers(context):
        draw_corner_marker(layer, at, mark, geometry.side, context.hairline, source)


def unit_symbol(
    context: MapContext, placed: PlacedUnit, at: Point, ghost: bool = False
) -> UnitSymbol:
    """The symbol of a unit at a point."""
    board, unit = context.board, placed.unit
    return UnitSymbol(
        at[0],
        at[1],
        unit_sign(board, placed),
        placed.facing,
        context.side_number(unit.side),
        "" if ghost else unit.mark or "",
        placed.leads and not ghost,
        ghost,
        disordered=unit.disordered and not ghost,
        source=board.entry.at("units", placed.index, "mark"),
    )


def unit_sign(board: Board, placed: PlacedUnit) -> str:
    """The sign of a unit: the game's first sign whose condition holds."""
    signs = board.rules.signs if board.rules else []
    return next((sign.sign for sign in signs if is_true(sign.when, placed.facts)), "")


def unit_name_source(board: Board, placed: PlacedUnit) -> Position:
    """Where the name of a unit is written: on the map, or in its profile."""
    if placed.unit.name:
        return board.entry.at("units", placed.index, "name")
    return placed.profile.at("name")
