"""The state of many games of a skirmish at once: where fighters stand, what life they have left.

Arrays have a row per game and a column per fighter. Methods take `games` and `who`, two arrays of
the same length: one fighter in each of these games. No game is in `games` twice.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from printgen.mechanics.poker_dice.attacks import Attacks, Floats, Ints
from printgen.mechanics.poker_dice.fighter import Skirmish

Bools = NDArray[np.bool_]

# Bases touch at this distance or less: positions are rounded.
TOUCH = 1e-6

# How far from contact a dodge ends, in the unit of the table.
SHORT = 0.01


class Field:
    """The state. `slayer` is the fighter that put one out of play, or -1; `gone` has fled."""

    def __init__(
        self, skirmish: Skirmish, attacks: Attacks, games: int, random: np.random.Generator
    ):
        fighters, shape = skirmish.fighters, (games, len(skirmish.fighters))
        self.rules, self.attacks, self.random = skirmish, attacks, random
        self.side = np.array([fighter.side for fighter in fighters])
        self.whole = np.array([sum(fighter.life) for fighter in fighters])
        self.wounding = np.array([fighter.life[1] for fighter in fighters])
        self.star = np.array([fighter.star for fighter in fighters])
        places = np.array([fighter.place for fighter in fighters], float)
        self.x = np.tile(places[:, 0], (games, 1))
        self.y = np.tile(places[:, 1], (games, 1))
        self.left = np.tile(self.whole, (games, 1))
        self.fleeing: Bools = np.zeros(shape, bool)
        self.gone: Bools = np.zeros(shape, bool)
        self.slayer = np.full(shape, -1)

    def standing(self, games: Ints) -> Bools:
        """Which fighters are in play."""
        return (self.left[games] > 0) & ~self.gone[games]

    def worn(self, games: Ints, who: Ints) -> Bools:
        """Whether each is wounded."""
        return self.left[games, who] < self.wounding[who]

    def gaps(self, games: Ints, who: Ints) -> Floats:
        """The distance from each to every enemy in play, infinite to all others."""
        across = self.x[games] - self.x[games, who][:, None]
        along = self.y[games] - self.y[games, who][:, None]
        found: Floats = np.hypot(across, along) - self.rules.base
        enemy = (self.side != self.side[who][:, None]) & self.standing(games)
        return np.where(enemy, np.maximum(found, 0), np.inf)

    def nearest(self, games: Ints, sides: Ints, among: Bools) -> Ints:
        """The fighter of each side that is nearest to an enemy, of those in `among`."""
        distances = np.full(among.shape, np.inf)
        for one in range(among.shape[1]):
            chosen = np.flatnonzero(among[:, one] & (sides == self.side[one]))
            own = np.full(len(chosen), one)
            distances[chosen, one] = self.gaps(games[chosen], own).min(axis=1, initial=np.inf)
        # Fighters that cannot be activated come after those whose enemies are all gone.
        able = among & (self.side == sides[:, None])
        nearest: Ints = np.where(able, np.minimum(distances, 1e9), np.inf).argmin(axis=1)
        return nearest

    def engaged(self, games: Ints, who: Ints) -> Bools:
        """Which enemies touch a fighter of the side of each."""
        found = np.zeros((len(games), len(self.side)), bool)
        for one in range(len(self.side)):
            ours = (self.side[who] == self.side[one]) & (self.left[games, one] > 0)
            chosen = np.flatnonzero(ours & ~self.gone[games, one])
            own = np.full(len(chosen), one)
            found[chosen] |= self.gaps(games[chosen], own) <= TOUCH
        return found

    def advance(self, games: Ints, who: Ints, step: float, short: float = 0.0) -> None:
        """Move each towards the nearest enemy: into contact, or `short` of it."""
        gaps = self.gaps(games, who)
        enemy = gaps.argmin(axis=1)
        gap = gaps[np.arange(len(games)), enemy]
        able = np.isfinite(gap) & (gap > short)
        games, who, enemy, gap = games[able], who[able], enemy[able], gap[able]
        reach = np.minimum(step, gap - short) / (gap + self.rules.base)
        self.x[games, who] += reach * (self.x[games, enemy] - self.x[games, who])
        self.y[games, who] += reach * (self.y[games, enemy] - self.y[games, who])

    def flee(self, games: Ints, who: Ints, danger: Ints) -> None:
        """Move each directly away from a fighter, or from the nearest enemy if that is not in play.

        It stops at the edge of the table.
        """
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
