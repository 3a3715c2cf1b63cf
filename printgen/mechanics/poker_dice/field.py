"""The state of many games of a skirmish at once: flight, tests of nerve and wounds."""

from __future__ import annotations

import numpy as np

from printgen.mechanics.many_games import Bools, Ints
from printgen.mechanics.open_table import OpenTable
from printgen.mechanics.poker_dice.attacks import Attacks
from printgen.mechanics.poker_dice.fighter import Skirmish

# How far from contact a dodge ends, in the unit of the table.
SHORT = 0.01


class Field(OpenTable):
    """The state. See OpenTable for the arguments of its methods."""

    def __init__(
        self, skirmish: Skirmish, attacks: Attacks, games: int, random: np.random.Generator
    ):
        fighters = skirmish.fighters
        super().__init__(
            [fighter.side for fighter in fighters],
            [fighter.place for fighter in fighters],
            [sum(fighter.life) for fighter in fighters],
            skirmish.base,
            games,
        )
        self.rules, self.attacks, self.random = skirmish, attacks, random
        self.wounding = np.array([fighter.life[1] for fighter in fighters])
        self.star = np.array([fighter.star for fighter in fighters])
        self.fleeing: Bools = np.zeros_like(self.gone)

    def worn(self, games: Ints, who: Ints) -> Bools:
        """Whether each is wounded."""
        return self.left[games, who] < self.wounding[who]

    def flee(self, games: Ints, who: Ints, danger: Ints) -> None:
        """Move each directly away from a fighter, or from the nearest enemy if that is not in play.

        It stops at the edge of the table.
        """
        if not len(games):
            return
        gaps = self.gaps(games, who)
        rows = np.arange(len(games))
        danger = np.where(np.isfinite(gaps[rows, danger]), danger, gaps.argmin(axis=1))
        away = [line[games, who] - line[games, danger] for line in (self.x, self.y)]
        length = np.hypot(*away)
        able = np.isfinite(gaps[rows, danger]) & (length > 0)
        games, who, length = games[able], who[able], length[able]
        steps = [part[able] * self.rules.flight / length for part in away]
        share = np.ones(len(games))
        for line, step, size in zip((self.x, self.y), steps, self.rules.size, strict=True):
            rim = np.where(step > 0, size - self.rules.base / 2, self.rules.base / 2)
            room = np.maximum((rim - line[games, who]) * np.sign(step), 0)
            moving = step != 0
            share[moving] = np.minimum(share[moving], room[moving] / np.abs(step[moving]))
        for line, step in zip((self.x, self.y), steps, strict=True):
            line[games, who] += share * step

    def test(self, games: Ints, who: Ints, danger: Ints) -> Bools:
        """Test the nerve of each: those that fail flee, those that pass flee no longer."""
        if not len(games):
            return np.zeros(0, bool)
        chances = self.attacks.nerves[self.attacks.kinds[who], self.worn(games, who) * 1]
        passed: Bools = self.random.random(len(games)) < chances
        self.fleeing[games, who] = ~passed
        self.flee(games[~passed], who[~passed], danger[~passed])
        return passed

    def hit(self, games: Ints, who: Ints, points: Ints, by: Ints) -> None:
        """Take life from each, and test the nerve of those that are wounded or have lost a star."""
        struck = points > 0
        games, who, points, by = games[struck], who[struck], points[struck], by[struck]
        sound = ~self.worn(games, who)
        self.left[games, who] = np.maximum(self.left[games, who] - points, 0)
        out = self.left[games, who] == 0
        self.slayer[games[out], who[out]] = by[out]
        hurt = sound & ~out & self.worn(games, who)
        self.test(games[hurt], who[hurt], by[hurt])
        lost = out & self.star[who]
        self._shake(games[lost], self.side[who[lost]], by[lost])

    def _shake(self, games: Ints, sides: Ints, by: Ints) -> None:
        """Test the nerve of all of a side."""
        for one in range(len(self.side)) if len(games) else ():
            ours = (sides == self.side[one]) & (self.left[games, one] > 0)
            chosen = np.flatnonzero(ours & ~self.gone[games, one])
            self.test(games[chosen], np.full(len(chosen), one), by[chosen])
