"""A map as a board: its grid, the terrain of every hex, its units, and the faults found in it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from printgen.analysis.expressions import ExpressionError, evaluate, parse
from printgen.analysis.maps.names import HexNames
from printgen.analysis.resolve import ComputationError
from printgen.content.library import Entry, GameContent
from printgen.content.models.hex_rules import HexRules, Terrain
from printgen.content.models.hexmap import Cross, HexMap, Unit
from printgen.content.models.profile import Profile
from printgen.content.stat_types import ExpressionValue
from printgen.geometry.hex_grid import Geometry, HexGrid
from printgen.geometry.hexes import Hex, Side, corner_at, side_at
from printgen.problems import Finding, Position

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
