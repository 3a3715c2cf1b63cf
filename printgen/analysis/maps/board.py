"""A map as a board: its grid, the ground of every hex, and the units on it, with all its faults."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from printgen.analysis.expressions import ExpressionError, evaluate, parse
from printgen.analysis.maps.names import HexNames
from printgen.analysis.resolve import ComputationError
from printgen.content.library import Entry, GameContent
from printgen.content.models import Profile
from printgen.content.models.hex_rules import HexRules, Terrain
from printgen.content.models.hexmap import Cross, HexMap, Unit
from printgen.content.stat_types import ExpressionValue
from printgen.geometry.hex_grid import Geometry, HexGrid
from printgen.geometry.hexes import Hex, Side, corner_at, side_at
from printgen.problems import Finding, Position

# Over and over again the same hexes, in blocks: ten times as many as the largest map has.
MOST_NAMED = 1_000_000


@dataclass(frozen=True, slots=True)
class BoardFault:
    """Something wrong with a map: the code of the check that tells it, and where."""

    code: str
    message: str
    path: tuple[str | int, ...] = ()
    hint: str = ""
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class PlacedUnit:
    """A unit on the board. `facing` is an hour; None of one without a front, which looks all round.

    `facts` are its stats by key, and what its traits answer to expressions.
    """

    unit: Unit
    index: int
    at: Hex
    facing: int | None
    profile: Entry[Profile]
    facts: Mapping[str, ExpressionValue]


@dataclass
class Board:
    """A map that was read. With faults, some of it is missing."""

    entry: Entry[HexMap]
    content: GameContent
    grid: HexGrid
    names: HexNames
    geometry: Geometry
    # The terrain of each hex that is there.
    ground: dict[Hex, str] = field(default_factory=dict)
    # Those that the map says are not there.
    holes: set[Hex] = field(default_factory=set)
    # The hexes of the zones, in their order.
    zones: list[list[Hex]] = field(default_factory=list)
    units: list[PlacedUnit] = field(default_factory=list)
    # What it takes to cross a side, of those where the map says so; each is named both ways.
    crossings: dict[Side, Cross] = field(default_factory=dict)
    faults: list[BoardFault] = field(default_factory=list)
    # How many hexes were named in blocks until now; what was reckoned of the board.
    named: int = 0
    memo: dict[Hashable, Any] = field(default_factory=dict)

    @property
    def rules(self) -> HexRules | None:
        """How units stand and move in this game."""
        return self.content.game.hexes

    def terrain(self, hex: Hex) -> Terrain:
        """The kind of ground of a hex that is there."""
        return self.content.game.terrains[self.ground[hex]]

    def unit(self, mark: str) -> PlacedUnit | None:
        """The unit that bears a mark."""
        return next((placed for placed in self.units if placed.unit.mark == mark), None)

    def leads(self, placed: PlacedUnit) -> bool:
        """Whether a unit commands: whether it has the trait of generals."""
        rules = self.rules
        return bool(rules and rules.command and rules.command.trait in placed.unit.traits)

    def crossing(self, hex: Hex, side: int) -> Cross:
        """What it takes to cross a side of a hex."""
        return self.crossings.get((hex, side), "free")

    def hexes(self, names: str, *path: str | int) -> list[Hex]:
        """The hexes of a block, as far as they exist; a fault where they do not, or where a map
        names too many.
        """
        if self.named > MOST_NAMED:
            return []
        try:
            found = list(self.names.block(names, *path))
        except ComputationError as error:
            self.faults.append(BoardFault("map-hex", str(error), error.path, error.hint))
            return []
        self.named += len(found)
        if self.named > MOST_NAMED:
            message = f"up to here the map names over {MOST_NAMED:,} hexes"
            self.faults.append(BoardFault("map-size", message, path, "name each hex once"))
        return found

    @property
    def standing(self) -> dict[Hex, PlacedUnit]:
        """Who stands where."""
        return {placed.at: placed for placed in self.units}


def without_units(board: Board) -> Board:
    """The board with nobody on it."""
    value = board.entry.value.model_copy(update={"units": [], "shades": []})
    return replace(board, entry=replace(board.entry, value=value), units=[], memo={})


def is_true(expression: str, facts: Mapping[str, ExpressionValue]) -> bool:
    """Whether an expression is true of a unit; not where it does not apply."""
    try:
        return bool(evaluate(parse(expression), facts))
    except ExpressionError:
        return False


def finding(board: Board, fault: BoardFault) -> Finding:
    """What the check of the fault reports: its message at its place."""
    # What stands under `hexes:` are terrains, by their keys.
    key = len(fault.path) == 2 and fault.path[0] == "hexes"
    place = fault.position or board.entry.at(*fault.path, key=key)
    return Finding(place, fault.message, fault.hint)


def side_or_corner(hour: int, board: Board) -> tuple[int | None, int | None]:
    """The side that lies at an hour, or the corner."""
    way_up = board.grid.orientation
    return side_at(hour, way_up), corner_at(hour, way_up)
