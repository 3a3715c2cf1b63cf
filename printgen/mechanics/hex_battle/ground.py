"""The hexes of a battle as arrays: neighbours, fronts and distances.

Hexes are numbered from 0; the last number is no hex but the place of units out of play. A stance is
a hex and a direction, numbered `hex * 7 + direction`.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from printgen.geometry.hexes import Hex
from printgen.mechanics.hex_battle.engagement import LOOSE, NEVER, Terrain
from printgen.mechanics.many_games import Bools, Ints

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
