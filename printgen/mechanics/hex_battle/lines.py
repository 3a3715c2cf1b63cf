"""Where the units of many games stand, and in what state."""

from __future__ import annotations

import numpy as np

from printgen.mechanics.hex_battle.engagement import NEVER, Engagement
from printgen.mechanics.hex_battle.ground import STANCES, Ground
from printgen.mechanics.many_games import Bools, Ints, Lives

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
