"""Draw a board on a scene: ground, lines, shades, names and units, in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from printgen.analysis.maps.board import Board, PlacedUnit, is_true
from printgen.content.library import GameContent, Library
from printgen.content.models.hexmap import Label
from printgen.content.models.text import Text
from printgen.content.models.theme import MapTheme
from printgen.drawing.maps import lines
from printgen.drawing.maps.ground import Drawn, draw_ground
from printgen.drawing.maps.hatching import draw_shade
from printgen.drawing.maps.label_places import free_places
from printgen.drawing.maps.map_names import draw_coordinates, draw_name, name_size, number_places
from printgen.drawing.maps.markers import (
    corner_place,
    corner_reach,
    draw_corner_marker,
    draw_marker,
)
from printgen.drawing.maps.parts import Box
from printgen.drawing.maps.scene import Commands, Scene
from printgen.drawing.maps.shade_results import shade_result
from printgen.drawing.maps.sizes import FINEST, LEAST_LINE, LEAST_TYPE
from printgen.drawing.maps.units import (
    UnitSymbol,
    draw_arrow,
    draw_unit,
    mark_place,
    unit_reach,
)
from printgen.drawing.maps.visible import visible_rectangle
from printgen.drawing.maps.zones import draw_zone, zone_side
from printgen.geometry.hex_grid import Geometry, Point
from printgen.geometry.hexes import Hex
from printgen.problems import Position
from printgen.typography.measure import text_width
from printgen.typography.text import plain_words, say

# Smallest hex (mm from flat to flat) whose coordinates are legible.
MIN_NUMBERED_HEX = 6.5

# The greatest height of a number as a share of the side of its hex.
NUMBER_SHARE = 0.38


# Hexside features that lead over others.
CROSSINGS = ("bridge", "ford")


@dataclass(frozen=True)
class MapContext:
    """What every part of a map drawing needs. `legend_scale` is 1 for a map at true size and
    smaller for a figure.
    """

    library: Library
    board: Board
    geometry: Geometry
    look: MapTheme
    lang: str
    legend_scale: float = 1.0

    @property
    def content(self) -> GameContent:
        """The game of the map."""
        return self.board.content

    @property
    def hairline(self) -> float:
        """The width (mm) of a fine line: finer on small hexes."""
        fine = self.look.pen * min(1.25, max(0.55, self.geometry.side / 15))
        return max(fine, LEAST_LINE / FINEST)

    def words(self, text: Text | None) -> str:
        """A text as plain words in the language of the drawing."""
        return plain_words(say(text, self.lang, self.content)) if text else ""

    def side_number(self, side: str | None) -> int:
        """The number of a side's colours; 0 for none."""
        order = list(self.board.entry.value.sides)
        return order.index(side) % len(self.look.sides) if side in order else 0


def draw_board(scene: Scene, context: MapContext, outline: Commands) -> None:
    """Draw the map. The origin of the scene is that of the grid."""
    board, geometry = context.board, context.geometry
    draw_ground(scene, geometry, dict(_ground(board)), context.hairline, outline)
    _draw_lines(scene, context, outline)
    _draw_shades(scene, context, outline)
    grid_line = max(context.look.grid_line * context.hairline / context.look.pen, LEAST_LINE)
    lines.draw_grid(scene, geometry, board.ground, grid_line)
    scene.layers[-1].clip = outline
    _draw_zones(scene, context, outline)
    _draw_names(scene, context, outline)
    frame = scene.layer("frame")
    frame.shape(outline, stroke="ink", width=3.2 * context.hairline)
    _draw_units(scene, context)


def _ground(board: Board) -> Iterator[tuple[Hex, Drawn]]:
    terrains = board.content.game.terrains
    for hex, name in board.ground.items():
        terrain = terrains[name]
        yield hex, (terrain.draw, f"fill-{name}" if terrain.fill else terrain.draw)


def _draw_lines(scene: Scene, context: MapContext, outline: Commands) -> None:
    board, geometry, hairline = context.board, context.geometry, context.hairline
    below, above = scene.layer("banks", outline), scene.layer("ways", outline)
    sides = scene.layer("hexsides", outline)
    for path in board.entry.value.paths:
        points = [stop_point(board, geometry, stop) for stop in path.through]
        lines.draw_path((below, above), path.style, points, geometry.side, hairline)
    # Crossings are drawn over rivers.
    for feature in sorted(board.entry.value.hexsides, key=lambda one: one.style in CROSSINGS):
        named = [found for text in feature.sides for found in board.names.sides(text)]
        lines.draw_hexsides(sides, feature.style, named, geometry, hairline)


def stop_point(board: Board, geometry: Geometry, stop: str) -> Point:
    """The position of a stop: the middle of a hex or of a hexside, or a corner."""
    name, _, hour = stop.partition("/")
    hex = board.names.hex(name)
    return geometry.at_hour(hex, int(hour)) if hour else geometry.middle(hex)


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


def _draw_zones(scene: Scene, context: MapContext, outline: Commands) -> None:
    board, value = context.board, context.board.entry.value
    layer = scene.layer("zones", outline)
    for zone, hexes in zip(value.zones, board.zones, strict=True):
        number = zone_side(list(value.sides), zone.side)
        draw_zone(layer, context.geometry, hexes, number, context.hairline)


def _draw_names(scene: Scene, context: MapContext, outline: Commands) -> None:
    """Coordinates, markers and place names."""
    board, geometry, entry = context.board, context.geometry, context.board.entry
    size = max(LEAST_TYPE, min(context.look.figures.size, NUMBER_SHARE * geometry.side))
    places = _name_places(context)
    if entry.value.coordinates != "none" and geometry.flats >= MIN_NUMBERED_HEX:
        names = {hex: board.names.of(hex) for hex in board.ground}
        numbers = number_places(geometry, names, size, visible_rectangle(board, geometry))
        for hex in set(_covered(context, numbers, places)):
            del numbers[hex]
        draw_coordinates(scene.layer("coordinates", outline), numbers, names, size)
    layer = scene.layer("names")
    taken = {unit.at for unit in board.units}
    for number, marker in enumerate(entry.value.markers):
        hex, source = board.names.hex(marker.at), entry.at("markers", number)
        if hex not in taken:
            at = geometry.middle(hex)
            draw_marker(layer, at, marker.mark, geometry.side, context.hairline, source)
    size = _names_size(context)
    for number, (label, at) in enumerate(zip(entry.value.labels, places, strict=True)):
        source = entry.at("labels", number, "text")
        draw_name(layer, at, label, context.words(label.text), size, source)


def _names_size(context: MapContext) -> float:
    """The size (mm) of medium place names."""
    return max(LEAST_TYPE, min(context.look.names.size, 0.42 * context.geometry.side))


def _name_extent(context: MapContext, label: Label) -> tuple[float, float]:
    """The width of a place name, and the size of its type (mm)."""
    high, words = name_size(_names_size(context), label), context.words(label.text)
    wide = text_width(words, context.look.names, high)
    return wide + label.spread * 0.3 * high * len(words), high


def _name_places(context: MapContext) -> list[Point]:
    """The middles of the place names. Those that are not turned avoid units and their marks."""
    board, geometry = context.board, context.geometry
    labels = board.entry.value.labels
    points = [stop_point(board, geometry, label.at) for label in labels]
    straight = [number for number, label in enumerate(labels) if not label.turn]
    units = [box for placed in board.units for box in _unit_boxes(context, placed)]
    for (x, y), mark, _ in _corner_markers(context):
        r = corner_reach(mark, geometry.side)
        units.append(Box(x - r, y - r, x + r, y + r))
    names = [(points[number], *_name_extent(context, labels[number])) for number in straight]
    free = free_places(names, units, geometry.side)
    for number, point in zip(straight, free, strict=True):
        points[number] = point
    return points


def _corner_markers(context: MapContext) -> Iterator[tuple[Point, str, Position]]:
    """The markers in hexes with units: the middle of each, its mark, and where it is written."""
    board, geometry = context.board, context.geometry
    facing = {unit.at: unit.facing for unit in board.units}
    for number, marker in enumerate(board.entry.value.markers):
        hex = board.names.hex(marker.at)
        if hex in facing:
            at = corner_place(geometry.middle(hex), marker.mark, facing[hex], geometry.side)
            yield at, marker.mark, board.entry.at("markers", number)


def _unit_boxes(context: MapContext, placed: PlacedUnit) -> Iterator[Box]:
    """The boxes of a unit's block and of its mark."""
    (x, y), side = context.geometry.middle(placed.at), context.geometry.side
    wide, high = 0.56 * side, unit_reach(placed.facing) * side
    yield Box(x - wide, y - high, x + wide, y + high)
    if placed.unit.mark:
        down, size = mark_place(placed.facing, side)
        half = 0.3 * size * len(placed.unit.mark)
        yield Box(x - half, y + down - 0.74 * size, x + half, y + down)


def _covered(
    context: MapContext, numbers: Mapping[Hex, Point], places: Sequence[Point]
) -> Iterator[Hex]:
    """The hexes whose numbers, at these points, units or place names would cover. `places` are the
    middles of the names. The numbers around them tell where they are.
    """
    board, geometry = context.board, context.geometry
    for placed in board.units:
        rise = geometry.middle(placed.at)[1] - numbers[placed.at][1]
        if rise < unit_reach(placed.facing) * geometry.side:
            yield placed.at
    for label, (x, y) in zip(board.entry.value.labels, places, strict=True):
        wide, high = _name_extent(context, label)
        for hex in board.ground if not label.turn else ():
            across, down = numbers[hex][0] - x, numbers[hex][1] - y
            # Half a number, which is four figures wide, and half a name.
            if abs(across) < wide / 2 + 0.2 * geometry.side and abs(down) < 0.75 * high:
                yield hex


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
    for at, mark, source in _corner_markers(context):
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
