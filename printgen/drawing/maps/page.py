"""Hex maps as drawings: a page at true size with its title and legend, or a figure of a width."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from printgen.analysis.maps.board import without_units
from printgen.analysis.maps.board_loader import board_of
from printgen.content.library import Entry, Library
from printgen.content.models.hexmap import HexMap
from printgen.content.theme import MapTheme, Typeface, map_theme_file, read_map_theme, texture_file
from printgen.drawing.maps.board_drawing import MapContext, draw_board, visible_area
from printgen.drawing.maps.frame import (
    MARGIN,
    draw_legend,
    draw_title,
    legend_height,
    scale_width,
    title_height,
)
from printgen.drawing.maps.palette import map_palette
from printgen.drawing.maps.pdf_renderer import draw_scene
from printgen.drawing.maps.scene import Scene
from printgen.geometry.hex_grid import SQRT3
from printgen.paper import Size

# How wide (mm) a page is beside its margins, for a title and a legend.
MIN_WIDTH = 110.0


@dataclass(frozen=True)
class FigureBounds:
    """What a figure may take (mm): its width, its height with the legend, its hexes from flat to
    flat, all at most; and how much smaller its legend is than on a map at true size.
    """

    width: float
    height: float
    hexes: float
    legend: float = 0.6


@dataclass(frozen=True)
class MapDrawing:
    """A map as a scene, with what its faces and palette mean, and the paper beneath it."""

    scene: Scene
    faces: Mapping[str, Typeface]
    palette: Mapping[str, str]
    paper: Path | None = None
    map_height: float = 0.0


@dataclass(frozen=True)
class MapPage:
    """A map as a PDF of one page, at true size."""

    pdf: bytes
    size: Size


def map_page(
    library: Library, entry: Entry[HexMap], lang: str, ink: str, units: bool = True
) -> MapPage:
    """The page of a map: the map, its title and its legend. Raises MissingGlyph."""
    drawing = draw_map(library, entry, lang, ink, units)
    scene = drawing.scene
    pdf = draw_scene(scene, drawing.faces, drawing.palette, drawing.paper)
    return MapPage(pdf, Size(scene.width, scene.height))


def draw_map(
    library: Library, entry: Entry[HexMap], lang: str, ink: str, units: bool = True
) -> MapDrawing:
    """A map at true size, with margins, a title and a legend; with its units and what is shown of
    them, or without.
    """
    context, look, path = _context(library, entry, lang, None)
    context = context if units else replace(context, board=without_units(context.board))
    (left, top), (wide, high), outline = visible_area(context.board, context.geometry)
    # A map may be smaller than the words about it.
    room = max(wide, MIN_WIDTH, scale_width(context))
    head, foot = title_height(context), legend_height(context, room)
    scene = Scene(room + 2 * MARGIN, high + head + foot + 2 * MARGIN)
    scene.origin = (MARGIN + (room - wide) / 2 - left, MARGIN + head - top)
    draw_board(scene, context, outline)
    draw_title(scene, context, room)
    draw_legend(scene, context, room, (MARGIN, MARGIN + head + high))
    paper = texture_file(library.folders, path, look) if path and ink == "full" else None
    return MapDrawing(scene, _faces(look), map_palette(look, context.content, ink), paper)


def draw_figure(
    library: Library,
    entry: Entry[HexMap],
    lang: str,
    ink: str,
    room: FigureBounds,
    share: float = 1.0,
) -> MapDrawing:
    """A map with its legend in a room; the map itself takes a share of what it could."""
    context, look, _ = _context(library, entry, lang, room, share)
    (left, top), (wide, high), outline = visible_area(context.board, context.geometry)
    rim, aside = 2 * context.width, (room.width - wide) / 2
    scene = Scene(room.width + 2 * rim, high + 2 * rim, origin=(rim + aside - left, rim - top))
    draw_board(scene, context, outline)
    draw_legend(scene, context, room.width, (rim, rim + high))
    scene.height += legend_height(context, room.width)
    return MapDrawing(scene, _faces(look), map_palette(look, context.content, ink), None, high)


def map_context(
    library: Library, entry: Entry[HexMap], lang: str
) -> tuple[MapContext, Mapping[str, Typeface]]:
    """What draws parts of a map at true size, and the faces of its words."""
    context, look, _ = _context(library, entry, lang, None)
    return context, _faces(look)


def _context(
    library: Library, entry: Entry[HexMap], lang: str, room: FigureBounds | None, share: float = 1.0
) -> tuple[MapContext, MapTheme, Path | None]:
    """What draws a map at true size, or as a figure in a room, of which it takes a share; its look,
    and the file of that.
    """
    board = board_of(library, entry)
    path = map_theme_file(library.folders, board.content.game.theme)
    look, _ = read_map_theme(library.folders, path)
    geometry, small = board.geometry, 1.0
    if room is not None:
        _, (wide, _), _ = visible_area(board, geometry)
        side = min(geometry.side * room.width / wide, room.hexes / SQRT3)
        geometry, small = replace(geometry, side=side * share), room.legend
    return MapContext(library, board, geometry, look, lang, small), look, path


def _faces(look: MapTheme) -> dict[str, Typeface]:
    bold = look.words.model_copy(update={"weight": 700})
    return {
        "title": look.title,
        "names": look.names,
        "words": look.words,
        "figures": look.figures,
        "labels": bold,
    }
