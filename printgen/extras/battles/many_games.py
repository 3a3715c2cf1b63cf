"""Many games of a battle played at once, whatever their mechanic, and figures on an open table.

Arrays have a row per game and a column per figure. Methods take `games` and `who`, two arrays of
the same length: one figure in each of these games. No game is in `games` twice.

The only source of randomness is numpy's PCG64. Each batch of games has its own sequence of random
numbers: a seed and a number of games always give the same outcomes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from printgen.extras.battles.battle import BATCH, MAX_GAMES, Figure, Outcomes, Play

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class Lives:
    """What life the figures have left, and who took it.

    `side` is 0 or 1, `whole` the life of each figure at the start. `slayer` is the figure that put
    one out of play, or -1; `gone` has fled.
    """

    def __init__(self, sides: Sequence[int], life: Sequence[int], games: int):
        shape = (games, len(sides))
        self.side, self.whole = np.array(sides), np.array(life)
        self.left = np.tile(self.whole, (games, 1))
        self.gone: Bools = np.zeros(shape, bool)
        # Those that have left the map, in battles where some do.
        self.away: Bools | None = None
        self.slayer = np.full(shape, -1)

    def standing(self, games: Ints) -> Bools:
        """Which fighters are in play."""
        return (self.left[games] > 0) & ~self.gone[games]


class Games(ABC):
    """Many games, played turn by turn. `wins` has those of side 0, of side 1, and draws."""

    def __init__(self, lives: Lives, turns: int):
        self.lives = lives
        self.running: Bools = np.ones(len(lives.left), bool)
        self.lengths: Ints = np.zeros(turns, np.int64)
        self.timed = 0

    @abstractmethod
    def turn(self) -> None:
        """Play one turn of the games that are `running`."""

    def play(self) -> Games:
        """Play all games to their end."""
        for turn in range(len(self.lengths)):
            before = int(self.running.sum())
            self.turn()
            self.lengths[turn] = before - int(self.running.sum())
        self.timed = int(self.running.sum())
        self.lengths[-1] += self.timed
        # Count the wins, and who fell to whom.
        lives, results = self.lives, self.results()
        self.wins: Ints = np.array([(results == sign).sum() for sign in (1, -1, 0)])
        self.fled: Ints = lives.gone.sum(axis=0)
        self.left: Ints = np.zeros(0, np.int64) if lives.away is None else lives.away.sum(axis=0)
        self.fallen: Ints = np.zeros((len(lives.side),) * 2, np.int64)
        fallen, games = np.nonzero(lives.slayer.T >= 0)
        np.add.at(self.fallen, (fallen, lives.slayer[games, fallen]), 1)
        return self

    def end(self, games: Ints) -> None:
        """End those of the games in which a side has no figure left."""
        standing = self.lives.standing(games)
        both = [(standing & (self.lives.side == side)).any(axis=1) for side in (0, 1)]
        self.running[games[~(both[0] & both[1])]] = False

    def results(self) -> Ints:
        """What became of each game: 1 is a victory of side 0, -1 one of side 1, 0 a draw."""
        lives = self.lives
        standing = lives.standing(np.arange(len(self.running)))
        lost = np.where(lives.gone, lives.whole, lives.whole - lives.left)
        own, other = (lives.side == side for side in (0, 1))
        alive = [(standing & side).any(axis=1) for side in (own, other)]
        # Shares of the life of a side, compared as products of whole numbers.
        points = [(lost * side).sum(axis=1) for side in (own, other)]
        whole = [(lives.whole * side).sum() for side in (own, other)]
        better = np.sign(points[1] * whole[0] - points[0] * whole[1])
        return np.asarray(np.where(alive[0] & alive[1], better, alive[0] * 1 - alive[1] * 1))


def play_games(
    make: Callable[[int, np.random.Generator], Games], figures: int, games: int, seed: int
) -> Outcomes:
    """Play games in batches that `make` prepares. Raises ValueError for numbers out of range."""
    if not 1 <= games <= MAX_GAMES:
        raise ValueError(f"games must be 1 to {MAX_GAMES:,}, not {games:,}")
    if seed < 0:
        raise ValueError(f"a seed is 0 or more, not {seed}")
    size, batches = max(1, BATCH // figures), list[Games]()
    for number in range(-(-games // size)):
        random = np.random.Generator(np.random.PCG64(seed).jumped(number))
        batches.append(make(min(size, games - number * size), random).play())
    wins, lengths, fallen, fled, left = (
        np.sum([getattr(batch, name) for batch in batches], axis=0).tolist()
        for name in ("wins", "lengths", "fallen", "fled", "left")
    )
    return Outcomes(
        games,
        (wins[0], wins[1]),
        wins[2],
        tuple(lengths),
        sum(batch.timed for batch in batches),
        tuple(map(tuple, fallen)),
        tuple(fled),
        tuple(left),
    )


# --------------------------------------------------------------------------------------------------
# An open table on which many games of a battle are played at once, whatever their mechanic.
#
# Arrays have a row per game and a column per figure.


# Bases touch at this distance or less: positions are rounded.
TOUCH = 1e-6


def each_figure(able: Bools) -> Iterator[tuple[Ints, Ints]]:
    """For each figure that is able in some of the rows: these rows, and the figure in each."""
    for one in range(able.shape[1]):
        chosen = np.flatnonzero(able[:, one])
        if len(chosen):
            yield chosen, np.full(len(chosen), one)


class OpenTable(Lives):
    """Where figures stand, and what life they have left. Lengths are in the unit of the table."""

    def __init__(
        self,
        figures: Sequence[Figure],
        life: Sequence[int],
        base: float,
        games: int,
        players: Sequence[Play],
    ):
        super().__init__([figure.side for figure in figures], life, games)
        self.base = base
        self.x = np.tile(np.array([figure.place[0] for figure in figures], float), (games, 1))
        self.y = np.tile(np.array([figure.place[1] for figure in figures], float), (games, 1))
        self.greedy = np.array([players[figure.side] == "greedy" for figure in figures])

    def gaps(self, games: Ints, who: Ints) -> Floats:
        """The distance from each to every enemy in play, infinite to all others."""
        across = self.x[games] - self.x[games, who][:, None]
        along = self.y[games] - self.y[games, who][:, None]
        found: Floats = np.hypot(across, along) - self.base
        enemy = (self.side != self.side[who][:, None]) & self.standing(games)
        return np.where(enemy, np.maximum(found, 0), np.inf)

    def nearest(self, games: Ints, sides: Ints, among: Bools) -> Ints:
        """The fighter of each side that is nearest to an enemy, of those in `among`."""
        distances, able = np.full(among.shape, np.inf), among & (self.side == sides[:, None])
        for chosen, one in each_figure(able):
            distances[chosen, one] = self.gaps(games[chosen], one).min(axis=1, initial=np.inf)
        # Fighters that cannot be activated come after those whose enemies are all gone.
        return np.asarray(np.where(able, np.minimum(distances, 1e9), np.inf).argmin(axis=1))

    def target(self, who: Ints, gaps: Floats, targets: Bools, shares: Floats) -> Ints:
        """Whom each attacks among its `targets`: greedy players the one that is expected to lose
        the largest of the `shares` of its life, and then the nearest; simple players the nearest.
        """
        greedy = shares - 1e-6 * np.minimum(gaps, 1e3)
        wish = np.where(self.greedy[who][:, None], greedy, -gaps)
        return np.asarray(np.where(targets, wish, -np.inf).argmax(axis=1))

    def engaged(self, games: Ints, who: Ints) -> Bools:
        """Which enemies touch a fighter of the side of each."""
        found = np.zeros((len(games), len(self.side)), bool)
        ours = (self.side == self.side[who][:, None]) & self.standing(games)
        for chosen, one in each_figure(ours):
            found[chosen] |= self.gaps(games[chosen], one) <= TOUCH
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
