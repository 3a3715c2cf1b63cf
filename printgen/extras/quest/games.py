"""Simulation of whole games of a quest, in batches, with the combat pile of actual play.

Unlike in `solver.py`, the combat pile is used up across rounds and fights, and only then
reshuffled. (The last card of an odd pile is set aside.) Decisions are those of the solver. The only
source of randomness is numpy's PCG64: a seed and a number of games always give the same sample.
Each batch has its own sequence of random numbers, so batches may be played in any order and on
several machines.

A batch advances by one step card at a time; the games with a fight there advance by rounds until
all fights are over. A round is four table look-ups (the pair drawn, the outcome, the choice, the
next state), about half of the run time; shuffles are a third. Both are limited by memory access.
Batches are large because late rounds, with few games left, need as many numpy calls as early ones.
`make bench` measures the rate and the shares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from printgen.extras.dice.chances import interval
from printgen.extras.quest.definition import MAX_PLAYED, Play, Quest, TooLarge, work
from printgen.extras.quest.solver import Arena, Ints, Policy, after_effect, make_policy

BATCH = 1 << 16

# The maximum number of games: the run time grows with it.
MAX_GAMES = 100_000_000

# The maximum mean rounds per game of a batch: fights in which rounds rarely matter take hours.
MAX_ROUNDS = 1000

LOST = -1


@dataclass(frozen=True)
class Sample:
    """Simulated games: their number, the wins, the losses by step, and the seed.

    `low` and `high` are the bounds of Wilson's 95 % interval of the chance to win.
    """

    games: int
    wins: int
    deaths: NDArray[np.int64]
    seed: int
    low: float
    high: float


# Applies a function to each batch number, as `map` does.
ParallelMap = Callable[[Callable[[int], NDArray[np.int64]], range], Iterable[NDArray[np.int64]]]


def simulate(
    quest: Quest,
    start: tuple[int, int],
    games: int,
    seed: int,
    play: Play = "best",
    spread: ParallelMap = map,
) -> Sample:
    """Play a number of games of a quest from a start of (life, armour).

    `spread` plays the batches, in this process or elsewhere; the sample is the same.

    Raises ValueError for arguments out of range, TooLarge for a quest with too large tables or too
    many rounds per fight.
    """
    life, armour = start
    if not (1 <= life <= quest.life_max and 0 <= armour <= quest.armour_max):
        raise ValueError(f"a start with life {life} and armour {armour} is out of range")
    if not 1 <= games <= MAX_GAMES:
        raise ValueError(f"games must be 1 to {MAX_GAMES:,}, not {games:,}")
    if seed < 0:
        raise ValueError(f"a seed is 0 or more, not {seed}")
    if work(quest) > MAX_PLAYED:
        raise TooLarge("the quest can be solved, but is too large to be simulated")
    hero = quest.place(start)
    batches = range(-(-games // BATCH))
    deaths = np.zeros(len(quest.steps), dtype=np.int64)
    for fallen in spread(partial(play_batch, quest, play, hero, games, seed), batches):
        deaths += fallen
    wins = games - int(deaths.sum())
    return Sample(games, wins, deaths, seed, *interval(wins, games))


def play_batch(
    quest: Quest, play: Play, hero: int, games: int, seed: int, number: int
) -> NDArray[np.int64]:
    """The number of games lost at each step, among those of a batch. The first has the number 0.

    Its random numbers are those of the seed, `number` jumps of PCG64 ahead.
    """
    random = np.random.Generator(np.random.PCG64(seed).jumped(number))
    size = min(BATCH, games - number * BATCH)
    return Batch(_tables(quest, play), size, hero, random).play()


@lru_cache(maxsize=2)
def _tables(quest: Quest, play: Play) -> Tables:
    return Tables(make_policy(quest, play))


def shuffled(random: np.random.Generator, cards: Ints, rows: int) -> Ints:
    """Shuffles of cards, one per row. `cards` are small non-negative numbers.

    Sorts by random high bits, which is faster than shuffling row by row. The chance that two of
    about twenty cards get the same bits is below 1 in 10 ** 13.
    """
    bits = int(cards.max()).bit_length()
    keys = random.integers(0, 1 << (62 - bits), size=(rows, len(cards)), dtype=np.int64)
    keys <<= bits
    keys |= cards
    keys.sort(axis=1)
    keys &= (1 << bits) - 1
    return keys


class Tables:
    """A policy as flat look-up tables of the transitions of all fights.

    States and edges are numbered consecutively over all arenas. `edge` has an edge per state and
    difference of cards, a loop if nothing changes. `target` has, per edge and choice, the index of
    the next state's first entry in `edge`, or LOST, or -2 - h for a victory with the hero's
    (life, armour) h.
    """

    def __init__(self, plan: Policy):
        self.plan = plan
        arenas = plan.arenas.values()
        outcomes = len(plan.quest.differences)
        states = np.cumsum([0, *(arena.live for arena in arenas)])
        edges = np.cumsum([0, *(len(arena.source) + arena.live for arena in arenas)])
        self.edge = np.empty(states[-1] * outcomes, dtype=np.int32)
        self.target = np.empty(2 * edges[-1], dtype=np.int32)
        self.first = dict(zip(plan.arenas, zip(states, edges, strict=True), strict=False))
        for arena, (state, edge) in zip(arenas, self.first.values(), strict=True):
            end = edge + len(arena.source) + arena.live
            own = len(arena.source) + np.arange(arena.live)[:, None]
            found = np.where(arena.edge_of < 0, own, arena.edge_of) + edge
            self.edge[state * outcomes : (state + arena.live) * outcomes] = found.ravel()
            for choice, led in enumerate((arena.on_life, arena.on_armour)):
                led = np.concatenate([led, np.arange(arena.live)])
                self.target[2 * edge + choice : 2 * end : 2] = self._coded(arena, led, state)
        self._by_step()

    def _coded(self, arena: Arena, states: Ints, first: int) -> Ints:
        """The codes of target states of an arena whose first state has the number `first`."""
        outcomes = len(self.plan.quest.differences)
        ends = np.ones(arena.size, dtype=bool)
        ends[arena.source] = False
        coded = np.where(ends, LOST, (first + np.arange(arena.size)) * outcomes)
        won = np.arange(arena.live, arena.size - 1)
        coded[won] = -2 - (won - arena.live)
        return coded[states]

    def _by_step(self) -> None:
        """Set the tables by step (fight, initial state by hero, effect) and by state of the pile.

        `offset` is the index of a pile state's first choice minus the number of its first edge.
        """
        plan, steps = self.plan, self.plan.quest.steps
        heroes = plan.worth.shape[1]
        self.fights = np.array([False, *(step.enemy is not None for step in steps)])
        self.entry = np.full((len(steps) + 1, heroes), LOST, dtype=np.intp)
        self.after = np.array([np.arange(heroes), *(after_effect(plan.quest, s) for s in steps)])
        if steps[-1].enemy:
            self.after[-1] = np.arange(heroes)
        self.offset = np.zeros(len(plan.piles.at), dtype=np.intp)
        parts, length = [np.zeros(0, dtype=bool)], 0
        for number, step in enumerate(steps, 1):
            arena, choice = plan.arena(number), plan.choices[number]
            if arena is None or choice is None or step.enemy is None:
                continue
            state, edge = self.first[step.enemy]
            self.entry[number] = self._coded(arena, arena.entry, state)
            for pile, column in zip(plan.by_step[number], choice.T, strict=True):
                self.offset[pile] = length - edge
                parts += [column, np.zeros(arena.live, dtype=bool)]
                length += len(column) + arena.live
        self.choice = np.concatenate(parts).view(np.int8)


class Batch:
    """Games simulated together: the (life, armour) of each hero, its step and its piles."""

    def __init__(self, tables: Tables, games: int, start: int, random: np.random.Generator):
        self.tables, self.random, quest = tables, random, tables.plan.quest
        piles = tables.plan.piles
        cards = np.repeat(np.arange(len(piles.values)), piles.left[:, -1])
        drawn = piles.strides[shuffled(random, cards, games)]
        # The state of the step pile after each card.
        self.paths = len(piles.at) - 1 - np.cumsum(drawn, axis=1)
        self.hero = np.full(games, start)
        # The combat pile: the index of the difference of each pair; -1 at the end.
        self.cards = np.repeat(np.arange(len(quest.cards)), [many for _, many in quest.cards])
        self.rounds = len(self.cards) // 2
        values = np.array([value for value, _ in quest.cards])
        differences = (values[:, None] - values).ravel()
        self.values = len(values)
        self.numbers = np.searchsorted(list(quest.differences), differences).astype(np.int16)
        self.pile = np.full((games, self.rounds + 1), -1, dtype=np.int16)
        self._shuffle(np.arange(games))
        self.next = np.arange(games) * (self.rounds + 1)
        self.left = games * MAX_ROUNDS

    def play(self) -> NDArray[np.int64]:
        """Play all games to the end. Returns the number of games lost at each step."""
        tables, quest = self.tables, self.tables.plan.quest
        fallen = np.zeros(len(quest.steps) + 1, dtype=np.int64)
        alive = np.arange(len(self.hero))
        for turn in range(self.paths.shape[1]):
            pile = self.paths[alive, turn]
            step = tables.plan.piles.at[pile]
            fights = np.flatnonzero(tables.fights[step])
            self._fight(alive[fights], step[fights], pile[fights])
            # Effects do not revive heroes: their life stays 0.
            left = self.hero[alive] = tables.after[step, self.hero[alive]]
            dead = left <= quest.armour_max
            fallen += np.bincount(step[dead], minlength=len(fallen))
            alive = alive[~dead]
        return fallen[1:]

    def _shuffle(self, games: Ints) -> None:
        cards = shuffled(self.random, self.cards, len(games))[:, : 2 * self.rounds]
        pairs = cards[:, ::2] * self.values + cards[:, 1::2]
        self.pile[games, :-1] = self.numbers[pairs]

    def _fight(self, game: Ints, step: Ints, pile: Ints) -> None:
        """Play fights to the end. `hero` becomes the (life, armour) left, life 0 for losers."""
        tables, deck = self.tables, self.pile.ravel()
        state, offset = tables.entry[step, self.hero[game]], tables.offset[pile]
        upon = self.next[game]
        while len(game):
            over = np.flatnonzero(state < 0)
            if len(over):
                self.hero[game[over]] = np.maximum(-2 - state[over], 0)
                self.next[game[over]] = upon[over]
                going = np.flatnonzero(state >= 0)
                game, state, offset, upon = (part[going] for part in (game, state, offset, upon))
                continue
            self.left -= len(game)
            if self.left < 0:
                raise TooLarge(f"a game takes over {MAX_ROUNDS:,} rounds: use exact chances")
            drawn = deck[upon]
            empty = np.flatnonzero(drawn < 0)
            if len(empty):
                self._shuffle(game[empty])
                upon[empty] -= self.rounds
                drawn[empty] = deck[upon[empty]]
            upon += 1
            edge = tables.edge[state + drawn]
            state = tables.target[2 * edge + tables.choice[offset + edge]]
