"""The board of a hex map: its hexes by name, its terrain and its units; and how it is made of the
text of a map.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.hexes import HexRules, Terrain
from printgen.content.models.profile import Profile
from printgen.content.spreadsheets.sheet import column_letters, column_number
from printgen.content.stat_types import ExpressionValue
from printgen.extras.hex_maps.hexes import SQRT3, Geometry, Hex, HexGrid, Side, corner_at, side_at
from printgen.extras.hex_maps.model import LARGEST, SMALLEST, Cross, HexMap, Unit, millimetres
from printgen.problems import Finding, Position, did_you_mean, shorten
from printgen.rules.expressions import ExpressionError, evaluate, parse
from printgen.rules.resolve import ComputationError
from printgen.rules.stat_values import StatBlock, stat_blocks_of

_LETTERS = re.compile(r"([A-Z]+)([0-9]+)")


@dataclass(frozen=True, slots=True)
class HexNames:
    """Names of the hexes of a grid: `0304` for column 3 and row 4, or `C4` with `letters`.

    Both forms are accepted as input. Columns and rows have three digits each in grids of more than
    99 columns or rows.
    """

    grid: HexGrid
    letters: bool = False

    @property
    def digits(self) -> int:
        """The number of digits of a column or row."""
        return 3 if max(self.grid.columns, self.grid.rows) > 99 else 2

    def of(self, hex: Hex) -> str:
        """The name of a hex."""
        column, row = self.grid.place(hex)
        if self.letters:
            return f"{column_letters(column - 1)}{row}"
        return f"{column:0{self.digits}}{row:0{self.digits}}"

    def hex(self, name: str, *path: str | int) -> Hex:
        """The hex with a name. Raises ComputationError when the grid has none."""
        place = self._place(name)
        if place is None:
            raise ComputationError(
                f"'{name}' is not the name of a hex", *path, hint=f"such as {self._example()}"
            )
        hex = self.grid.hex(*place)
        if hex not in self.grid:
            raise ComputationError(f"{name} is outside the map", *path, hint=self._ends(place))
        return hex

    def _ends(self, place: tuple[int, int]) -> str:
        """What tells a place outside of the map where the map is."""
        last = self.of(self.grid.hex(self.grid.columns, self.grid.rows))
        if min(place) > 0:
            return f"the last is {last}"
        which = "columns" if place[0] < 1 else "rows"
        return f"{which} begin at 1: this map has {self.of(self.grid.hex(1, 1))} to {last}"

    def _place(self, name: str) -> tuple[int, int] | None:
        """The column and the row of a name; None for other text."""
        if found := _LETTERS.fullmatch(name):
            return column_number(found[1]) + 1, int(found[2])
        if len(name) != 2 * self.digits:
            return None
        return int(name[: self.digits]), int(name[self.digits :])

    def block(self, names: str, *path: str | int) -> Iterator[Hex]:
        """The hexes of a block `0101-0304`, named by its upper left and its lower right hex, or of
        a single name. Raises ComputationError.
        """
        first, _, last = names.partition("-")
        one = self.grid.place(self.hex(first, *path))
        two = self.grid.place(self.hex(last or first, *path))
        if two[0] < one[0] or two[1] < one[1]:
            hint = "a block goes from its upper left hex to its lower right one"
            raise ComputationError(f"{last} is above or left of {first}", *path, hint=hint)
        for row in range(one[1], two[1] + 1):
            for column in range(one[0], two[0] + 1):
                yield self.grid.hex(column, row)

    def sides(self, named: str, *path: str | int) -> Iterator[Side]:
        """The sides of `0304/2-6`, clockwise. Raises ComputationError for the hour of a corner."""
        name, _, hours = named.partition("/")
        hex, ends = self.hex(name, *path), []
        for hour in map(int, hours.split("-")):
            side = side_at(hour, self.grid.orientation)
            if side is None:
                kind = "even" if self.grid.orientation == "flat-top" else "odd"
                hint = f"sides of this map: {kind} hours"
                raise ComputationError(f"{hour} o'clock is a corner, not a side", *path, hint=hint)
            ends.append(side)
        for step in range((ends[-1] - ends[0]) % 6 + 1):
            yield hex, (ends[0] + step) % 6

    def _example(self) -> str:
        return self.of(self.grid.hex(min(2, self.grid.columns), min(3, self.grid.rows)))


# --------------------------------------------------------------------------------------------------
# A map as a board: its grid, the terrain of every hex, its units, and the faults found in it.


# A map may name a hex repeatedly, in blocks; the limit is ten times the size of the largest map.
MAX_NAMED = 1_000_000


@dataclass(frozen=True, slots=True)
class BoardFault:
    """A fault of a map: the code of the check that reports it, and its place."""

    code: str
    message: str
    path: tuple[str | int, ...] = ()
    hint: str = ""
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class PlacedUnit:
    """A unit on the board. `facing` is a clock hour; None for a unit without a front.

    `facts` are the names that expressions can use: its stats, and functions of its traits. `leads`
    is whether it commands others: whether it has the general's trait.
    """

    unit: Unit
    index: int
    at: Hex
    facing: int | None
    profile: Entry[Profile]
    facts: Mapping[str, ExpressionValue]
    leads: bool


@dataclass
class Board:
    """The board of a map. Faulty parts of the map are missing."""

    entry: Entry[HexMap]
    content: GameContent
    grid: HexGrid
    names: HexNames
    geometry: Geometry
    # The terrain id of each hex that exists.
    ground: dict[Hex, str] = field(default_factory=dict)
    # The hexes that the map marks as absent.
    holes: set[Hex] = field(default_factory=set)
    # The hexes of each zone, in the order of the zones.
    zones: list[list[Hex]] = field(default_factory=list)
    units: list[PlacedUnit] = field(default_factory=list)
    # The cost to cross a side, where the map gives one; both hexes of the side have it.
    crossings: dict[Side, Cross] = field(default_factory=dict)
    faults: list[BoardFault] = field(default_factory=list)
    # The number of hexes named so far.
    named: int = 0
    # Cached results.
    memo: dict[Hashable, Any] = field(default_factory=dict)

    @property
    def rules(self) -> HexRules | None:
        """The game's rules for units on hexes."""
        return self.content.game.hexes

    def terrain(self, hex: Hex) -> Terrain:
        """The terrain of a hex that exists."""
        return self.content.game.terrains[self.ground[hex]]

    def unit(self, mark: str) -> PlacedUnit | None:
        """The unit with a mark."""
        return next((placed for placed in self.units if placed.unit.mark == mark), None)

    def crossing(self, hex: Hex, side: int) -> Cross:
        """The cost to cross a side of a hex."""
        return self.crossings.get((hex, side), "free")

    def hexes(self, names: str, *path: str | int) -> list[Hex]:
        """The hexes of a block. Records a fault and returns none when a name is wrong, or when the
        map names too many hexes.
        """
        if self.named > MAX_NAMED:
            return []
        try:
            found = list(self.names.block(names, *path))
        except ComputationError as error:
            self.faults.append(BoardFault("map-hex", str(error), error.path, error.hint))
            return []
        self.named += len(found)
        if self.named > MAX_NAMED:
            message = f"the map names over {MAX_NAMED:,} hexes up to here"
            self.faults.append(BoardFault("map-size", message, path, "name each hex once"))
        return found

    @property
    def standing(self) -> dict[Hex, PlacedUnit]:
        """The units by hex."""
        return {placed.at: placed for placed in self.units}


def without_units(board: Board) -> Board:
    """The board without its units."""
    value = board.entry.value.model_copy(update={"units": [], "shades": []})
    return replace(board, entry=replace(board.entry, value=value), units=[], memo={})


def is_true(expression: str, facts: Mapping[str, ExpressionValue]) -> bool:
    """Whether an expression is true of a unit; False when it does not apply."""
    try:
        return bool(evaluate(parse(expression), facts))
    except ExpressionError:
        return False


def finding(board: Board, fault: BoardFault) -> Finding:
    """A fault as the finding of its check."""
    # Keys of `hexes:` are terrains: report at the key, not at its value.
    key = len(fault.path) == 2 and fault.path[0] == "hexes"
    place = fault.position or board.entry.at(*fault.path, key=key)
    return Finding(place, fault.message, fault.hint)


def side_or_corner(hour: int, board: Board) -> tuple[int | None, int | None]:
    """The side and the corner at a clock hour, one of which is None."""
    way_up = board.grid.orientation
    return side_at(hour, way_up), corner_at(hour, way_up)


# --- place the units of a map on its board --------------------------------------------------------


def place_units(library: Library, board: Board) -> None:
    """Place all units whose hex and profile exist."""
    marks: set[str] = set()
    for index, unit in enumerate(board.entry.value.units):
        here = ("units", index)
        if unit.mark and unit.mark in marks:
            board.faults.append(
                BoardFault("map-unit", f"two units have the mark '{unit.mark}'", (*here, "mark"))
            )
        marks |= {unit.mark} if unit.mark else set()
        profile = _profile(library, board, unit, index)
        found = board.hexes(unit.at, *here, "at")
        if profile is None or not found:
            continue
        block = _block(library, profile, unit)
        facts = block.facts if block else {}
        front = not unit.disordered and has_front(board, facts)
        facing, leads = unit.facing if front else None, _leads(library, board, unit, profile)
        board.units.append(PlacedUnit(unit, index, found[0], facing, profile, facts, leads))


def _profile(library: Library, board: Board, unit: Unit, index: int) -> Entry[Profile] | None:
    """The profile of a unit. Records faults for its unknown references."""
    game, here = board.entry.game, ("units", index)
    wanted: list[tuple[str, str, tuple[str | int, ...]]]
    wanted = [("profiles", unit.profile, ("profile",))]
    wanted += [("traits", name, ("traits", n)) for n, name in enumerate(unit.traits)]
    for kind, reference, path in wanted:
        if library.lacks(kind, game, reference):
            message = f"no {kind.removesuffix('s')} '{reference}'"
            hint = library.suggest(kind, game, reference)
            board.faults.append(BoardFault("map-unit", message, (*here, *path), hint))
    if fault := _unknown_side(board, unit, index):
        board.faults.append(fault)
    found: Entry[Profile] | None = library.find("profiles", game, unit.profile)
    return found


def _unknown_side(board: Board, unit: Unit, index: int) -> BoardFault | None:
    """The fault of a unit whose side does not exist; if the map has no sides, of the first unit."""
    units, sides, path = board.entry.value.units, board.entry.value.sides, ("units", index, "side")
    if unit.side is None or unit.side in sides:
        return None
    if sides:
        hint = did_you_mean(unit.side, sides)
        return BoardFault("map-unit", f"no side '{unit.side}'", path, hint)
    if any(each.side for each in units[:index]):
        return None
    named = dict.fromkeys(each.side for each in units if each.side)
    hint = f"declare {', '.join(named)} under `sides:` of this map"
    return BoardFault("map-unit", "the map has no sides", path, hint)


def _leads(library: Library, board: Board, unit: Unit, profile: Entry[Profile]) -> bool:
    """Whether a unit has the general's trait, by itself or by its profile."""
    rules, game = board.rules, board.entry.game
    if rules is None or rules.command is None:
        return False
    trait = library.find("traits", game, rules.command.trait)
    own = [(each.game, each.id) for each in library.traits_of(profile)]
    return rules.command.trait in unit.traits or (trait and (trait.game, trait.id)) in own


def _block(library: Library, profile: Entry[Profile], unit: Unit) -> StatBlock | None:
    """The stat block of a unit, preferably of its own game."""
    found = list(stat_blocks_of(library, profile, None, unit.traits))
    return next(iter(sorted(found, key=lambda block: block.game != profile.game)), None)


def has_front_in_order(board: Board, placed: PlacedUnit) -> bool:
    """Whether a unit in good order faces an hour."""
    rules = board.rules
    known = placed.unit.facing is not None or bool(rules and rules.faced)
    return known and has_front(board, placed.facts)


def has_front(board: Board, facts: Mapping[str, ExpressionValue]) -> bool:
    """Whether a unit with these stats has a front."""
    rules = board.rules
    if rules is None:
        return True
    if rules.faced is None or rules.faced == "never":
        return rules.faced is None
    return is_true(rules.faced, facts)


def worn_value(rules: HexRules, key: str, facts: Mapping[str, ExpressionValue]) -> int | None:
    """The value of a stat of a worn unit; None where the game says nothing of it."""
    value = rules.worn.get(key)
    try:
        return evaluate(parse(value), facts) if isinstance(value, str) else value
    except ExpressionError:
        return None


# --- the number and the size of the hexes of a map ------------------------------------------------


MAX_HEXES = 100_000

# Flat to flat size of a hex in mm (smallest, largest), and the longest side of a map in mm: the
# largest size of a PDF page.
LONGEST = 5000.0


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
        # Read the costs to cross hexsides. Of several features on a side, the last one with a cost
        # counts, such as a bridge over a river.
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


def _read_zones(board: Board) -> None:
    """Read the hexes of each zone, without those that do not exist."""
    for index, zone in enumerate(board.entry.value.zones):
        hexes: dict[Hex, None] = {}
        for number, names in enumerate(zone.hexes):
            found = board.hexes(names, "zones", index, "hexes", number)
            hexes |= dict.fromkeys(hex for hex in found if hex in board.ground)
        board.zones.append(list(hexes))
