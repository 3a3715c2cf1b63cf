"""Fields of units by the rules of a game: front, range, sight, zone of control, command range.

The parameters are in `hexes:` of game.yaml. A unit that faces a corner has two front hexes, two
flank hexes and two rear hexes; one that faces a side has three front hexes and three rear hexes.
All six hexes around a unit without a facing are front hexes.
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
    """The sides of a unit's hex, by their direction relative to its facing."""

    front: tuple[int, ...]
    flanks: tuple[int, ...]
    rear: tuple[int, ...]


def sides_of(board: Board, unit: PlacedUnit) -> Sides:
    """The front, flank and rear sides of a unit."""
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
    """The hexes that a unit can shoot into, with their distance: a cone to its front, or a circle
    for a unit without a facing.
    """
    front = sides_of(board, unit).front
    found = {}
    for hex in _hexes_within(board, unit, reach):
        if hex != unit.at and hex in board.ground and _in_front(hex.minus(unit.at), front):
            found[hex] = distance(unit.at, hex)
    return found


def _hexes_within(board: Board, unit: PlacedUnit, reach: int) -> list[Hex]:
    """The hexes within `reach`, which is limited to the size of the map."""
    return within(unit.at, min(reach, board.grid.columns + board.grid.rows))


def _in_front(step: Hex, front: tuple[int, ...]) -> bool:
    """Whether a vector is a sum of steps across two neighbouring front sides."""
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
    """The hexes within `reach` that a unit sees by the rules of `sight`: along the straight line,
    or along any shortest path, that no terrain or unit obstructs.
    """
    rules = board.rules
    assert rules is not None and rules.sight is not None
    units = board.standing if rules.sight.units == "hide" else {}

    def hides(hex: Hex) -> bool:
        return hex not in board.ground or board.terrain(hex).hides or hex in units

    near = sorted(_hexes_within(board, unit, reach), key=lambda hex: distance(unit.at, hex))
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
    """The adjacent hexes held by enemies of a unit, and those held by its friends."""
    held = [hex for hex in adjacent_hexes(board, unit, ALL) if hex in board.standing]
    enemies = {other.at for other in enemies_of(board, unit)}
    return [h for h in held if h in enemies], [h for h in held if h not in enemies]


def zones_of_control(board: Board, units: Iterable[PlacedUnit]) -> dict[Hex, int]:
    """The number of units that control each hex. A unit controls the adjacent hexes, except across
    sides that cannot be crossed.
    """
    found: dict[Hex, int] = {}
    for unit in units:
        open_to = [side for side in ALL if board.crossing(unit.at, side) != "never"]
        for hex in adjacent_hexes(board, unit, open_to):
            found[hex] = found.get(hex, 0) + 1
    return found


def enemies_of(board: Board, unit: PlacedUnit) -> list[PlacedUnit]:
    """The units of other sides."""
    return [other for other in board.units if other.unit.side != unit.unit.side]


def command_range(board: Board, general: PlacedUnit) -> set[Hex]:
    """The hexes where a general commands: within a distance, or at the end of a short path around
    enemies over terrain that costs one point. The last step of the path may enter other terrain, or
    cross a side that costs a whole move.
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
