"""Modules of boards without pictures: grids of all kinds, and of all maps of all games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from vassal_engine import Question

from printgen.content.library import Library
from printgen.content.models.hexes import Orientation
from printgen.extras.exports.archive import archive
from printgen.extras.hex_maps.boards import HexNames, board_of
from printgen.extras.hex_maps.hexes import Geometry, HexGrid, Point
from printgen.extras.vassal.boards import map_grid, pixel
from printgen.extras.vassal.elements import (
    BOARD,
    MAP,
    MODULE,
    VASSAL_VERSION,
    add,
    document,
    element,
    metadata,
)

ORIENTATIONS: tuple[Orientation, ...] = ("flat-top", "pointy-top")

# Columns and rows: single ones, more than 26 letters, and more than two digits.
SIZES = ((1, 1), (1, 4), (5, 1), (9, 8), (8, 9), (26, 3), (30, 5), (4, 30), (120, 3), (3, 120))

ORIGINS: tuple[Point, ...] = ((0.0, 0.0), (12.3, 7.7), (-8.66, -5.1))


@dataclass(frozen=True)
class BareBoard:
    """A board with a grid."""

    name: str
    geometry: Geometry
    names: HexNames
    origin: Point
    per_mm: float


def all_kinds() -> Iterator[BareBoard]:
    """Grids of all kinds."""
    for way_up, odd, letters in product(ORIENTATIONS, (False, True), (False, True)):
        for (columns, rows), origin in product(SIZES, ORIGINS):
            grid = HexGrid(columns, rows, way_up, odd)
            name = f"{way_up} {odd} {letters} {columns} x {rows} at {origin}"
            yield BareBoard(name, Geometry(grid, 8.0), HexNames(grid, letters), origin, 3.3)


def all_maps(library: Library) -> Iterator[BareBoard]:
    """The grids of all maps of all games, those of diagrams, too."""
    for content in library.games.values():
        for entry in content.of_kind("maps").values():
            board = board_of(library, entry)
            name = f"{content.id}/{entry.id}"
            yield BareBoard(name, board.geometry, board.names, (8.0, 15.0), 4.0)


def questions_of(board: BareBoard) -> Iterator[tuple[Question, str]]:
    """Each middle of a hex and four points around it, with the name of the hex."""
    aside = round(0.3 * board.geometry.side * board.per_mm)
    for hex in board.geometry.grid:
        x, y = pixel(board.geometry.middle(hex), board.origin, board.per_mm)
        for right, down in ((0, 0), (aside, 0), (-aside, 0), (0, aside), (0, -aside)):
            yield (board.name, x + right, y + down), board.names.of(hex)


def write_module(path: Path, boards: list[BareBoard]) -> None:
    """A module with boards of a colour."""
    root = element(
        "VASSAL.build.GameModule", name="Grids", version="1", VassalVersion=VASSAL_VERSION
    )
    add(root, f"{MODULE}BasicCommandEncoder")
    window = add(root, f"{MODULE}Map", mapName="Map", launch=False)
    picker = add(window, f"{MAP}BoardPicker")
    for board in boards:
        wide, high = (round((side + 30) * board.per_mm) for side in board.geometry.size())
        given = add(picker, f"{BOARD}Board", name=board.name, width=wide, height=high)
        hexes = list(board.geometry.grid)
        given.append(map_grid(board.geometry, board.names, hexes, board.origin, board.per_mm))
    content = {"buildFile.xml": document(root), "moduledata": metadata({"name": "Grids"})}
    path.write_bytes(archive(content))
