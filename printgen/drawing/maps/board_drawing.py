"""Draw a board on a scene: ground, lines, shades, names and units, in one language."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.analysis.maps.board import Board, PlacedUnit, is_true
from printgen.drawing.maps import lines
from printgen.drawing.maps.context import MapContext, stop_point
from printgen.drawing.maps.ground import Drawn, draw_ground
from printgen.drawing.maps.hatching import draw_shade
from printgen.drawing.maps.map_names import draw_coordinates, draw_name, number_places
from printgen.drawing.maps.markers import draw_corner_marker, draw_marker
from printgen.drawing.maps.place_names import (
    corner_markers,
    name_places,
    names_size,
    under_names,
    under_units,
)
from printgen.drawing.maps.scene import Commands, Scene
from printgen.drawing.maps.shade_results import shade_result
from printgen.drawing.maps.sizes import LEAST_LINE, LEAST_TYPE
from printgen.drawing.maps.units import UnitSymbol, draw_arrow, draw_unit
from printgen.drawing.maps.visible import visible_rectangle
from printgen.drawing.maps.zones import draw_zone
from printgen.geometry.hex_grid import Point
from printgen.geometry.hexes import Hex
from printgen.problems import Position

# Smallest hex (mm from flat to flat) whose coordinates are legible.
MIN_NUMBERED_HEX = 6.5

# The greatest height of a number as a share of the side of its hex.
NUMBER_SHARE = 0.38


# Hexside features that lead over others.
CROSSINGS = ("bridge", "ford")


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
    # Names are over the frame, which they may cross between two hexes.
    frame = scene.layer("frame")
    frame.shape(outline, stroke="ink", width=3.2 * context.hairline)
    _draw_names(scene, context, outline)
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
    board, layer = context.board, scene.layer("zones", outline)
    for zone, hexes in zip(board.entry.value.zones, board.zones, strict=True):
        number = context.side_number(zone.side) if zone.side else None
        draw_zone(layer, context.geometry, hexes, number, context.hairline)


def _draw_names(scene: Scene, context: MapContext, outline: Commands) -> None:
    """Coordinates, markers and place names."""
    board, geometry, entry = context.board, context.geometry, context.board.entry
    size = max(LEAST_TYPE, min(context.look.figures.size, NUMBER_SHARE * geometry.side))
    names = dict[Hex, str]()
    if entry.value.coordinates != "none" and geometry.flats >= MIN_NUMBERED_HEX:
        names = {hex: board.names.of(hex) for hex in board.ground}
    numbers = number_places(geometry, names, size, visible_rectangle(board, geometry))
    for hex in under_units(context, numbers) if numbers else ():
        del numbers[hex]
    places = name_places(context, numbers, size)
    for hex in set(under_names(context, numbers, size, places)):
        del numbers[hex]
    draw_coordinates(scene.layer("coordinates", outline), numbers, names, size)
    layer = scene.layer("names")
    taken = {unit.at for unit in board.units}
    for number, marker in enumerate(entry.value.markers):
        hex, source = board.names.hex(marker.at), entry.at("markers", number)
        if hex not in taken:
            at = geometry.middle(hex)
            draw_marker(layer, at, marker.mark, geometry.side, context.hairline, source)
    size = names_size(context)
    for number, (label, at) in enumerate(zip(entry.value.labels, places, strict=True)):
        source = entry.at("labels", number, "text")
        draw_name(layer, at, label, context.words(label.text), size, source)


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
