"""What the rules of a game make of units on hexes: fronts, ranges, control, moves, command.

The parameters are those of `hexes:` in game.yaml. A unit that faces a corner has two hexes in
front, two behind and one on either hand; one that faces a side has three before it and three
behind. A unit without a front has all six in front.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from printgen.hexes import Hex, corner_at, distance, explore, neighbours, side_at, within
from printgen.rules.maps.board import Board, Placed

ALL = tuple(range(6))


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of a unit's hex, by where they lie for it."""

    front: tuple[int, ...]
    flanks: tuple[int, ...]
    rear: tuple[int, ...]


def sides_of(board: Board, unit: Placed) -> Sides:
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


def beside(board: Board, unit: Placed, sides: Iterable[int]) -> list[Hex]:
    """The hexes of the map across these sides."""
    around = (unit.at.next(side) for side in sides)
    return [hex for hex in around if hex in board.ground]


def shot(board: Board, unit: Placed, reach: int) -> dict[Hex, int]:
    """The hexes that a unit can shoot into, with their distance: the triangle of its front, with
    its tip on the unit; a circle for one without a front.
    """
    front = sides_of(board, unit).front
    found = {}
    for hex in within(unit.at, reach):
        if hex != unit.at and hex in board.ground and _ahead(hex.minus(unit.at), front):
            found[hex] = distance(unit.at, hex)
    return found


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


def control(board: Board, units: Iterable[Placed]) -> dict[Hex, int]:
    """How many of the units stand beside each hex of the map that has any beside it."""
    found: dict[Hex, int] = {}
    for unit in units:
        for hex in beside(board, unit, ALL):
            found[hex] = found.get(hex, 0) + 1
    return found


def moves(board: Board, unit: Placed, points: int) -> dict[Hex, int]:
    """The hexes that a unit can come to with so many points, and the least that it takes.

    It goes across its front only, and to turn by a sixth costs a point. It enters no hex that is
    held, and stops where an enemy stands beside it; to enter ground that takes a whole move it must
    not have moved.
    """
    enemies = control(board, _others(board, unit))
    standing = board.standing

    def enter(hex: Hex, spent: int) -> int | None:
        if hex not in board.ground or hex in standing:
            return None
        cost = board.terrain(hex).enter
        if cost == "never" or (cost == "whole" and spent):
            return None
        whole = cost == "whole" or hex in enemies
        return max(points - spent, 1) if whole else int(cost)

    def steps(
        state: tuple[Hex, int | None], spent: int
    ) -> Iterator[tuple[tuple[Hex, int | None], int]]:
        hex, facing = state
        front = ALL if facing is None else (facing, (facing + 1) % 6)
        for side in front:
            cost = enter(hex.next(side), spent)
            # Close order does not enter ground that bars it.
            if cost is not None and not (facing is not None and _difficult(board, hex.next(side))):
                yield (hex.next(side), facing), cost
        if facing is not None:
            yield (hex, (facing + 1) % 6), 1
            yield (hex, (facing - 1) % 6), 1

    corner = None if unit.facing is None else corner_at(unit.facing, board.grid.orientation)
    found: dict[Hex, int] = {}
    for (hex, _), spent in explore((unit.at, corner), points, steps).items():
        found[hex] = min(spent, found.get(hex, spent))
    del found[unit.at]
    return found


def _others(board: Board, unit: Placed) -> list[Placed]:
    """The enemies of a unit: those of another side."""
    return [other for other in board.units if other.unit.side != unit.unit.side]


def _difficult(board: Board, hex: Hex) -> bool:
    return board.terrain(hex).enter in ("whole", "never")


def group(board: Board, units: list[Placed], hours: Iterable[int]) -> dict[str, list[Hex]]:
    """The way of each unit of a group, by its mark, when all step across the same sides."""
    ways = {}
    for unit in units:
        at, way = unit.at, [unit.at]
        for hour in hours:
            side = side_at(hour, board.grid.orientation)
            assert side is not None
            at = at.next(side)
            way.append(at)
        ways[unit.unit.mark or ""] = way
    return ways


def recoil(board: Board, target: Placed, attacker: Placed, points: int) -> list[set[Hex]]:
    """Where a unit may recoil to, step by step: into one of the three hexes opposite the attacker
    that are on the map and free; each further step likewise.
    """
    away = next(side for side in ALL if attacker.at.next(side) == target.at)
    standing = board.standing
    ranks: list[set[Hex]] = []
    last = {target.at}
    for _ in range(points):
        last = {
            hex.next(side)
            for hex in last
            for side in (away - 1, away, away + 1)
            if hex.next(side) in board.ground and hex.next(side) not in standing
        }
        ranks.append(last)
    return ranks


def command(board: Board, general: Placed) -> set[Hex]:
    """The hexes within call of a general: near enough, or at the end of a way that is short enough
    over ground that takes one point and around enemies; the ground of the last hex does not matter.
    """
    rules = board.rules
    assert rules is not None and rules.command is not None
    near = {hex for hex in within(general.at, rules.command.near) if hex in board.ground}
    enemies = {other.at for other in _others(board, general)}

    def steps(hex: Hex, spent: int) -> Iterator[tuple[Hex, int]]:
        # What is entered last may be anything; nobody goes on from ground that is not easy.
        if hex != general.at and board.terrain(hex).enter != 1:
            return
        for after in neighbours(hex):
            if after in board.ground and after not in enemies:
                yield after, 1

    return near | set(explore(general.at, rules.command.path, steps))
