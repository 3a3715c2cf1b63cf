"""Units that leave the map in many games: who still wants to, and what it costs the other side."""

from __future__ import annotations

import numpy as np

from printgen.mechanics.hex_battle.engagement import Engagement
from printgen.mechanics.hex_battle.ground import Ground
from printgen.mechanics.hex_battle.lines import Lines
from printgen.mechanics.many_games import Bools, Ints


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
