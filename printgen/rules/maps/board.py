"""A map as a board: its grid, the ground of every hex, and the units on it, with all its faults."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from printgen.hexes import Hex, corner_at, side_at
from printgen.hexgrid import SQRT3, Geometry, Grid
from printgen.library import Entry, GameContent, Library
from printgen.models import Profile
from printgen.models.game import HexRules, Terrain
from printgen.models.hexmap import HexMap, Unit
from printgen.paper import MM_BY_UNIT
from printgen.problems import Position, Problem, did_you_mean, shorten
from printgen.rules.expressions import ExpressionError, evaluate, parse
from printgen.rules.maps.names import Names
from printgen.rules.named import Unanswerable
from printgen.rules.readings import Block, blocks

MOST_HEXES = 100_000
# Of a hex, from flat to flat in mm; of a whole map on a side, in mm: what a PDF page can be.
SMALLEST, LARGEST, LONGEST = 4.0, 300.0, 5000.0
NONE = "none"
_LENGTH = re.compile(r"([0-9.]+) ?(mm|cm|in)")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a map: the code of the check that tells it, and where."""

    code: str
    message: str
    path: tuple[str | int, ...] = ()
    hint: str = ""
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A unit on the board. `facing` is an hour; None of one without a front, which looks all round.

    `facts` are its stats by key, and what its traits answer to expressions.
    """

    unit: Unit
    index: int
    at: Hex
    facing: int | None
    profile: Entry[Profile]
    facts: Any


@dataclass
class Board:
    """A map that was read. With faults, some of it is missing."""

    entry: Entry[HexMap]
    content: GameContent
    grid: Grid
    names: Names
    geometry: Geometry
    # The terrain of each hex that is there.
    ground: dict[Hex, str] = field(default_factory=dict)
    units: list[Placed] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    @property
    def rules(self) -> HexRules | None:
        """How units stand and move in this game."""
        return self.content.game.hexes

    def terrain(self, hex: Hex) -> Terrain:
        """The kind of ground of a hex that is there."""
        return self.content.game.terrains[self.ground[hex]]

    def unit(self, mark: str) -> Placed | None:
        """The unit that bears a mark."""
        return next((placed for placed in self.units if placed.unit.mark == mark), None)

    @property
    def standing(self) -> dict[Hex, Placed]:
        """Who stands where."""
        return {placed.at: placed for placed in self.units}


def board_of(library: Library, entry: Entry[HexMap]) -> Board:
    """The board of a map; read once."""
    boards: dict[tuple[str, str], Board] = library.memo.setdefault("boards", {})
    key = entry.game, entry.id
    if key not in boards:
        boards[key] = _read(library, entry)
    return boards[key]


def _read(library: Library, entry: Entry[HexMap]) -> Board:
    faults: list[Fault] = []
    rows = _rows(entry.value)
    grid = _grid(entry.value, rows, faults)
    names = Names(grid, entry.value.coordinates == "letters")
    geometry = Geometry(grid, _side(entry.value, faults))
    board = Board(entry, library.games[entry.game], grid, names, geometry, faults=faults)
    _measure(board)
    if len(grid) <= MOST_HEXES:
        _lay(board, rows)
        _stand(library, board)
    return board


# --- size ------------------------------------------------------------------------------------


def _rows(value: HexMap) -> list[list[str]]:
    """The cells of the text grid. Where there are spaces, they separate cells; else each character
    is one.
    """
    lines = [line.strip() for line in (value.grid or "").splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    spaced = any(" " in line for line in lines)
    return [line.split() if spaced else list(line) for line in lines]


def _grid(value: HexMap, rows: list[list[str]], faults: list[Fault]) -> Grid:
    """Columns and rows as they are said, or as the text grid has them."""
    found = {"columns": max(map(len, rows), default=0), "rows": len(rows)}
    sizes = {}
    for name, there in found.items():
        said = getattr(value, name)
        if said is None and not there:
            message = f"how many {name} has the map?"
            faults.append(Fault("map-size", message, (), "give `grid`, or `columns` and `rows`"))
        elif said is not None and there and said != there:
            message = f"the grid has {there} {name}, not {said}"
            faults.append(Fault("map-size", message, (name,)))
        sizes[name] = there or said or 1
    offset = value.offset or ""
    upright = "columns" if value.orientation == "flat-top" else "rows"
    if offset and upright not in offset:
        message = f"on {value.orientation} hexes, {upright} are moved"
        known = "even-columns-lower or odd-columns-lower"
        hint = known if upright == "columns" else "even-rows-right or odd-rows-right"
        faults.append(Fault("map-size", message, ("offset",), hint))
    return Grid(sizes["columns"], sizes["rows"], value.orientation, offset.startswith("odd"))


def _side(value: HexMap, faults: list[Fault]) -> float:
    """The side of a hex in mm."""
    given = [name for name in ("flat_to_flat", "side") if getattr(value, name) is not None]
    if len(given) != 1:
        message = "the size of hexes is said twice" if given else "how large are the hexes?"
        hint = "`flat_to_flat: 25 mm`, or `side: 15 mm`"
        faults.append(Fault("map-size", message, tuple(given[-1:]), hint))
        return 15.0
    length = millimetres(getattr(value, given[0]))
    side = length / SQRT3 if given[0] == "flat_to_flat" else length
    if not SMALLEST <= side * SQRT3 <= LARGEST:
        message = f"these hexes are {side * SQRT3:g} mm from flat to flat"
        hint = f"{SMALLEST:g} to {LARGEST:g} mm"
        faults.append(Fault("map-size", message, (given[0],), hint))
        return 15.0
    return side


def millimetres(length: str) -> float:
    """A length of content, such as `1.5 in`, in mm."""
    found = _LENGTH.fullmatch(length)
    assert found is not None
    return float(found[1]) * MM_BY_UNIT[found[2]]


def _measure(board: Board) -> None:
    """The map as a whole is neither too many hexes nor too large for a page."""
    if len(board.grid) > MOST_HEXES:
        message = f"the map has {len(board.grid):,} hexes"
        board.faults.append(Fault("map-size", message, (), f"{MOST_HEXES:,} at most"))
    longest = max(board.geometry.size())
    if longest > LONGEST:
        message = f"the map is {longest / 1000:.1f} m long"
        hint = f"{LONGEST / 1000:g} m at most: smaller hexes, or fewer"
        board.faults.append(Fault("map-size", message, (), hint))


# --- ground ----------------------------------------------------------------------------------


def _lay(board: Board, rows: list[list[str]]) -> None:
    value, terrains = board.entry.value, board.content.game.terrains
    known = {*terrains, NONE}
    for path, name in _grounds(value):
        if name not in known:
            hint = did_you_mean(name, known)
            board.faults.append(Fault("map-terrain", f"no terrain '{name}'", path, hint))
    _lay_grid(board, rows)
    for name, many in value.hexes.items():
        for index, names in enumerate(many):
            for hex in _hexes(board, names, "hexes", name, index):
                board.ground[hex] = name
    bare = [hex for hex in board.grid if hex not in board.ground]
    if bare and value.ground:
        board.ground |= dict.fromkeys(bare, value.ground)
    elif bare and not rows:
        message = f"{board.names.of(bare[0])} has no ground"
        hint = "`ground:` is that of all hexes which are not named"
        board.faults.append(Fault("map-terrain", message, (), hint))
    for hex in [hex for hex, name in board.ground.items() if name not in terrains]:
        del board.ground[hex]


def _grounds(value: HexMap) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Every terrain that the map names, and where."""
    yield from ((("legend", key), name) for key, name in value.legend.items())
    yield from ((("hexes", name), name) for name in value.hexes)
    if value.ground:
        yield ("ground",), value.ground


def _lay_grid(board: Board, rows: list[list[str]]) -> None:
    """The ground of the text grid."""
    legend, source, entry = board.entry.value.legend, board.entry.source, board.entry
    path, told = (*entry.root, "grid"), set()
    lines = (entry.value.grid or "").splitlines()
    for number, row in enumerate(rows):
        line = lines[number]
        if len(row) != board.grid.columns:
            message = f"this row has {len(row)} hexes, and others {board.grid.columns}"
            place = source.within(path, number, 0)
            board.faults.append(Fault("map-rows", message, ("grid",), position=place))
        for column, cell in enumerate(row):
            if cell in legend:
                board.ground[board.grid.hex(column + 1, number + 1)] = legend[cell]
            elif cell not in told:
                told.add(cell)
                place = source.within(path, number, _column(line, column))
                message = f"the legend has no '{shorten(cell, 8)}'"
                hint = did_you_mean(cell, legend)
                board.faults.append(Fault("map-terrain", message, ("grid",), hint, place))


def _column(line: str, cell: int) -> int:
    """Where a cell stands in its line."""
    spaced = [found.start() for found in re.finditer(r"\S+", line)]
    return spaced[cell] if cell < len(spaced) and " " in line.strip() else cell


def _hexes(board: Board, names: str, *path: str | int) -> list[Hex]:
    """The hexes of a block, as far as they exist; a fault where they do not."""
    try:
        return list(board.names.block(names, *path))
    except Unanswerable as error:
        board.faults.append(Fault("map-hex", str(error), error.path, error.hint))
        return []


# --- units -----------------------------------------------------------------------------------


def _stand(library: Library, board: Board) -> None:
    """The units that can be placed."""
    marks: set[str] = set()
    for index, unit in enumerate(board.entry.value.units):
        here = ("units", index)
        if unit.mark and unit.mark in marks:
            board.faults.append(Fault("map-unit", f"two units are '{unit.mark}'", (*here, "mark")))
        marks |= {unit.mark} if unit.mark else set()
        profile = _profile(library, board, unit, index)
        found = _hexes(board, unit.at, *here, "at")
        if profile is None or not found:
            continue
        block = _block(library, profile, unit)
        facts = block.facts if block else {}
        front = not unit.disordered and _faced(board, facts)
        board.units.append(
            Placed(unit, index, found[0], unit.facing if front else None, profile, facts)
        )


def _profile(library: Library, board: Board, unit: Unit, index: int) -> Entry[Profile] | None:
    """The profile of a unit; faults for what it names and is not there."""
    game, here = board.entry.game, ("units", index)
    wanted: list[tuple[str, str, tuple[str | int, ...]]]
    wanted = [("profiles", unit.profile, ("profile",))]
    wanted += [("traits", name, ("traits", n)) for n, name in enumerate(unit.traits)]
    for kind, reference, path in wanted:
        if library.lacks(kind, game, reference):
            message = f"no {kind.removesuffix('s')} '{reference}'"
            hint = library.suggest(kind, game, reference)
            board.faults.append(Fault("map-unit", message, (*here, *path), hint))
    if unit.side is not None and unit.side not in board.entry.value.sides:
        hint = did_you_mean(unit.side, board.entry.value.sides)
        board.faults.append(Fault("map-unit", f"no side '{unit.side}'", (*here, "side"), hint))
    found: Entry[Profile] | None = library.find("profiles", game, unit.profile)
    return found


def _block(library: Library, profile: Entry[Profile], unit: Unit) -> Block | None:
    """The stats of a unit, those of its own game before others."""
    found = list(blocks(library, profile, None, unit.traits))
    return next(iter(sorted(found, key=lambda block: block.game != profile.game)), None)


def _faced(board: Board, facts: Any) -> bool:
    """Whether a unit with these stats has a front."""
    rules = board.rules
    if rules is None:
        return True
    return rules.faced is None or holds(rules.faced, facts)


def holds(expression: str, facts: Any) -> bool:
    """Whether an expression is true of a unit; not where it does not apply."""
    try:
        return bool(evaluate(parse(expression), facts))
    except ExpressionError:
        return False


def problem(board: Board, fault: Fault) -> Problem:
    """A fault at its place."""
    # What stands under `hexes:` are terrains, by their keys.
    key = len(fault.path) == 2 and fault.path[0] == "hexes"
    place = fault.position or board.entry.at(*fault.path, key=key)
    return Problem(place, fault.code, fault.message, fault.hint)


def side_or_corner(hour: int, board: Board) -> tuple[int | None, int | None]:
    """The side that lies at an hour, or the corner."""
    way_up = board.grid.orientation
    return side_at(hour, way_up), corner_at(hour, way_up)
