"""A board as a drawing: ground, lines and marks, in one language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.maps.board import Board, PlacedUnit, is_true
from printgen.content.library import GameContent, Library
from printgen.content.models import Text
from printgen.content.theme import MapTheme
from printgen.drawing.maps import lines
from printgen.drawing.maps.ground import Drawn, draw_ground
from printgen.drawing.maps.hatching import draw_shade
from printgen.drawing.maps.map_names import NAME_SIZES, draw_coordinates
from printgen.drawing.maps.markers import draw_marker
from printgen.drawing.maps.regions import outlines
from printgen.drawing.maps.scene import Command, Commands, Scene, TextItem, polyline
from printgen.drawing.maps.shade_results import shade_result
from printgen.drawing.maps.units import UnitSymbol, draw_arrow, draw_unit
from printgen.drawing.maps.zones import draw_zone, zone_side
from printgen.geometry.hex_grid import Geometry, Point
from printgen.geometry.hexes import Hex
from printgen.typography.text import plain_words, say

# Below this size (mm) of a hex from flat to flat, coordinates can no longer be read.
MIN_NUMBERED_HEX = 7.0


@dataclass(frozen=True)
class MapContext:
    """What all parts of a drawing need: the board, where its hexes are, words, widths."""

    library: Library
    board: Board
    geometry: Geometry
    look: MapTheme
    lang: str
    # The legend of a figure is smaller than that of a map at true size.
    legend_scale: float = 1.0

    @property
    def content(self) -> GameContent:
        """The game of the map."""
        return self.board.content

    @property
    def width(self) -> float:
        """A fine line (mm): finer on small hexes."""
        return self.look.pen * min(1.25, max(0.55, self.geometry.side / 15))

    def words(self, text: Text | None) -> str:
        """A text as it is printed, without marks of emphasis."""
        return plain_words(say(text, self.lang, self.content)) if text else ""


def visible_area(board: Board, geometry: Geometry) -> tuple[Point, Point, Commands]:
    """The left top corner and the size (mm) of what is shown, and its outline.

    With half hexes at the borders it is the rectangle that hexes fill without a gap.
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
        return corner, size, tuple(polyline([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], True))
    path: list[Command] = []
    for loop in outlines(board.ground, geometry):
        path += polyline(loop, True)
    return (0.0, 0.0), geometry.size(), tuple(path)


def draw_board(scene: Scene, context: MapContext, outline: Commands) -> None:
    """Draw the map on a scene whose origin is that of the grid."""
    board, geometry = context.board, context.geometry
    draw_ground(scene, geometry, dict(_drawn(board)), context.width, outline)
    _draw_lines(scene, context, outline)
    _draw_shades(scene, context, outline)
    lines.draw_grid(
        scene, geometry, board.ground, context.look.grid_line * context.width / context.look.pen
    )
    scene.layers[-1].clip = outline
    _draw_marks(scene, context, outline)
    frame = scene.layer("frame")
    frame.shape(outline, stroke="ink", width=3.2 * context.width)
    _draw_units(scene, context)


def _drawn(board: Board) -> Iterator[tuple[Hex, Drawn]]:
    terrains = board.content.game.terrains
    for hex, name in board.ground.items():
        terrain = terrains[name]
        yield hex, (terrain.draw, f"fill-{name}" if terrain.fill else terrain.draw)


def _draw_lines(scene: Scene, context: MapContext, outline: Commands) -> None:
    value, side = context.board.entry.value, context.geometry.side
    below, above = scene.layer("banks", outline), scene.layer("ways", outline)
    sides = scene.layer("hexsides", outline)
    for path in value.paths:
        points = [stop_point(context.board, context.geometry, stop) for stop in path.through]
        lines.draw_path((below, above), path.style, points, side, context.width)
    # What crosses a river lies on it.
    crossing = ("bridge", "ford")
    for feature in sorted(value.hexsides, key=lambda feature: feature.style in crossing):
        named = [found for text in feature.sides for found in context.board.names.sides(text)]
        lines.draw_hexsides(sides, feature.style, named, context.geometry, context.width)


def stop_point(board: Board, geometry: Geometry, stop: str) -> Point:
    """Where a stop lies: the middle of a hex, of a side, or a corner."""
    name, _, hour = stop.partition("/")
    hex = board.names.hex(name)
    return geometry.at_hour(hex, int(hour)) if hour else geometry.middle(hex)


# --- marks -----------------------------------------------------------------------------------


def _draw_shades(scene: Scene, context: MapContext, outline: Commands) -> None:
    # Shades lie on the ground, below what stands on it.
    layer = scene.layer("shades", outline)
    names = [other.name for other in scene.layers]
    scene.layers.insert(names.index("areas") + 1, scene.layers.pop())
    board = context.board
    # Of several shades on a hex the first one tints it; ground that has a colour keeps it.
    bare = {hex for hex in board.ground if board.terrain(hex).draw == "plain"}
    for number, shade in enumerate(board.entry.value.shades):
        for rank, hexes in enumerate(shade_result(board, shade).ranks):
            hatch = (number, rank)
            draw_shade(scene, layer, context.geometry, hexes, hatch, context.width, bare)
            bare -= set(hexes)


def _draw_marks(scene: Scene, context: MapContext, outline: Commands) -> None:
    board, geometry, value = context.board, context.geometry, context.board.entry.value
    zones = scene.layer("zones", outline)
    for zone, there in zip(value.zones, board.zones, strict=True):
        draw_zone(zones, geometry, there, zone_side(list(value.sides), zone.side), context.width)
    size = min(context.look.figures.size, 0.2 * geometry.side)
    if value.coordinates != "none" and geometry.flats >= MIN_NUMBERED_HEX:
        names = {hex: board.names.of(hex) for hex in board.ground}
        draw_coordinates(scene.layer("coordinates", outline), geometry, names, size)
    layer = scene.layer("names")
    for marker in value.markers:
        x, y = geometry.middle(board.names.hex(marker.at))
        draw_marker(layer, x, y, marker.mark, geometry.side, context.width)
    for label in value.labels:
        x, y = stop_point(board, geometry, label.at)
        high = min(context.look.names.size, 0.42 * geometry.side) * NAME_SIZES[label.size]
        words = TextItem(
            x,
            y + 0.35 * high,
            context.words(label.text),
            "names",
            high,
            turn=label.turn,
            halo=0.16 * high,
            spread=label.spread * 0.3 * high,
        )
        layer.items.append(words)


def _draw_units(scene: Scene, context: MapContext) -> None:
    layer, geometry = scene.layer("units"), context.geometry
    for shade in context.board.entry.value.shades:
        found = shade_result(context.board, shade)
        for way in found.ways:
            points = [geometry.middle(hex) for hex in way]
            draw_arrow(layer, points, geometry.side, context.width)
        for unit, hex in found.ghosts:
            token = _token(context, unit, geometry.middle(hex), ghost=True)
            draw_unit(layer, token, geometry.side, context.width)
    for unit in context.board.units:
        token = _token(context, unit, geometry.middle(unit.at))
        draw_unit(layer, token, geometry.side, context.width)


def _token(context: MapContext, placed: PlacedUnit, at: Point, ghost: bool = False) -> UnitSymbol:
    board = context.board
    order = list(board.entry.value.sides)
    side = order.index(placed.unit.side) if placed.unit.side in order else 0
    return UnitSymbol(
        at[0],
        at[1],
        unit_sign(board, placed),
        placed.facing,
        side % len(context.look.sides),
        "" if ghost else placed.unit.mark or "",
        board.leads(placed) and not ghost,
        ghost,
    )


def unit_sign(board: Board, placed: PlacedUnit) -> str:
    """The sign of a unit: the first of the game's that holds."""
    signs = board.rules.signs if board.rules else []
    return next((sign.sign for sign in signs if is_true(sign.when, placed.facts)), "")
