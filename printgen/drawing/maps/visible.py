"""The visible area of a map: all of its hexes, or a rectangle that cuts those at its edges."""

from __future__ import annotations

from printgen.analysis.maps.board import Board
from printgen.drawing.maps.parts import Box
from printgen.drawing.maps.regions import cut_by_rectangle, outlines
from printgen.drawing.maps.scene import Command, Commands, polyline
from printgen.geometry.hex_grid import Geometry, Point


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
        return corner, size, _cut_outline(board, geometry, corner, size)
    path: list[Command] = []
    for loop in outlines(board.ground, geometry):
        path += polyline(loop, True)
    return (0.0, 0.0), geometry.size(), tuple(path)


def _cut_outline(board: Board, geometry: Geometry, corner: Point, size: Point) -> Commands:
    """The rectangle of a map with half hexes, without the hexes that it lacks."""
    (x, y), (w, h) = corner, size
    loops: list[list[Point]] = [[(x, y), (x + w, y), (x + w, y + h), (x, y + h)]]
    if len(board.ground) < len(board.grid):
        whole = outlines(board.ground, geometry)
        loops = [cut for loop in whole if (cut := cut_by_rectangle(loop, corner, size))]
    return tuple(command for loop in loops for command in polyline(loop, True))


def visible_rectangle(board: Board, geometry: Geometry) -> Box | None:
    """The visible rectangle of a map with half hexes."""
    if board.entry.value.borders == "whole":
        return None
    (x, y), (w, h), _ = visible_area(board, geometry)
    return Box(x, y, x + w, y + h)
