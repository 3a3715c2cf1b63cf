"""What the rules of a game make of units that stand on hexes: fronts, ranges, control, command.

The parameters are those of `hexes:` in game.yaml. A unit that faces a corner has two hexes in
front, two behind and one on either hand; one that faces a side has three before it and three
behind. A unit without a front has all six in front.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from printgen.analysis.maps.board import Board, PlacedUnit
from printgen.geometry.hexes import (
    Hex,
    corner_at,
    distance,
    explore,
    neighbours,
    sees,
    side_at,
    within,
)

ALL = tuple(range(6))


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of a unit's hex, by where they lie for it."""

    front: tuple[int, ...]
    flanks: tuple[int, ...]
    rear: tuple[int, ...]


def sides_of(board: Board, unit: PlacedUnit) -> Sides:
    """Where the front of a unit is."""
    if unit.facing is None:
        return Sides(ALL, (), ())
    way_up = board.grid.orientation
    corner = corner_at(unit.facing, way_up)
    if corner is not None:
        front = (corner, (corner + 1) % 6)
        rear = tuple((side + 3) % 6 for side in front)
        return Sides(front, ((corner + 2) % 6, (corner - 1) % 6), rear)
    side = side_at(unit.facing, way_up)
    assert side is not None
    ahead = ((side - 1) % 6, side, (side + 1) % 6)
    return Sides(ahead, (), tuple((side + 3) % 6 for side in ahead))


def adjacent_hexes(board: Board, unit: PlacedUnit, sides: Iterable[int]) -> list[Hex]:
    """The hexes of the map across these sides."""
    around = (unit.at.next(side) for side in sides)
    return [hex for hex in around if hex in board.ground]


def field_of_fire(board: Board, unit: PlacedUnit, reach: int) -> dict[Hex, int]:
    """The hexes that a unit can shoot into, with their distance: the triangle of its front, with
    its tip on the unit; a circle for one without a front.
    """
    front = sides_of(board, unit).front
    found = {}
    for hex in _near(board, unit, reach):
        if hex != unit.at and hex in board.ground and _ahead(hex.minus(unit.at), front):
            found[hex] = distance(unit.at, hex)
    return found


def _near(board: Board, unit: PlacedUnit, reach: int) -> list[Hex]:
    """The hexes within a reach; of a reach beyond the map, as far as that goes."""
    return within(unit.at, min(reach, board.grid.columns + board.grid.rows))


def _ahead(step: Hex, front: tuple[int, ...]) -> bool:
    """Whether a step is made of steps across two neighbouring sides of the front."""
    if len(front) == 6:
        return True
    origin = Hex(0, 0)
    for one, two in pairwise(front):
        a, b = origin.next(one), origin.next(two)
        # step = m a + n b, by Cramer's rule; a and b are a sixth of a turn apart.
        area = a.q * b.r - a.r * b.q
        m, n = step.q * b.r - step.r * b.q, a.q * step.r - a.r * step.q
        if m * area >= 0 and n * area >= 0:
            return True
    return False


def visible_hexes(board: Board, unit: PlacedUnit, reach: int) -> set[Hex]:
    """The hexes within a reach that a unit sees, as `sight` of the rules has it: along the straight
    line, or by any of the shortest ways, past ground that hides nothing.
    """
    rules = board.rules
    assert rules is not None and rules.sight is not None
    units = board.standing if rules.sight.units == "hide" else {}

    def hides(hex: Hex) -> bool:
        return hex not in board.ground or board.terrain(hex).hides or hex in units

    near = sorted(_near(board, unit, reach), key=lambda hex: distance(unit.at, hex))
    if rules.sight.along == "line":
        return {hex for hex in near if hex in board.ground and sees(unit.at, hex, hides)}
    found = {unit.at}
    for hex in near:
        far = distance(unit.at, hex)
        before = [other for other in neighbours(hex) if distance(unit.at, other) == far - 1]
        if hex in board.ground and any(
            other == unit.at or (other in found and not hides(other)) for other in before
        ):
            found.add(hex)
    return found


def adjacent_units(board: Board, unit: PlacedUnit) -> tuple[list[Hex], list[Hex]]:
    """The hexes beside a unit that its enemies hold, and those that its friends hold."""
    held = [hex for hex in adjacent_hexes(board, unit, ALL) if hex in board.standing]
    enemies = {other.at for other in enemies_of(board, unit)}
    return [h for h in held if h in enemies], [h for h in held if h not in enemies]


def zones_of_control(board: Board, units: Iterable[PlacedUnit]) -> dict[Hex, int]:
    """How many of the units stand beside each hex of the map that has any beside it, not counting
    those across a side that nobody crosses.
    """
    found: dict[Hex, int] = {}
    for unit in units:
        open_to = [side for side in ALL if board.crossing(unit.at, side) != "never"]
        for hex in adjacent_hexes(board, unit, open_to):
            found[hex] = found.get(hex, 0) + 1
    return found


def enemies_of(board: Board, unit: PlacedUnit) -> list[PlacedUnit]:
    """The enemies of a unit: those of another side."""
    return [other for other in board.units if other.unit.side != unit.unit.side]


def command_range(board: Board, general: PlacedUnit) -> set[Hex]:
    """The hexes within call of a general: near enough, or at the end of a way that is short enough
    over ground that takes one point and around enemies; the last step may be into other ground, or
    across a side that takes a whole move.
    """
    rules = board.rules
    assert rules is not None and rules.command is not None
    near = {hex for hex in within(general.at, rules.command.near) if hex in board.ground}
    enemies = {other.at for other in enemies_of(board, general)}

    def steps(state: tuple[Hex, bool], spent: int) -> Iterator[tuple[tuple[Hex, bool], int]]:
        hex, ended = state
        for side in ALL:
            after, crossing = hex.next(side), board.crossing(hex, side)
            if ended or crossing == "never" or after not in board.ground or after in enemies:
                continue
            easy = crossing == "free" and board.terrain(after).enter == 1
            yield (after, not easy), 1

    return near | {hex for hex, _ in explore((general.at, False), rules.command.path, steps)}
