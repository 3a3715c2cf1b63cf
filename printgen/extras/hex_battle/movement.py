"""Movement: the ways of units over the ground, moves in groups, and units that leave the map."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from printgen.extras.battles.many_games import Bools, Ints
from printgen.extras.hex_battle.attacks import Assault
from printgen.extras.hex_battle.engagement import LOOSE, NEVER, WHOLE, Engagement, Leave, Soldiers
from printgen.extras.hex_battle.ground import DONE, FAR, STANCES, Ground, Lines

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
        found: Bools = more & ((standing > 1) | last)
        return found

    def ready(self, games: Ints, side: int) -> Bools:
        """Which units of a side are on hexes where they leave the map, and want to."""
        lines = self.lines
        at = lines.at[games][:, lines.own[side]]
        if side != self.side:
            return np.zeros(at.shape, bool)
        found: Bools = self.doors[at] & self.wants(games)[:, None]
        return found

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
        found: Bools = group & (~off[:, None] | (group.cumsum(axis=1) <= room[:, None]))
        return found

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
        found: Ints = self.lines.away[games].sum(axis=1)
        return found


# --- moves in many games: which unit moves with its group, and step by step where to --------------


# More mates beside a unit than this do not matter when one is chosen to move.
MATES = 3

# The order in which each side prefers steps that are worth the same: turned by half a turn for the
# second, so that armies that face each other have the same chances.
ORDER = np.array([[0, 1, 2, 3, 4, 5, LEFT, RIGHT, LEAVE], [3, 4, 5, 0, 1, 2, LEFT, RIGHT, LEAVE]])


class March:
    """Chooses and makes moves."""

    def __init__(
        self, rules: Engagement, ground: Ground, ways: Ways, lines: Lines, assault: Assault
    ):
        self.rules, self.ground, self.lines, self.assault = rules, ground, lines, assault
        self.kind, self.ways, self.after, self.cost = ways.kind, ways.far, ways.after, ways.cost
        self.order = ORDER[:, : self.cost.shape[2]]
        self.leaving = Leaving(rules, ground, lines)
        self.move = np.array([unit.move for unit in rules.units])
        self.leads = np.array([unit.leads for unit in rules.units])
        self.mounted = np.array([unit.mounted for unit in rules.units])

    def called(self, games: Ints, side: int) -> Bools:
        """Which units of a side are in the command range of a general."""
        lines, ground, own = self.lines, self.ground, self.lines.own[side]
        found: Bools = np.full((len(games), len(own)), self.rules.near < 0)
        if self.rules.near < 0 or not len(games):
            return found
        at = lines.at[games][:, own]
        for general in own[self.leads[own]]:
            here = lines.at[games, general]
            found |= ground.far[here[:, None], at] <= self.rules.near
            there = ~found.all(axis=1) & (here != ground.out)
            found[there] |= self._on_path(games[there], here[there], at[there], 1 - side)
        return found

    def _on_path(self, games: Ints, here: Ints, at: Ints, enemy: int) -> Bools:
        """Which hexes are at the end of a short path from a hex, around enemies."""
        ground = self.ground
        reached: Bools = np.zeros((len(games), ground.out + 1), bool)
        rows = np.arange(len(games))
        reached[rows, here] = True
        closed: Bools = np.zeros_like(reached)
        foes = self.lines.at[games][:, self.lines.own[enemy]]
        closed[rows[:, None], foes] = True
        closed |= ground.enter != 1
        for _ in range(self.rules.path - 1):
            near = (reached[:, ground.next] & (ground.cross == 0)).any(axis=2)
            reached |= near & ~closed
        last = reached[:, ground.next] & (ground.cross != NEVER)
        found: Bools = last.any(axis=2)[rows[:, None], at]
        return found

    # --- choice ------------------------------------------------------------------------------

    def choose(self, games: Ints, side: int, able: Bools) -> tuple[Bools, Ints]:
        """Where a unit of a side can come nearer to its aim, of those that are `able` to be paid;
        and which one moves: for greedy players the last of the line, of those in the midst of a
        group, for simple ones and those who want to leave the map the first of the line.
        """
        lines, own = self.lines, self.lines.own[side]
        waits = able & lines.standing(games)[:, own] & (lines.phase[games][:, own] != DONE)
        waits &= ~lines.pinned[games][:, own] & (self.move[own] > 0)
        foes = self.leaving.aims(games, side)
        stance = lines.stances(games, own)
        now = self.ways[self.kind[own][:, None], foes[:, None, :], stance[:, :, None]].min(axis=2)
        waits &= (now > 0) & (now < FAR)
        row, column = np.nonzero(waits)
        none = np.zeros(len(row), np.int64)
        best = self._worth(games[row], own[column], foes[row], none).min(axis=1, initial=FAR)
        waits[row, column] = best < now[row, column]
        wish = -now
        if self.rules.players[side] == "greedy":
            wish = now + (FAR + 1) * np.minimum(self._mates(games, own, waits), MATES)
        if side == self.leaving.side:
            # Those who want to leave send the foremost first.
            wish = np.where(self.leaving.wants(games)[:, None], -now, wish)
        which = np.where(waits, wish, -FAR - 1).argmax(axis=1) if len(games) else games
        return np.asarray(waits.any(axis=1)), own[which]

    def _mates(self, games: Ints, own: Ints, waits: Bools) -> Ints:
        """With how many others beside it each unit could move, of those that wait."""
        lines = self.lines
        kind = self.mounted[own] * 100 + self.move[own]
        marks = (kind * STANCES + lines.facing[games][:, own]) * 3 + lines.phase[games][:, own]
        at = lines.at[games][:, own]
        beside = self.ground.far[at[:, :, None], at[:, None, :]] == 1
        beside &= (marks[:, :, None] == marks[:, None, :]) & waits[:, None, :] & waits[:, :, None]
        found: Ints = beside.sum(axis=2)
        return found

    def _worth(self, games: Ints, who: Ints, foes: Ints, spent: Ints) -> Ints:
        """The points to an enemy after each step of a unit; FAR for steps that it cannot make."""
        lines, ground = self.lines, self.ground
        kind = self.kind[who]
        stance = lines.at[games, who] * STANCES + lines.facing[games, who]
        after, cost = self.after[kind, stance], self.cost[kind, stance]
        hexes = after // STANCES
        stays = hexes == lines.at[games, who][:, None]
        off = hexes == ground.out
        can = (cost != NEVER) & (stays | off | lines.free(games[:, None], hexes))
        upset = (after % STANCES == LOOSE) & (stance % STANCES != LOOSE)[:, None]
        weak = self.assault.fragile[who] & (
            lines.left[games, who] - self.rules.disorder <= lines.limit[who]
        )
        can &= ~(upset & weak[:, None])
        can &= (spent[:, None] + cost <= self.move[who][:, None]) & (
            (cost > 0) | (spent == 0)[:, None]
        )
        worth = self.ways[kind[:, None, None], foes[:, None, :], after[:, :, None]].min(axis=2)
        return np.where(can, worth, FAR)

    # --- execution ---------------------------------------------------------------------------

    def make(self, games: Ints, who: Ints, side: int) -> None:
        """Move a unit of a side in each game, with its group, as far as it can."""
        lines, own = self.lines, self.lines.own[side]
        group: Bools = np.zeros((len(games), len(lines.side)), bool)
        group[np.arange(len(games)), who] = True
        live = np.arange(len(games))
        spent: Ints = np.zeros(len(games), np.int64)
        for step in range(int(self.move[own].max(initial=0))):
            live = live[spent[live] < self.move[who[live]]]
            foes = self.leaving.aims(games[live], side)
            stance = (
                lines.at[games[live], who[live]] * STANCES + lines.facing[games[live], who[live]]
            )
            kind = self.kind[who[live]]
            now = self.ways[kind[:, None], foes, stance[:, None]].min(axis=1, initial=FAR)
            worth = self._worth(games[live], who[live], foes, spent[live])
            choice = self.order[side][worth[:, self.order[side]].argmin(axis=1)]
            goes = worth.min(axis=1, initial=FAR) < now
            live, choice, stance, kind = live[goes], choice[goes], stance[goes], kind[goes]
            cost = self.cost[kind, stance, choice]
            whole = cost == WHOLE
            spent[live] += np.where(whole, self.move[who[live]], cost)
            if not step:
                self._gather(games, who, group, live[~whole], choice[~whole], side)
                lines.activate(games, who, group)
            else:
                keeps = self._keeps(games[live], group[live], choice)
                live, choice, whole = live[keeps], choice[keeps], whole[keeps]
            stops = self._step(games[live], group[live], choice, side)
            live = live[~stops & ~whole]

    def _gather(
        self, games: Ints, who: Ints, group: Bools, live: Ints, choice: Ints, side: int
    ) -> None:
        """Find the groups: units of the same kind in a chain that can make the same step, and come
        no farther from the enemy by it.
        """
        lines, ground = self.lines, self.ground
        at, leader = games[live], who[live]
        rows = np.arange(len(live))
        mates = (
            (lines.side == side)
            & (lines.left[at] > 0)
            & ~lines.pinned[at]
            & (self.mounted == self.mounted[leader][:, None])
            & (self.move == self.move[leader][:, None])
            & (lines.facing[at] == lines.facing[at, leader][:, None])
            & (lines.phase[at] == lines.phase[at, leader][:, None])
            & (ground.enter[lines.at[at]] == 1)
        )
        mates &= self._nearer(at, mates, choice, side)
        mates[rows, leader] = True
        before = -1
        while mates.sum() != before:
            before = int(mates.sum())
            mates = self._chain(at, leader, mates)
            mates &= self._room(at, mates, choice)
            mates[rows, leader] = True
        group[live] = mates

    def _nearer(self, games: Ints, mates: Bools, choice: Ints, side: int) -> Bools:
        """Which units are not yet in reach of an enemy, and no farther from one after a step."""
        lines = self.lines
        foes = self.leaving.aims(games, side)
        found = np.zeros_like(mates)
        row, unit = np.nonzero(mates)
        stance = lines.at[games[row], unit] * STANCES + lines.facing[games[row], unit]
        kind, foe, way = self.kind[unit], foes[row], choice[row]
        then, cost = self.after[kind, stance, way], self.cost[kind, stance, way]
        now = self.ways[kind[:, None], foe, stance[:, None]].min(axis=1, initial=FAR)
        after = self.ways[kind[:, None], foe, then[:, None]].min(axis=1, initial=FAR)
        found[row, unit] = (now > 0) & (after <= now) & (cost == 1)
        return found

    def _chain(self, games: Ints, leader: Ints, mates: Bools) -> Bools:
        """Those of the mates that form a chain with the leader."""
        lines, rows = self.lines, np.arange(len(games))
        at = lines.at[games]
        beside = self.ground.far[at[:, :, None], at[:, None, :]] == 1
        beside &= mates[:, :, None] & mates[:, None, :]
        found = np.zeros_like(mates)
        found[rows, leader] = True
        while True:
            more = found | (beside & found[:, None, :]).any(axis=2)
            if (more == found).all():
                return found
            found = more

    def _room(self, games: Ints, mates: Bools, choice: Ints) -> Bools:
        """Which units find the hex of the next step free, or left by one of the group."""
        lines = self.lines
        turns = (choice >= LEFT)[:, None]
        to = self.ground.next[lines.at[games], np.minimum(choice, 5)[:, None]]
        holder = lines.held[games[:, None], to]
        rows = np.arange(len(games))[:, None]
        left = (holder >= 0) & mates[rows, np.maximum(holder, 0)]
        found: Bools = turns | lines.free(games[:, None], to) | left
        return found

    def _keeps(self, games: Ints, group: Bools, choice: Ints) -> Bools:
        """Whether all of the group can make the next step."""
        lines, rows = self.lines, np.arange(len(games))[:, None]
        stance = lines.at[games] * STANCES + lines.facing[games]
        cost = self.cost[self.kind[None, :], stance, choice[:, None]]
        alone = group.sum(axis=1) == 1
        can = self._room(games, group, choice) & (cost == 1)
        return np.asarray(alone | (can | ~group)[rows[:, 0]].all(axis=1))

    def _step(self, games: Ints, group: Bools, choice: Ints, side: int) -> Bools:
        """Make a step or a turn with all of a group; where the group has to stop."""
        lines = self.lines
        row, unit = np.nonzero(self.leaving.goes(games, group, choice == LEAVE))
        at, way = games[row], choice[row]
        stance = lines.at[at, unit] * STANCES + lines.facing[at, unit]
        then = self.after[self.kind[unit], stance, way]
        # All leave their hexes before any enters one.
        lines.held[at, lines.at[at, unit]] = -1
        lines.put(at, unit, then // STANCES)
        upset = (then % STANCES == LOOSE) & (stance % STANCES != LOOSE)
        lines.facing[at[~upset], unit[~upset]] = then[~upset] % STANCES
        self.assault.disorder(at[upset], unit[upset], unit[upset])
        if (off := way == LEAVE).any():
            self.leaving.go(at[off], unit[off])
        many = lines.controllers(at, side, then // STANCES) * (way < LEFT)
        lines.pinned[at, unit] |= many > 1
        stops: Bools = np.zeros(len(games), bool)
        stops[row[many > 0]] = True
        return stops
