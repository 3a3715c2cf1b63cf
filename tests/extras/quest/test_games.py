"""Simulated games, compared with the exact chances of quests with enumerable shuffles."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import numpy as np
import pytest
from slow_quest import CHOICE, HEROES, Slow, iron, quest_of

from printgen.extras.dice.chances import interval
from printgen.extras.quest.definition import Play, Quest, Step, TooLarge
from printgen.extras.quest.games import BATCH, shuffled, simulate
from printgen.extras.quest.solver import solve

# A pile of four cards is used up quickly: the rounds of these fights are not independent.
TINY = quest_of(
    (Step((2, 1), 0, 1), Step((1, 0)), Step(None, -1, 0), Step((2, 2))),
    {1: 2, 2: 1},
    {1: 1, 3: 1, 4: 1, 6: 1},
    4,
    3,
)
ODD = quest_of(TINY.steps, {1: 2, 2: 1}, {1: 1, 2: 1, 3: 1, 4: 1, 6: 1}, 4, 3)


# Life and armour of the hero, and of the enemy.
Fight = tuple[int, int, int, int]
# The steps left, life, armour, the enemy's life and armour, and the combat pile.
Trial = tuple[tuple[int, ...], int, int, tuple[int, int] | None, tuple[int, ...]]


class TruePile:
    """A quest with its combat pile enumerated card by card; decisions are those of `Slow`.

    A trial is (step cards left, life, armour, the enemy's life and armour or None, combat cards).
    """

    def __init__(self, quest: Quest, play: Play):
        self.quest, self.slow = quest, Slow(quest, play)
        # The same trials occur in many rounds.
        self.known: dict[Trial, list[Trial]] = {}
        self.whole = tuple(value for value, many in quest.cards for _ in range(many))

    def chances(self, start: tuple[int, int]) -> tuple[float, list[float]]:
        """The chance to win, and to lose at each step; an endless fight is lost."""
        pile = tuple(value for value, many in self.quest.advances for _ in range(many))
        trials: dict[Trial, float] = {(pile, *start, None, self.whole): 1.0}
        won, lost = 0.0, [0.0] * len(self.quest.steps)
        for _ in range(250):
            after: dict[Trial, float] = {}
            for trial, chance in trials.items():
                left, life, _, enemy, _ = trial
                if not life:
                    lost[self.at(left)] += chance
                elif not left and not enemy:
                    won += chance
                else:
                    followers = self.followers(trial)
                    for state in followers:
                        after[state] = after.get(state, 0) + chance / len(followers)
            trials = after
        for (left, *_), chance in trials.items():
            lost[self.at(left)] += chance
        return won, lost

    def followers(self, trial: Trial) -> list[Trial]:
        """The trials after one card or round, all of equal chance."""
        if trial not in self.known:
            left, life, armour, enemy, cards = trial
            self.known[trial] = list(
                self.fight(left, life, armour, enemy, cards)
                if enemy
                else self.walk(left, life, armour, cards)
            )
        return self.known[trial]

    def at(self, left: tuple[int, ...]) -> int:
        return len(self.quest.steps) - sum(left) - 1

    def walk(
        self, left: tuple[int, ...], life: int, armour: int, cards: tuple[int, ...]
    ) -> Iterator[Trial]:
        """A step card."""
        for place in range(len(left)):
            rest = left[:place] + left[place + 1 :]
            step = self.quest.steps[self.at(rest)]
            if step.enemy:
                yield rest, life, armour, step.enemy, cards
            else:
                yield self.changed(rest, life, armour, cards)

    def fight(
        self,
        left: tuple[int, ...],
        life: int,
        armour: int,
        enemy: tuple[int, int],
        cards: tuple[int, ...],
    ) -> Iterator[Trial]:
        """A round. The last card of an odd pile is not drawn."""
        step = self.quest.steps[self.at(left)]
        for first in range(len(cards)):
            for second in range(len(cards)):
                if first == second:
                    continue
                rest = tuple(c for n, c in enumerate(cards) if n not in (first, second))
                rest = rest if len(rest) > 1 else self.whole
                now = self.chosen(step, left, (life, armour, *enemy), cards[first], cards[second])
                if now[0] and not now[2] and left:
                    yield self.changed(left, now[0], now[1], rest)
                else:
                    yield left, now[0], now[1], now[2:] if now[2] else None, rest

    def chosen(
        self, step: Step, left: tuple[int, ...], now: Fight, mine: int, theirs: int
    ) -> Fight:
        options = list(self.slow._options(*now, mine, theirs))
        if not options:
            return now
        if self.slow.play == "simple":
            return options[0]
        return max(options, key=lambda state: self.slow.fight(step, left, *state))

    def changed(
        self, left: tuple[int, ...], life: int, armour: int, cards: tuple[int, ...]
    ) -> Trial:
        """The effect of a step."""
        step, quest = self.quest.steps[self.at(left)], self.quest
        life = min(quest.life_max, max(0, life + step.life))
        return left, life, min(quest.armour_max, max(0, armour + step.armour)), None, cards


GAMES = 60_000


@pytest.mark.parametrize("play", ["best", "simple"])
@pytest.mark.parametrize(
    ("quest", "start"), [(TINY, (3, 1)), (TINY, (2, 3)), (ODD, (3, 1)), (CHOICE, (3, 1))]
)
def test_simulated_games_match_exact_chances(
    quest: Quest, start: tuple[int, int], play: Play
) -> None:
    won, lost = TruePile(quest, play).chances(start)
    assert won + sum(lost) == pytest.approx(1)
    sample = simulate(quest, start, GAMES, 1881, play)
    # Five standard deviations: one seed in two million would fail.
    for share, chance in zip([sample.wins, *sample.deaths], [won, *lost], strict=True):
        assert abs(share / GAMES - chance) <= 5 * sqrt(chance * (1 - chance) / GAMES) + 1e-9


def test_a_small_pile_differs_from_the_model() -> None:
    won, _ = TruePile(TINY, "best").chances((3, 1))
    assert abs(won - solve(TINY, {"a": (3, 1)})["a"].win) > 0.002


def test_simulated_games_are_close_to_the_model() -> None:
    exact = solve(iron(), HEROES)
    for name, start in HEROES.items():
        sample = simulate(iron(), start, 40_000, 7)
        chance = exact[name].win
        assert abs(sample.wins / 40_000 - chance) < 0.003 + 4 * sqrt(chance * (1 - chance) / 40_000)


def test_a_sample_is_determined_by_its_seed() -> None:
    first, again, other = (simulate(TINY, (3, 1), 5000, seed) for seed in (1, 1, 2))
    assert (first.wins, first.deaths.tolist()) == (again.wins, again.deaths.tolist())
    assert first.deaths.tolist() != other.deaths.tolist()
    assert (first.seed, first.games) == (1, 5000)


def test_wins_and_deaths_of_batches_add_up() -> None:
    sample = simulate(TINY, (3, 1), BATCH + 17, 3)
    assert sample.wins + sample.deaths.sum() == BATCH + 17
    assert sample.low < sample.wins / sample.games < sample.high


def test_quests_without_fights_and_unwinnable_quests() -> None:
    walk = quest_of((Step(None, -1), Step(None)), {1: 2}, {1: 2}, 2, 0)
    assert simulate(walk, (2, 0), 100, 1).wins == 100
    assert simulate(walk, (1, 0), 100, 1).deaths.tolist() == [100, 0]
    stuck = quest_of((Step((2, 2)),), {1: 1}, {3: 2}, 2, 0)
    assert simulate(stuck, (2, 0), 100, 1).deaths.tolist() == [100]


def test_shuffles_are_uniform() -> None:
    random = np.random.Generator(np.random.PCG64(5))
    rows = shuffled(random, np.array([0, 1, 2, 3]), 48_000)
    orders, counts = np.unique(rows, axis=0, return_counts=True)
    assert len(orders) == 24
    assert (abs(counts - 2000) < 5 * sqrt(2000)).all()
    twice = shuffled(random, np.array([0, 0, 7, 7]), 10)
    assert (np.sort(twice, axis=1) == [0, 0, 7, 7]).all()


def test_the_wilson_interval_matches_published_values() -> None:
    # Wilson 1927; values of Newcombe 1998, table I, method 3.
    assert interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert interval(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)
    assert interval(20, 20)[1] == 1


@pytest.mark.parametrize(
    ("start", "games", "seed", "says"),
    [
        ((0, 1), 10, 1, "out of range"),
        ((5, 1), 10, 1, "out of range"),
        ((1, 1), 0, 1, "games must be"),
        ((1, 1), 10**9, 1, "games must be"),
        ((1, 1), 10, -1, "a seed is"),
    ],
)
def test_parameters_out_of_range_are_refused(
    start: tuple[int, int], games: int, seed: int, says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        simulate(TINY, start, games, seed)


def test_a_quest_too_large_to_simulate_is_refused() -> None:
    quest = quest_of((Step((16, 16)),) * 40, {1: 4, 2: 4, 3: 4, 4: 4}, dict(iron().cards), 9, 9)
    with pytest.raises(TooLarge, match="simulated"):
        simulate(quest, (9, 9), 10, 1)
