"""Build the board of a map."""

from __future__ import annotations

import re
from collections.abc import Iterator

from printgen.analysis.maps.board import Board, BoardFault
from printgen.analysis.maps.names import HexNames
from printgen.analysis.maps.size import MAX_HEXES, grid_of, measure, rows_of, side_of
from printgen.analysis.maps.units import place_units
from printgen.analysis.resolve import ComputationError
from printgen.content.library import Entry, Library
from printgen.content.models.hexmap import HexMap
from printgen.geometry.hex_grid import Geometry
from printgen.geometry.hexes import Hex
from printgen.problems import Position, did_you_mean, shorten

NONE = "none"


def board_of(library: Library, entry: Entry[HexMap]) -> Board:
    """The board of a map, cached in the library."""
    boards: dict[tuple[str, str], Board] = library.memo.setdefault("boards", {})
    key = entry.game, entry.id
    if key not in boards:
        boards[key] = _build(library, entry)
    return boards[key]


def _build(library: Library, entry: Entry[HexMap]) -> Board:
    faults: list[BoardFault] = []
    rows = rows_of(entry.value)
    grid = grid_of(entry.value, rows, faults)
    names = HexNames(grid, entry.value.coordinates == "letters")
    geometry = Geometry(grid, side_of(entry.value, faults))
    board = Board(entry, library.games[entry.game], grid, names, geometry, faults=faults)
    measure(board)
    if len(grid) <= MAX_HEXES:
        _read_ground(board, rows)
        _read_zones(board)
        _read_hexsides(board)
        place_units(library, board)
    return board


# --- ground ----------------------------------------------------------------------------------


def _read_ground(board: Board, rows: list[list[str]]) -> None:
    value, terrains = board.entry.value, board.content.game.terrains
    known = {*terrains, NONE}
    for path, name in _terrain_names(value):
        if name not in known:
            hint = did_you_mean(name, known)
            board.faults.append(BoardFault("map-terrain", f"no terrain '{name}'", path, hint))
    _read_text_grid(board, rows)
    for name, many in value.hexes.items():
        for index, names in enumerate(many):
            for hex in board.hexes(names, "hexes", name, index):
                board.ground[hex] = name
    bare = [hex for hex in board.grid if hex not in board.ground]
    if bare and value.ground:
        board.ground |= dict.fromkeys(bare, value.ground)
    elif bare and not rows:
        message = f"{board.names.of(bare[0])} has no ground"
        hint = "set `ground:` for all other hexes"
        board.faults.append(BoardFault("map-terrain", message, (), hint))
    for hex in [hex for hex, name in board.ground.items() if name not in terrains]:
        if board.ground.pop(hex) == NONE:
            board.holes.add(hex)


def _terrain_names(value: HexMap) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The path and the id of every terrain that the map names."""
    yield from ((("legend", key), name) for key, name in value.legend.items())
    yield from ((("hexes", name), name) for name in value.hexes)
    if value.ground:
        yield ("ground",), value.ground


def _read_text_grid(board: Board, rows: list[list[str]]) -> None:
    """Read the terrain of the text grid."""
    legend, source, entry = board.entry.value.legend, board.entry.source, board.entry
    path, reported = (*entry.root, "grid"), set()
    lines = (entry.value.grid or "").splitlines()
    for number, row in enumerate(rows):
        line = lines[number]
        if len(row) != board.grid.columns:
            message = f"this row has {len(row)} hexes, and others {board.grid.columns}"
            place = source.within(path, number, 0)
            board.faults.append(BoardFault("map-rows", message, ("grid",), position=place))
        for column, cell in enumerate(row):
            if cell in legend:
                board.ground[board.grid.hex(column + 1, number + 1)] = legend[cell]
            elif cell not in reported:
                reported.add(cell)
                place = source.within(path, number, _column(line, column))
                message = f"the legend has no '{shorten(cell, 8)}'"
                hint = did_you_mean(cell, legend)
                board.faults.append(BoardFault("map-terrain", message, ("grid",), hint, place))


def _column(line: str, cell: int) -> int:
    """The column of a cell in its line, from 0."""
    spaced = [found.start() for found in re.finditer(r"\S+", line)]
    if " " in line.strip():
        return spaced[cell] if cell < len(spaced) else 0
    return cell + len(line) - len(line.lstrip())


def hex_position(board: Board, hex: Hex) -> Position:
    """The position of what is written about a hex: its unit, its marker, its cell in the text grid,
    or the list that names it; else of the map.

    Raises ComputationError for a name of a hex that is wrong.
    """
    entry, value = board.entry, board.entry.value
    if hex in board.standing:
        return entry.at("units", board.standing[hex].index)
    for index, marker in enumerate(value.markers):
        if board.names.hex(marker.at) == hex:
            return entry.at("markers", index)
    for name, many in value.hexes.items():
        for index, names in enumerate(many):
            if hex in board.names.block(names):
                return entry.at("hexes", name, index)
    column, row = board.grid.place(hex)
    lines = (value.grid or "").splitlines()
    if hex in board.grid and row <= len(lines):
        place = row - 1, _column(lines[row - 1], column - 1)
        return entry.source.within((*entry.root, "grid"), *place)
    return entry.at("ground" if value.ground else "title")


# --- zones and hexsides -------------------------------------------------------------------------


def _read_zones(board: Board) -> None:
    """Read the hexes of each zone, without those that do not exist."""
    for index, zone in enumerate(board.entry.value.zones):
        hexes: dict[Hex, None] = {}
        for number, names in enumerate(zone.hexes):
            found = board.hexes(names, "zones", index, "hexes", number)
            hexes |= dict.fromkeys(hex for hex in found if hex in board.ground)
        board.zones.append(list(hexes))


def _read_hexsides(board: Board) -> None:
    """Read the costs to cross hexsides. Of several features on a side, the last one with a cost
    counts, such as a bridge over a river.
    """
    for index, feature in enumerate(board.entry.value.hexsides):
        for number, text in enumerate(feature.sides):
            try:
                sides = list(board.names.sides(text, "hexsides", index, "sides", number))
            except ComputationError as error:
                board.faults.append(BoardFault("map-hex", str(error), error.path, error.hint))
                continue
            if feature.cross:
                for hex, side in sides:
                    board.crossings[hex, side] = feature.cross
                    board.crossings[hex.next(side), (side + 3) % 6] = feature.cross
