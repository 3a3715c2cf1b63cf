"""A board as a drawing: ground, lines and marks, in one language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.maps.board import Board, Placed, holds
from printgen.content.library import GameContent, Library
from printgen.content.models import Text
from printgen.content.theme import MapLook
from printgen.drawing.maps import lines
from printgen.drawing.maps import map_symbols as marks
from printgen.drawing.maps.ground import Drawn, draw_ground
from printgen.drawing.maps.regions import outlines
from printgen.drawing.maps.scene import Command, Commands, Scene, Words, polyline
from printgen.drawing.maps.shades import shown
from printgen.geometry.hex_grid import Geometry, Point
from printgen.geometry.hexes import Hex
from printgen.typography.text import plain_words, say

# Below this size (mm) of a hex from flat to flat, coordinates can no longer be read.
LEAST_NAMED = 7.0


@dataclass(frozen=True)
class Pen:
    """What all parts of a drawing need: the board, where its hexes are, words, widths."""

    library: Library
    board: Board
    geometry: Geometry
    look: MapLook
    lang: str
    # The legend of a figure is smaller than that of a map at true size.
    small: float = 1.0

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


def field_of(board: Board, geometry: Geometry) -> tuple[Point, Point, Commands]:
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


def draw_board(scene: Scene, pen: Pen, outline: Commands) -> None:
    """Draw the map on a scene whose origin is that of the grid."""
    board, geometry = pen.board, pen.geometry
    draw_ground(scene, geometry, dict(_drawn(board)), pen.width, outline)
    _draw_lines(scene, pen, outline)
    _draw_shades(scene, pen, outline)
    lines.draw_grid(scene, geometry, board.ground, pen.look.grid_line * pen.width / pen.look.pen)
    scene.layers[-1].clip = outline
    _draw_marks(scene, pen, outline)
    frame = scene.layer("frame")
    frame.shape(outline, stroke="ink", width=3.2 * pen.width)
    _draw_units(scene, pen)


def _drawn(board: Board) -> Iterator[tuple[Hex, Drawn]]:
    terrains = board.content.game.terrains
    for hex, name in board.ground.items():
        terrain = terrains[name]
        yield hex, (terrain.draw, f"fill-{name}" if terrain.fill else terrain.draw)


def _draw_lines(scene: Scene, pen: Pen, outline: Commands) -> None:
    value, side = pen.board.entry.value, pen.geometry.side
    below, above = scene.layer("banks", outline), scene.layer("ways", outline)
    sides = scene.layer("hexsides", outline)
    for path in value.paths:
        points = [stop_of(pen.board, pen.geometry, stop) for stop in path.through]
        lines.draw_path((below, above), path.style, points, side, pen.width)
    # What crosses a river lies on it.
    crossing = ("bridge", "ford")
    for feature in sorted(value.hexsides, key=lambda feature: feature.style in crossing):
        named = [found for text in feature.sides for found in pen.board.names.sides(text)]
        lines.draw_hexsides(sides, feature.style, named, pen.geometry, pen.width)


def stop_of(board: Board, geometry: Geometry, stop: str) -> Point:
    """Where a stop lies: the middle of a hex, of a side, or a corner."""
    name, _, hour = stop.partition("/")
    hex = board.names.hex(name)
    return geometry.at_hour(hex, int(hour)) if hour else geometry.middle(hex)


# --- marks -----------------------------------------------------------------------------------


def _draw_shades(scene: Scene, pen: Pen, outline: Commands) -> None:
    # Shades lie on the ground, below what stands on it.
    layer = scene.layer("shades", outline)
    names = [other.name for other in scene.layers]
    scene.layers.insert(names.index("areas") + 1, scene.layers.pop())
    board = pen.board
    # Of several shades on a hex the first one tints it; ground that has a colour keeps it.
    bare = {hex for hex in board.ground if board.terrain(hex).draw == "plain"}
    for number, shade in enumerate(board.entry.value.shades):
        for rank, hexes in enumerate(shown(board, shade).ranks):
            hatch = (number, rank)
            marks.draw_shade(scene, layer, pen.geometry, hexes, hatch, pen.width, bare)
            bare -= set(hexes)


def _draw_marks(scene: Scene, pen: Pen, outline: Commands) -> None:
    board, geometry, value = pen.board, pen.geometry, pen.board.entry.value
    zones = scene.layer("zones", outline)
    for zone, there in zip(value.zones, board.zones, strict=True):
        marks.draw_zone(
            zones, geometry, there, marks.zone_side(list(value.sides), zone.side), pen.width
        )
    size = min(pen.look.figures.size, 0.2 * geometry.side)
    if value.coordinates != "none" and geometry.flats >= LEAST_NAMED:
        names = {hex: board.names.of(hex) for hex in board.ground}
        marks.draw_coordinates(scene.layer("coordinates", outline), geometry, names, size)
    layer = scene.layer("names")
    for marker in value.markers:
        x, y = geometry.middle(board.names.hex(marker.at))
        marks.draw_marker(layer, x, y, marker.mark, geometry.side, pen.width)
    for label in value.labels:
        x, y = stop_of(board, geometry, label.at)
        high = min(pen.look.names.size, 0.42 * geometry.side) * marks.NAME_SIZES[label.size]
        words = Words(
            x,
            y + 0.35 * high,
            pen.words(label.text),
            "names",
            high,
            turn=label.turn,
            halo=0.16 * high,
            spread=label.spread * 0.3 * high,
        )
        layer.items.append(words)


def _draw_units(scene: Scene, pen: Pen) -> None:
    layer, geometry = scene.layer("units"), pen.geometry
    for shade in pen.board.entry.value.shades:
        found = shown(pen.board, shade)
        for way in found.ways:
            points = [geometry.middle(hex) for hex in way]
            marks.draw_arrow(layer, points, geometry.side, pen.width)
        for unit, hex in found.ghosts:
            token = _token(pen, unit, geometry.middle(hex), ghost=True)
            marks.draw_token(layer, token, geometry.side, pen.width)
    for unit in pen.board.units:
        token = _token(pen, unit, geometry.middle(unit.at))
        marks.draw_token(layer, token, geometry.side, pen.width)


def _token(pen: Pen, placed: Placed, at: Point, ghost: bool = False) -> marks.Token:
    board = pen.board
    order = list(board.entry.value.sides)
    side = order.index(placed.unit.side) if placed.unit.side in order else 0
    return marks.Token(
        at[0],
        at[1],
        sign_of(board, placed),
        placed.facing,
        side % len(pen.look.sides),
        "" if ghost else placed.unit.mark or "",
        board.leads(placed) and not ghost,
        ghost,
    )


def sign_of(board: Board, placed: Placed) -> str:
    """The sign of a unit: the first of the game's that holds."""
    signs = board.rules.signs if board.rules else []
    return next((sign.sign for sign in signs if holds(sign.when, placed.facts)), "")
