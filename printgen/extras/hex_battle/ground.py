"""The ground of a battle as arrays: neighbours, fronts, distances and lines of sight."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from printgen.extras.battles.many_games import Bools, Ints, Lives
from printgen.extras.hex_battle.engagement import LOOSE, NEVER, Engagement, Terrain
from printgen.geometry.hexes import Hex

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
        self._face(step)

    def _face(self, step: Ints) -> None:
        """Find what is before and behind each stance, by the steps between all pairs of hexes."""
        out = self.out
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
        found: Ints = self.at[games[:, None], units] * STANCES + self.facing[games[:, None], units]
        return found

    def controllers(self, games: Ints, side: int, hexes: Ints) -> Ints:
        """How many enemies of a side control the hex, or each of the hexes, of each game."""
        foes = self.at[games[:, None], self.own[1 - side]]
        if hexes.ndim > 1:
            foes = foes[:, None, :]
        found: Ints = self.ground.touch[hexes[..., None], foes].sum(axis=-1)
        return found

    def free(self, games: Ints, hexes: Ints) -> Bools:
        """Whether a hex is on the map, empty and passable."""
        found: Bools = (self.ground.enter[hexes] != NEVER) & (self.held[games, hexes] < 0)
        return found

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
