"""The ground of a battle as arrays, the ways of units over it, where units stand and who leaves."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from printgen.extras.battles.many_games import Bools, Ints, Lives
from printgen.extras.hex_battle.engagement import (
    LOOSE,
    NEVER,
    WHOLE,
    Engagement,
    Leave,
    Soldiers,
    Terrain,
)
from printgen.extras.hex_maps.hexes import Hex

# --- the hexes of a battle as arrays: neighbours, fronts and distances ----------------------------
#
# Hexes are numbered from 0; the last number is no hex but the place of units out of play. A stance
# is a hex and a direction, numbered `hex * 7 + direction`.


STANCES = LOOSE + 1

# More than any distance or way.
FAR = 9_999


class Ground:
    """A map. `next`, `cross` and `enter` are as in Terrain; `out` is the place out of play, and
    `exit` what units aim at that want to leave the map.

    `touch` is whether units of two hexes can fight in melee, `front` and `rear` whether a hex is
    before (at any distance) or right behind a unit of each stance.
    """

    def __init__(self, terrain: Terrain):
        self.out = out = len(terrain.places)
        self.exit = out + 1
        self.next = np.full((out + 1, 6), out)
        self.next[:out] = np.where(np.array(terrain.neighbours) < 0, out, terrain.neighbours)
        self.enter = np.append(np.array(terrain.enter), NEVER)
        self.cross = np.full((out + 1, 6), NEVER)
        self.cross[:out] = terrain.cross
        self.ahead = terrain.ahead
        hexes = [Hex(*place) for place in terrain.places]
        self.far = np.full((out + 1, out + 1), FAR)
        at = np.array(hexes).reshape(out, 2)
        step = at[None, :, :] - at[:, None, :]
        # As `distance` of two hexes, for all pairs.
        self.far[:out, :out] = np.abs(np.dstack((step, step.sum(axis=2)))).max(axis=2)
        self.touch: Bools = np.zeros((out + 1, out + 1), bool)
        for side in range(6):
            able = (self.next[:, side] < out) & (self.cross[:, side] != NEVER)
            self.touch[np.flatnonzero(able), self.next[able, side]] = True
        # What is before and behind each stance, by the steps between all pairs of hexes.
        self.front: Bools = np.zeros((out + 1, STANCES, out + 1), bool)
        self.rear: Bools = np.zeros((out + 1, STANCES, out + 1), bool)
        self.front[:out, LOOSE, :out] = True
        origin = Hex(0, 0)
        for direction in range(LOOSE):
            sides = [(direction + side) % 6 for side in self.ahead]
            for one, two in pairwise(sides):
                # The hexes that are sums of steps across both sides, by Cramer's rule.
                a, b = origin.next(one), origin.next(two)
                area = a.q * b.r - a.r * b.q
                first = (step[..., 0] * b.r - step[..., 1] * b.q) * area >= 0
                second = (a.q * step[..., 1] - a.r * step[..., 0]) * area >= 0
                self.front[:out, direction, :out] |= first & second
            for side in sides:
                behind = self.next[:, (side + 3) % 6]
                self.rear[np.arange(out + 1), direction, behind] = True
        self.rear[:, :, out] = False
        self.front[np.arange(out), :, np.arange(out)] = False


# --- where the units of many games stand, and in what state ---------------------------------------


# What a unit has done in a turn: nothing yet, it is the last one (or of the last group), or done.
IDLE, LAST, DONE = 0, 1, 2


class Lines(Lives):
    """The units: `at` is their hex, `facing` their direction; `held` has the unit on each hex.

    `shelter` is whether they have their protection left, `pinned` whether they may not move any
    more this turn, `phase` what they have done in it. `cohesion` is that of both sides.
    """

    def __init__(self, rules: Engagement, ground: Ground, games: int):
        units = rules.units
        super().__init__([unit.side for unit in units], [unit.life for unit in units], games)
        shape = (games, len(units))
        self.ground = ground
        self.at = np.tile(np.array([unit.at for unit in units]), (games, 1))
        self.facing = np.tile(np.array([unit.facing for unit in units]), (games, 1))
        self.held = np.full((games, ground.out + 1), -1)
        self.held[:, self.at[0]] = np.arange(len(units))
        self.shelter = np.tile(np.array([any(unit.shelter) for unit in units]), (games, 1))
        self.pinned: Bools = np.zeros(shape, bool)
        self.phase: Ints = np.zeros(shape, np.int64)
        self.cohesion = np.full((games, 2), rules.cohesion)
        self.limit = np.array([unit.limit for unit in units])
        self.away = np.zeros(shape, bool) if rules.leave else None
        self.own = [np.flatnonzero(self.side == side) for side in (0, 1)]

    def standing(self, games: Ints) -> Bools:
        """Which units are on the map."""
        there = super().standing(games)
        return there if self.away is None else there & ~self.away[games]

    def stances(self, games: Ints, units: Ints) -> Ints:
        """The stances of some units in each game."""
        return np.asarray(
            self.at[games[:, None], units] * STANCES + self.facing[games[:, None], units]
        )

    def controllers(self, games: Ints, side: int, hexes: Ints) -> Ints:
        """How many enemies of a side control the hex, or each of the hexes, of each game."""
        foes = self.at[games[:, None], self.own[1 - side]]
        if hexes.ndim > 1:
            foes = foes[:, None, :]
        return np.asarray(self.ground.touch[hexes[..., None], foes].sum(axis=-1))

    def free(self, games: Ints, hexes: Ints) -> Bools:
        """Whether a hex is on the map, empty and passable."""
        return np.asarray((self.ground.enter[hexes] != NEVER) & (self.held[games, hexes] < 0))

    def put(self, games: Ints, who: Ints, hexes: Ints) -> None:
        """Move each to a hex, or out of play. A unit that leaves its hex leaves its protection."""
        before = self.at[games, who]
        moved = before != hexes
        mine = self.held[games, before] == who
        self.held[games[mine], before[mine]] = -1
        self.held[games, hexes] = who
        gone = hexes == self.ground.out
        self.held[games[gone], self.ground.out] = -1
        self.at[games, who] = hexes
        self.shelter[games[moved], who[moved]] = False

    def activate(self, games: Ints, who: Ints, group: Bools) -> None:
        """Let each unit of a group be the last to act in its game; the others are done."""
        side = self.side[who]
        own = self.side[None, :] == side[:, None]
        phase = self.phase[games]
        phase = np.where(own & (phase == LAST) & ~group, DONE, phase)
        self.phase[games] = np.where(group, LAST, phase)

    def over(self, games: Ints) -> Bools:
        """Which games are lost for a side: it has no cohesion or no unit."""
        standing = self.standing(games)
        lost: Bools = np.asarray((self.cohesion[games] <= 0).any(axis=1))
        for side in (0, 1):
            lost |= ~standing[:, self.own[side]].any(axis=1)
        return lost


# --- the ways of units over the ground: what each step costs, and how far an enemy is -------------


Shorts = NDArray[np.int16]

# What a step that disorders a unit counts more than the points that it takes.
DISMAY = 4

# Choices of a step: across the sides 0 to 5, a turn left or right, or off the map.
CHOICES, LEFT, RIGHT, LEAVE = 9, 6, 7, 8


class Ways:
    """The ways of the units of a battle, by their `kind`.

    `after` has the stance after each choice in each stance, `cost` what it costs: points, WHOLE or
    NEVER. `far` has the points from a stance (the last index) to where a hex can be attacked, or
    off the map.
    """

    def __init__(self, ground: Ground, units: tuple[Soldiers, ...], off: Leave | None = None):
        # What the ways of a unit depend on: at last, whether it leaves the map.
        keys = [(u.move, u.reach, u.barred, off is not None and u.side == off.side) for u in units]
        kinds = list(dict.fromkeys(keys))
        self.kind = np.array([kinds.index(key) for key in keys])
        models = [units[keys.index(key)] for key in kinds]
        doors = [off.hexes if off and leaves else frozenset[int]() for *_, leaves in kinds]
        found = [steps(ground, *each) for each in zip(models, doors, strict=True)]
        # Without an exit, no unit has the choice to leave.
        choices = CHOICES if off else LEAVE
        self.after = np.stack([after[:, :choices] for after, _ in found])
        self.cost = np.stack([cost[:, :choices] for _, cost in found])
        self.far = np.stack([ways(ground, *each) for each in zip(models, doors, strict=True)])


def steps(ground: Ground, unit: Soldiers, doors: frozenset[int] = frozenset()) -> tuple[Ints, Ints]:
    """For each stance and choice, the stance that follows and its cost for a kind of unit, which
    leaves the map from some hexes.

    The cost is in points, WHOLE or NEVER.
    """
    out, stances = ground.out, (ground.out + 1) * STANCES
    after = np.tile(np.arange(stances)[:, None], (1, CHOICES))
    cost = np.full((stances, CHOICES), NEVER)
    barred: Bools = np.zeros(out + 1, bool)
    barred[list(unit.barred)] = True
    hexes = np.arange(out)
    for side in range(6):
        to = ground.next[:out, side]
        enter, cross = ground.enter[to], ground.cross[:out, side]
        never = (to == out) | (enter == NEVER) | (cross == NEVER)
        whole = (enter == WHOLE) | (cross == WHOLE)
        loose = hexes * STANCES + LOOSE
        after[loose, side] = to * STANCES + LOOSE
        cost[loose, side] = np.where(never, NEVER, np.where(whole, WHOLE, enter))
        ditch = barred[to] | (cross == WHOLE)
        for direction in range(LOOSE):
            stance = hexes * STANCES + direction
            ahead = (side - direction) % 6 in [each % 6 for each in ground.ahead]
            # A unit that becomes disordered has no front any more, and goes where it likes.
            after[stance, side] = to * STANCES + np.where(ditch, LOOSE, direction)
            way = np.where(whole | ditch, WHOLE, enter) if ahead else np.full(out, NEVER)
            cost[stance, side] = np.where(never, NEVER, np.where(ditch, WHOLE, way))
    for direction in range(LOOSE):
        stance = hexes * STANCES + direction
        for choice, turn in ((LEFT, -1), (RIGHT, 1)):
            after[stance, choice] = hexes * STANCES + (direction + turn) % 6
            cost[stance, choice] = 1
    for direction in range(STANCES):
        leaves = np.array(sorted(doors), np.int64) * STANCES + direction
        after[leaves, LEAVE] = out * STANCES + direction
        cost[leaves, LEAVE] = 1
    return after, cost


def ways(ground: Ground, unit: Soldiers, doors: frozenset[int] = frozenset()) -> Shorts:
    """The points to where a unit can attack each hex, and off the map (rows), from each stance
    (columns).
    """
    after, cost = steps(ground, unit, doors)
    stances = np.arange(len(after))
    disorders = (stances[:, None] % STANCES < LOOSE) & (after % STANCES == LOOSE)
    points = np.where(cost == WHOLE, max(unit.move, 1), cost) + DISMAY * disorders
    points = np.where(cost == NEVER, FAR, points).astype(np.int16)
    able = ground.front & (ground.touch | (ground.far <= unit.reach))[:, None, :]
    # Small numbers: on large maps, the time is that of the memory.
    found: Shorts = np.where(able.reshape(len(after), -1).T, np.int16(0), np.int16(FAR))
    found[ground.out] = FAR
    off = np.where(stances // STANCES == ground.out, np.int16(0), np.int16(FAR))
    found = np.vstack([found, off])
    if not unit.move:
        return found
    while True:
        before = found.sum()
        for choice in range(CHOICES if doors else LEAVE):
            np.minimum(found, found[:, after[:, choice]] + points[:, choice], out=found)
        np.minimum(found, FAR, out=found)
        if found.sum() == before:
            return found


# --------------------------------------------------------------------------------------------------
# Units that leave the map in many games: who still wants to, and what it costs the other side.


class Leaving:
    """The units that leave the map, if those of a side do."""

    def __init__(self, rules: Engagement, ground: Ground, lines: Lines):
        self.lines = lines
        self.side = -1 if rules.leave is None else rules.leave.side
        self.out, self.place = ground.out, ground.exit
        self.doors: Bools = np.zeros(ground.out + 1, bool)
        # How many points it has cost the other side by the number of units that have left.
        self.lost = np.zeros(len(rules.units) + 1, np.int64)
        if rules.leave:
            self.doors[list(rules.leave.hexes)] = True
            for number in rules.leave.after:
                self.lost[number:] += 1
        # After this number, no more cost anything.
        self.most = int((self.lost == self.lost[-1]).argmax())

    def aims(self, games: Ints, side: int) -> Ints:
        """Where the units of a side want to go, in each game: the hexes of its enemies, or out of
        the map.
        """
        aims: Ints = self.lines.at[games][:, self.lines.own[1 - side]]
        if side == self.side:
            aims[self.wants(games)] = self.place
        return aims

    def wants(self, games: Ints) -> Bools:
        """Where units want to leave: it will cost the other side a point, and one remains, or this
        point is the last one.
        """
        lines, side = self.lines, self.side
        left, standing = self._left(games), lines.standing(games)[:, lines.own[side]].sum(axis=1)
        more = self.lost[left] < self.lost[-1]
        now = self.lost[np.minimum(left + 1, len(self.lost) - 1)] - self.lost[left]
        last = now >= lines.cohesion[games, 1 - side]
        return np.asarray(more & ((standing > 1) | last))

    def ready(self, games: Ints, side: int) -> Bools:
        """Which units of a side are on hexes where they leave the map, and want to."""
        lines = self.lines
        at = lines.at[games][:, lines.own[side]]
        if side != self.side:
            return np.zeros(at.shape, bool)
        return np.asarray(self.doors[at] & self.wants(games)[:, None])

    def goes(self, games: Ints, group: Bools, off: Bools) -> Bools:
        """The groups where they step `off` the map: without those who would leave for nothing, and
        one stays unless the others win by leaving.
        """
        if not off.any():
            return group
        lines, side, left = self.lines, self.side, self._left(games)
        most = self.most - left
        standing = lines.standing(games)[:, lines.own[side]].sum(axis=1)
        all_go = np.minimum(left + np.minimum(most, standing), self.most)
        wins = self.lost[all_go] - self.lost[left] >= lines.cohesion[games, 1 - side]
        room = np.where(wins, most, np.minimum(most, np.maximum(standing - 1, 1)))
        return np.asarray(group & (~off[:, None] | (group.cumsum(axis=1) <= room[:, None])))

    def go(self, games: Ints, who: Ints) -> None:
        """Count units that have just left, several of a game one after the other."""
        away, lines = self.lines.away, self.lines
        assert away is not None
        every = np.unique(games)
        before = self._left(every)
        away[games, who] = True
        cost = self.lost[self._left(every)] - self.lost[before]
        lines.cohesion[every, 1 - self.side] -= cost

    def _left(self, games: Ints) -> Ints:
        """How many units have left."""
        assert self.lines.away is not None
        return np.asarray(self.lines.away[games].sum(axis=1))
