"""Boards from the text of maps, with faults at their places, and the number and size of their
hexes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from printgen.content.library import Entry, Library
from printgen.content.models.hexmap import HexMap
from printgen.geometry.hexes import SQRT3, Geometry, Hex, HexGrid
from printgen.paper import MM_BY_UNIT
from printgen.problems import Position, did_you_mean, shorten
from printgen.rules.boards import Board, BoardFault, HexNames, place_units
from printgen.rules.resolve import ComputationError

# --- the number and the size of the hexes of a map ------------------------------------------------


MAX_HEXES = 100_000

# Flat to flat size of a hex in mm (smallest, largest), and the longest side of a map in mm: the
# largest size of a PDF page.
SMALLEST, LARGEST, LONGEST = 4.0, 300.0, 5000.0

_LENGTH = re.compile(r"([0-9.]+) *(mm|cm|in)")


def rows_of(value: HexMap) -> list[list[str]]:
    """The cells of the text grid: separated by spaces, or else one character each."""
    lines = [line.strip() for line in (value.grid or "").splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    spaced = any(" " in line for line in lines)
    return [line.split() if spaced else list(line) for line in lines]


def grid_of(value: HexMap, rows: list[list[str]], faults: list[BoardFault]) -> HexGrid:
    """The grid of a map, with the size of its text grid or else its given size."""
    # If the rows differ, assume that the most common length is right.
    widths = Counter(map(len, rows)).most_common(1)
    found = {"columns": widths[0][0] if widths else 0, "rows": len(rows)}
    sizes = {}
    for name, there in found.items():
        given = getattr(value, name)
        if given is None and not there:
            message = f"the number of {name} is missing"
            faults.append(
                BoardFault("map-size", message, (), "give `grid`, or `columns` and `rows`")
            )
        elif given is not None and there and given != there:
            message = f"the grid has {there} {name}, not {given}"
            faults.append(BoardFault("map-size", message, (name,)))
        sizes[name] = there or given or 1
    offset = value.offset or ""
    upright = "columns" if value.orientation == "flat-top" else "rows"
    if offset and upright not in offset:
        message = f"the offset of {value.orientation} hexes is by {upright}"
        known = "even-columns-lower or odd-columns-lower"
        hint = known if upright == "columns" else "even-rows-right or odd-rows-right"
        faults.append(BoardFault("map-size", message, ("offset",), hint))
    return HexGrid(sizes["columns"], sizes["rows"], value.orientation, offset.startswith("odd"))


def side_of(value: HexMap, faults: list[BoardFault]) -> float:
    """The side length of a hex in mm."""
    given = [name for name in ("flat_to_flat", "side") if getattr(value, name) is not None]
    if len(given) != 1:
        message = f"the size of the hexes is {'given twice' if given else 'missing'}"
        hint = "`flat_to_flat: 25 mm`, or `side: 15 mm`"
        faults.append(BoardFault("map-size", message, tuple(given[-1:]), hint))
        return 15.0
    length = millimetres(getattr(value, given[0]))
    side = length / SQRT3 if given[0] == "flat_to_flat" else length
    if not SMALLEST <= side * SQRT3 <= LARGEST:
        message = f"these hexes are {side * SQRT3:g} mm from flat to flat"
        hint = f"{SMALLEST:g} to {LARGEST:g} mm"
        faults.append(BoardFault("map-size", message, (given[0],), hint))
        return 15.0
    return side


def millimetres(length: str) -> float:
    """A length such as `1.5 in` in mm."""
    found = _LENGTH.fullmatch(length)
    assert found is not None
    return float(found[1]) * MM_BY_UNIT[found[2]]


def measure(board: Board) -> None:
    """Record a fault when the map has too many hexes, or is too large for a page."""
    if len(board.grid) > MAX_HEXES:
        message = f"the map has {len(board.grid):,} hexes"
        board.faults.append(BoardFault("map-size", message, (), f"{MAX_HEXES:,} at most"))
    longest = max(board.geometry.size())
    if longest > LONGEST:
        message = f"the map is {longest / 1000:.1f} m long"
        hint = f"{LONGEST / 1000:g} m at most: smaller hexes, or fewer"
        size = "flat_to_flat" if board.entry.value.flat_to_flat else "side"
        board.faults.append(BoardFault("map-size", message, (size,), hint))


# --- build the board of a map ---------------------------------------------------------------------


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
