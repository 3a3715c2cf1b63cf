"""Hex maps as drawings: a page at true size with title and legend, or a figure of limited size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from printgen.content.library import Entry, Library
from printgen.content.models.theme import Typeface
from printgen.extras.hex_maps.board_drawing import FRAME, draw_board
from printgen.extras.hex_maps.boards import board_of, without_units
from printgen.extras.hex_maps.context import MapContext
from printgen.extras.hex_maps.ground import visible_area
from printgen.extras.hex_maps.hexes import SQRT3, Point
from printgen.extras.hex_maps.legend import (
    MARGIN,
    draw_legend,
    draw_title,
    legend_height,
    scale_width,
    title_height,
)
from printgen.extras.hex_maps.model import HexMap
from printgen.extras.hex_maps.palette import map_palette
from printgen.extras.hex_maps.scene import Scene
from printgen.extras.hex_maps.theme import MapTheme, map_theme_file, read_map_theme, texture_file
from printgen.paper import Size
from printgen.typography.measure import in_fonts

# Minimum width (mm) between the margins, for title and legend.
MIN_WIDTH = 110.0


@dataclass(frozen=True)
class FigureBounds:
    """Limits of a figure in mm: its width, its height with the legend, and its hexes from flat to
    flat (None: those of chapters in its theme). `legend` is the size of the legend as a share of
    that at true size.
    """

    width: float
    height: float
    hexes: float | None
    legend: float = 0.6


@dataclass(frozen=True)
class MapDrawing:
    """A map as a scene, with its faces, its palette and the texture of its paper.

    `map_height` (mm) is the height of a figure without its legend, `hexes` (mm) the size of its
    hexes from flat to flat, `aside` (mm) the room on each side of the map.
    """

    scene: Scene
    faces: Mapping[str, Typeface]
    palette: Mapping[str, str]
    texture: Path | None = None
    map_height: float = 0.0
    hexes: float = 0.0
    aside: float = 0.0


def draw_map(
    library: Library, entry: Entry[HexMap], lang: str, ink: str, units: bool = True
) -> MapDrawing:
    """A map at true size, with margins, title and legend. Without `units`, it shows neither units
    nor shades.

    Raises PlacementError when words are wider than the map.
    """
    context, look, path = _context(library, entry, lang, None)
    context = context if units else replace(context, board=without_units(context.board))
    _, (wide, high), outline = visible_area(context.board, context.geometry)
    room, head = _room(context, wide), title_height(context, _room(context, wide))
    size = _page_size(context)
    scene = Scene(size.width, size.height)
    scene.origin = map_origin(context)
    draw_board(scene, context, outline)
    draw_title(scene, context, room)
    draw_legend(scene, context, room, (MARGIN, MARGIN + head + high))
    texture = texture_file(library.folders, path, look) if path and ink == "full" else None
    return MapDrawing(scene, _faces(look), map_palette(look, context.content, ink), texture)


def map_size(library: Library, entry: Entry[HexMap], lang: str, units: bool) -> Size:
    """The size of the page of a map. Raises PlacementError when words are wider than the map."""
    context, _, _ = _context(library, entry, lang, None)
    return _page_size(context if units else replace(context, board=without_units(context.board)))


def _page_size(context: MapContext) -> Size:
    _, (wide, high), _ = visible_area(context.board, context.geometry)
    room = _room(context, wide)
    head, foot = title_height(context, room), legend_height(context, room)
    return Size(room + 2 * MARGIN, high + head + foot + 2 * MARGIN)


def _room(context: MapContext, wide: float) -> float:
    """The width (mm) between the margins: a map may be narrower than its title and legend."""
    return max(wide, MIN_WIDTH, scale_width(context))


def map_origin(context: MapContext) -> Point:
    """The origin of the grid on the page of a map, in mm from the top left corner."""
    (left, top), (wide, _), _ = visible_area(context.board, context.geometry)
    room = _room(context, wide)
    return MARGIN + (room - wide) / 2 - left, MARGIN + title_height(context, room) - top


def draw_figure(
    library: Library,
    entry: Entry[HexMap],
    lang: str,
    ink: str,
    bounds: FigureBounds,
    share: float = 1.0,
) -> MapDrawing:
    """A map with its legend, as wide as `bounds` allow; `share` (0 to 1) reduces the map alone.

    The height is not limited. Raises PlacementError when words are wider than the figure.
    """
    context, look, _ = _context(library, entry, lang, bounds, share)
    (left, top), (wide, high), outline = visible_area(context.board, context.geometry)
    # The frame is around the map: half its width, and more at the corners of hexes.
    rim = context.hairline * max(2.0, 0.6 * FRAME[look.frame])
    aside = (bounds.width - wide) / 2
    scene = Scene(bounds.width + 2 * rim, high + 2 * rim, origin=(rim + aside - left, rim - top))
    draw_board(scene, context, outline)
    draw_legend(scene, context, bounds.width, (rim, rim + high))
    scene.height += legend_height(context, bounds.width)
    palette, hexes = map_palette(look, context.content, ink), context.geometry.flats
    return MapDrawing(scene, _faces(look), palette, None, high, hexes, aside)


def map_context(
    library: Library, entry: Entry[HexMap], lang: str
) -> tuple[MapContext, Mapping[str, Typeface]]:
    """The context for drawing parts of a map at true size, and the faces of its words."""
    context, look, _ = _context(library, entry, lang, None)
    return context, _faces(look)


def _context(
    library: Library,
    entry: Entry[HexMap],
    lang: str,
    bounds: FigureBounds | None,
    share: float = 1.0,
) -> tuple[MapContext, MapTheme, Path | None]:
    """The context of a map at true size, or of a figure within bounds; its theme configuration and
    the file of that.
    """
    board = board_of(library, entry)
    path = map_theme_file(library.folders, *board.content.game.theme_folders)
    game = board.content.game
    look = read_map_theme(library.folders, path)[0].in_accent(game.accent)
    look = in_fonts(look, library, game)
    if colours := entry.value.side_colours(look.sides):
        look = look.model_copy(update={"sides": colours})
    geometry, legend_scale = board.geometry, 1.0
    if bounds is not None:
        _, (wide, _), _ = visible_area(board, geometry)
        largest = bounds.hexes or look.chapter_hexes
        side = min(geometry.side * bounds.width / wide, largest / SQRT3)
        geometry, legend_scale = replace(geometry, side=side * share), bounds.legend
    return MapContext(library, board, geometry, look, lang, legend_scale), look, path


def _faces(look: MapTheme) -> dict[str, Typeface]:
    return {
        "title": look.title,
        "names": look.names,
        "words": look.words,
        "figures": look.figures,
        "labels": look.labels,
    }
