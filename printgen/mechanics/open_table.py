"""An open table on which many games of a battle are played at once, whatever their mechanic.

Arrays have a row per game and a column per figure, as in `many_games.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from printgen.mechanics.many_games import Bools, Floats, Ints, Lives

# Bases touch at this distance or less: positions are rounded.
TOUCH = 1e-6


class OpenTable(Lives):
    """Where figures stand, and what life they have left. Lengths are in the unit of the table."""

    def __init__(
        self,
        sides: Sequence[int],
        places: Sequence[tuple[float, float]],
        life: Sequence[int],
        base: float,
        games: int,
    ):
        super().__init__(sides, life, games)
        self.base = base
        self.x = np.tile(np.array([x for x, _ in places], float), (games, 1))
        self.y = np.tile(np.array([y for _, y in places], float), (games, 1))

    def gaps(self, games: Ints, who: Ints) -> Floats:
        """The distance from each to every enemy in play, infinite to all others."""
        across = self.x[games] - self.x[games, who][:, None]
        along = self.y[games] - self.y[games, who][:, None]
        found: Floats = np.hypot(across, along) - self.base
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
        reach = np.minimum(step, gap - short) / (gap + self.base)
        self.x[games, who] += reach * (self.x[games, enemy] - self.x[games, who])
        self.y[games, who] += reach * (self.y[games, enemy] - self.y[games, who])
