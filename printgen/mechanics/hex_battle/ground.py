"""The hexes of a battle as arrays: neighbours, fronts, distances, and the ways of units.

Hexes are numbered from 0; the last number is no hex but the place of units out of play. A stance is
a hex and a direction, numbered `hex * 7 + direction`.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from printgen.geometry.hexes import Hex, distance
from printgen.mechanics.hex_battle.engagement import LOOSE, NEVER, WHOLE, Soldiers, Terrain
from printgen.mechanics.many_games import Bools, Ints

STANCES = LOOSE + 1

# The cost of a way that there is not.
FAR = 9_999

# What a step that disorders a unit costs more than the points that it takes.
DISMAY = 4

# Choices of a step: across the sides 0 to 5, or a turn left or right.
CHOICES, LEFT, RIGHT = 8, 6, 7


class Ground:
    """A map. `next`, `cross` and `enter` are as in Terrain; `out` is the place out of play.

    `touch` is whether units of two hexes can fight in melee, `front` and `rear` whether a hex is
    before (at any distance) or right behind a unit of each stance.
    """

    def __init__(self, terrain: Terrain):
        self.out = out = len(terrain.places)
        self.next = np.full((out + 1, 6), out)
        self.next[:out] = np.where(np.array(terrain.neighbours) < 0, out, terrain.neighbours)
        self.enter = np.append(np.array(terrain.enter), NEVER)
        self.cross = np.full((out + 1, 6), NEVER)
        self.cross[:out] = terrain.cross
        self.ahead = terrain.ahead
        hexes = [Hex(*place) for place in terrain.places]
        self.far = np.full((out + 1, out + 1), FAR)
        self.far[:out, :out] = [[distance(one, two) for two in hexes] for one in hexes]
        self.touch: Bools = np.zeros((out + 1, out + 1), bool)
        for side in range(6):
            able = (self.next[:, side] < out) & (self.cross[:, side] != NEVER)
            self.touch[np.flatnonzero(able), self.next[able, side]] = True
        self._face(hexes)

    def _face(self, hexes: list[Hex]) -> None:
        """Find what is before and behind each stance."""
        out = self.out
        self.front: Bools = np.zeros((out + 1, STANCES, out + 1), bool)
        self.rear: Bools = np.zeros((out + 1, STANCES, out + 1), bool)
        self.front[:out, LOOSE, :out] = True
        at = np.array(hexes).reshape(out, 2)
        step = at[None, :, :] - at[:, None, :]
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

    def steps(self, unit: Soldiers) -> tuple[Ints, Ints]:
        """For each stance and choice, the stance that follows and its cost for a kind of unit.

        The cost is in points, WHOLE or NEVER.
        """
        out, stances = self.out, (self.out + 1) * STANCES
        after = np.tile(np.arange(stances)[:, None], (1, CHOICES))
        cost = np.full((stances, CHOICES), NEVER)
        barred: Bools = np.zeros(out + 1, bool)
        barred[list(unit.barred)] = True
        hexes = np.arange(out)
        for side in range(6):
            to = self.next[:out, side]
            enter, cross = self.enter[to], self.cross[:out, side]
            never = (to == out) | (enter == NEVER) | (cross == NEVER)
            whole = (enter == WHOLE) | (cross == WHOLE)
            loose = hexes * STANCES + LOOSE
            after[loose, side] = to * STANCES + LOOSE
            cost[loose, side] = np.where(never, NEVER, np.where(whole, WHOLE, enter))
            ditch = barred[to] | (cross == WHOLE)
            for direction in range(LOOSE):
                stance = hexes * STANCES + direction
                ahead = (side - direction) % 6 in [each % 6 for each in self.ahead]
                # A unit that becomes disordered has no front any more, and goes where it likes.
                after[stance, side] = to * STANCES + np.where(ditch, LOOSE, direction)
                way = np.where(whole | ditch, WHOLE, enter) if ahead else np.full(out, NEVER)
                cost[stance, side] = np.where(never, NEVER, np.where(ditch, WHOLE, way))
        for direction in range(LOOSE):
            stance = hexes * STANCES + direction
            for choice, turn in ((LEFT, -1), (RIGHT, 1)):
                after[stance, choice] = hexes * STANCES + (direction + turn) % 6
                cost[stance, choice] = 1
        return after, cost

    def ways(self, unit: Soldiers) -> Ints:
        """The points to where a unit can attack each hex (rows), from each stance (columns)."""
        after, cost = self.steps(unit)
        stances = np.arange(len(after))
        disorders = (stances[:, None] % STANCES < LOOSE) & (after % STANCES == LOOSE)
        points = np.where(cost == WHOLE, max(unit.move, 1), cost) + DISMAY * disorders
        points = np.where(cost == NEVER, FAR, points)
        able = self.front & (self.touch | (self.far <= unit.reach))[:, None, :]
        found = np.where(able.reshape(len(after), -1).T, 0, FAR).astype(np.int32)
        found[self.out] = FAR
        if not unit.move:
            return found
        while True:
            before = found.sum()
            for choice in range(CHOICES):
                np.minimum(found, found[:, after[:, choice]] + points[:, choice], out=found)
            np.minimum(found, FAR, out=found)
            if found.sum() == before:
                return found
