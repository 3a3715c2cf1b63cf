"""Units on boards by the rules of a game: front, range, sight, zones of control, command range and
moves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import count, pairwise

from printgen.extras.hex_maps.boards import Board, PlacedUnit, is_true
from printgen.extras.hex_maps.hexes import (
    Hex,
    corner_at,
    distance,
    explore,
    neighbours,
    sees,
    side_at,
    within,
)
from printgen.extras.hex_maps.model import Shade
from printgen.rules.resolve import ComputationError

# --------------------------------------------------------------------------------------------------
# Fields of units by the rules of a game: front, range, sight, zone of control, command range.
#
# The parameters are in `hexes:` of game.yaml. A unit that faces a corner has two front hexes, two
# flank hexes and two rear hexes; one that faces a side has three front hexes and three rear hexes.
# All six hexes around a unit without a facing are front hexes.


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


# --- movement of units by the rules of a game: moves, groups, recoil ------------------------------


# Maximum combinations of destinations to try; twenty times those of three units with 3 points each.
MAX_TRIES = 20_000


@dataclass(frozen=True)
class March:
    """A move of a unit: the hexes that it may enter, and their costs."""

    board: Board
    unit: PlacedUnit
    # Hexes held by other units, and hexes controlled by enemies.
    held: Collection[Hex]
    enemies: Collection[Hex]

    def front(self, turn: int) -> tuple[int, ...]:
        """The sides that the unit may cross after turning clockwise `turn` times by 60 degrees."""
        return tuple((side + turn) % 6 for side in sides_of(self.board, self.unit).front)

    def cost(self, hex: Hex, side: int, spent: int, points: int) -> int | None:
        """The cost of a step after `spent` points; None when the step is not allowed."""
        board, to = self.board, hex.next(side)
        if to not in board.ground or to in self.held or barred(board, self.unit, to):
            return None
        takes = board.terrain(to).enter
        ways = (board.crossing(hex, side), takes)
        if "never" in ways or ("whole" in ways and spent):
            return None
        # A unit with a facing is in close order, which cannot cross a ditch.
        if ways[0] == "whole" and self.unit.facing is not None:
            return None
        if "whole" in ways or to in self.enemies:
            return max(points - spent, 1)
        assert isinstance(takes, int)
        return takes


def barred(board: Board, unit: PlacedUnit, hex: Hex) -> bool:
    """Whether the terrain of a hex bars a unit."""
    bars = board.terrain(hex).bars
    return bool(bars) and not unit.unit.disordered and is_true(str(bars), unit.facts)


def reachable_hexes(
    board: Board, unit: PlacedUnit, points: int, group: Collection[PlacedUnit] = ()
) -> dict[Hex, int]:
    """The hexes that a unit can reach with `points`, each with its lowest cost.

    The unit crosses its front sides only; turning by 60 degrees costs a point. It cannot enter
    occupied hexes, except those of its own group, and stops next to an enemy. It can enter terrain
    that costs a whole move only before it spends any points.
    """
    own = {unit.at, *(other.at for other in group)}
    march = March(
        board, unit, set(board.standing) - own, zones_of_control(board, enemies_of(board, unit))
    )

    def steps(state: tuple[Hex, int], spent: int) -> Iterator[tuple[tuple[Hex, int], int]]:
        hex, turn = state
        for side in march.front(turn):
            cost = march.cost(hex, side, spent, points)
            if cost is not None:
                yield (hex.next(side), turn), cost
        if unit.facing is not None:
            yield (hex, (turn + 1) % 6), 1
            yield (hex, (turn - 1) % 6), 1

    found: dict[Hex, int] = {}
    for (hex, _), spent in explore((unit.at, 0), points, steps).items():
        found[hex] = min(spent, found.get(hex, spent))
    del found[unit.at]
    return found


def step_group(
    board: Board, units: list[PlacedUnit], hours: list[int], points: list[int]
) -> dict[str, list[Hex]]:
    """The path of each unit of a group, by its mark, when all units step in the same directions.

    `points` are per unit. Raises ComputationError when a unit cannot make a step.
    """
    ways = {}
    held = set(board.standing) - {unit.at for unit in units}
    for unit, most in zip(units, points, strict=True):
        march = March(board, unit, held, zones_of_control(board, enemies_of(board, unit)))
        way, spent = [unit.at], 0
        for number, hour in enumerate(hours):
            side = side_at(hour, board.grid.orientation)
            assert side is not None
            ahead = side in march.front(0)
            cost = march.cost(way[-1], side, spent, most) if ahead else None
            if cost is None or spent + cost > most:
                raise ComputationError(
                    f"'{unit.unit.mark}' cannot step to {hour} o'clock", "to", number
                )
            spent += cost
            way.append(way[-1].next(side))
        ways[unit.unit.mark or ""] = way
    return ways


def group_destinations(board: Board, units: list[PlacedUnit], points: list[int]) -> set[Hex]:
    """The hexes where units of a group may end a move after which the group is contiguous.

    Each unit moves on its own, over ground that costs one point; `points` are per unit. Raises
    ComputationError when there are too many combinations to try.
    """
    terrains = board.content.game.terrains
    easy = {hex for hex, name in board.ground.items() if terrains[name].enter == 1}
    reach = [
        easy & {unit.at, *reachable_hexes(board, unit, most, units)}
        for unit, most in zip(units, points, strict=True)
    ]
    tries = count(1)

    def joined(ends: frozenset[Hex], left: frozenset[int]) -> bool:
        if next(tries) > MAX_TRIES:
            raise ComputationError(
                "this group has too many possible moves", hint="use fewer units or points"
            )
        if not left:
            return True
        beside = {hex for end in ends for hex in neighbours(end)} - ends
        return any(joined(ends | {hex}, left - {n}) for n in left for hex in reach[n] & beside)

    every = frozenset(range(len(units)))
    return {
        hex for n, ends in enumerate(reach) for hex in ends if joined(frozenset({hex}), every - {n})
    }


def recoil_hexes(
    board: Board, target: PlacedUnit, attacker: PlacedUnit, points: int
) -> list[set[Hex]]:
    """The hexes that a unit may recoil to, by step. Each step goes in one of the three directions
    away from the attacker, into a free hex with passable terrain, across a free side.
    """
    away = next(side for side in ALL if attacker.at.next(side) == target.at)
    standing = board.standing

    def free(hex: Hex, side: int) -> bool:
        to = hex.next(side)
        there = to in board.ground and board.terrain(to).enter != "never"
        return there and to not in standing and board.crossing(hex, side) == "free"

    ranks: list[set[Hex]] = []
    last = {target.at}
    for _ in range(points):
        last = {
            hex.next(side % 6)
            for hex in last
            for side in (away - 1, away, away + 1)
            if free(hex, side % 6)
        }
        ranks.append(last)
    return ranks


# The stat that limits the range of each kind of shade.
RANGE_STATS = {"shot": "reach", "seen": "reach", "moves": "move", "group": "move"}


def unit_ranges(board: Board, shade: Shade, units: list[PlacedUnit]) -> list[int]:
    """The range of each unit of a shade: the shade's `points`, or else the stat of the unit."""
    stat = getattr(board.rules, RANGE_STATS.get(shade.rule, ""), None)
    values = [unit.facts.get(stat) if stat else None for unit in units]
    own = [value if isinstance(value, int) else 0 for value in values]
    return own if shade.points is None else [shade.points] * len(units)
