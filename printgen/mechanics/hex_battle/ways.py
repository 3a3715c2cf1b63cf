"""The ways of units over the ground: what each step costs, and how far an enemy is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from printgen.mechanics.hex_battle.engagement import LOOSE, NEVER, WHOLE, Leave, Soldiers
from printgen.mechanics.hex_battle.ground import FAR, STANCES, Ground
from printgen.mechanics.many_games import Bools, Ints

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
        keys = [(_kind(unit), off is not None and unit.side == off.side) for unit in units]
        kinds = list(dict.fromkeys(keys))
        self.kind = np.array([kinds.index(key) for key in keys])
        models = [units[keys.index(key)] for key in kinds]
        doors = [off.hexes if off and leaves else frozenset[int]() for _, leaves in kinds]
        found = [steps(ground, *each) for each in zip(models, doors, strict=True)]
        # Without an exit, no unit has the choice to leave.
        choices = CHOICES if off else LEAVE
        self.after = np.stack([after[:, :choices] for after, _ in found])
        self.cost = np.stack([cost[:, :choices] for _, cost in found])
        self.far = np.stack([ways(ground, *each) for each in zip(models, doors, strict=True)])


def _kind(unit: Soldiers) -> tuple[object, ...]:
    """What the ways of a unit depend on."""
    return unit.move, unit.reach, unit.barred


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
