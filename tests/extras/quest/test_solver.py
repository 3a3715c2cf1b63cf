"""The solver of quests, compared with brute force in fractions, and invariants of its results."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_quest import CHOICE, COMBAT_CARDS, HEROES, STEP_CARDS, Slow, iron, quest_of

from printgen.extras.quest import definition
from printgen.extras.quest.definition import (
    Enemy,
    Journey,
    Play,
    Quest,
    Step,
    TooLarge,
    never_decisive,
)
from printgen.extras.quest.solver import make_policy, solve, win_bounds

PLAYS = get_args(Play)


@pytest.fixture(scope="module")
def journeys() -> dict[str, dict[str, Journey]]:
    return {play: solve(iron(), HEROES, play) for play in ("best", "simple")}


def steps_of(draw: st.DrawFn, count: int) -> tuple[Step, ...]:
    small = st.integers(-2, 2)
    enemies = st.none() | st.tuples(st.integers(1, 3), st.integers(0, 3))
    return tuple(Step(draw(enemies), draw(small), draw(small)) for _ in range(count))


@st.composite
def quests(draw: st.DrawFn) -> Quest:
    advances = draw(st.dictionaries(st.integers(1, 3), st.integers(1, 2), min_size=1, max_size=2))
    cards = draw(st.dictionaries(st.integers(-1, 6), st.integers(1, 2), min_size=2, max_size=4))
    steps = steps_of(draw, sum(value * many for value, many in advances.items()))
    return quest_of(steps, advances, cards, draw(st.integers(1, 4)), draw(st.integers(0, 4)))


@st.composite
def ventures(draw: st.DrawFn) -> tuple[Quest, tuple[int, int]]:
    quest = draw(quests())
    life = draw(st.integers(1, quest.life_max))
    return quest, (life, draw(st.integers(0, quest.armour_max)))


@settings(max_examples=60, deadline=None)
@given(ventures(), st.sampled_from(PLAYS))
def test_chances_match_brute_force(venture: tuple[Quest, tuple[int, int]], play: Play) -> None:
    quest, start = venture
    exact = Slow(quest, play).win(*start)
    assert solve(quest, {"a": start}, play)["a"].win == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize("start", [(1, 4), (2, 2), (3, 0), (3, 1), (3, 4)])
def test_best_play_beats_simple_play(start: tuple[int, int]) -> None:
    best, simple = (solve(CHOICE, {"a": start}, play)["a"].win for play in PLAYS)
    assert best == pytest.approx(float(Slow(CHOICE, "best").win(*start)), abs=1e-12)
    assert simple == pytest.approx(float(Slow(CHOICE, "simple").win(*start)), abs=1e-12)
    assert best > simple + 1e-4 or start == (3, 0)


# --- journeys ---------------------------------------------------------------------------------


def followed(quest: Quest, start: tuple[int, int]) -> tuple[list[Fraction], list[list[Fraction]]]:
    """Deaths, and (visits, life, armour), per step of simple play, computed forward."""
    slow = Slow(quest, "simple")
    deaths = [Fraction(0)] * len(quest.steps)
    came = [[Fraction(0)] * 3 for _ in quest.steps]

    @cache
    def end(life: int, armour: int, foe: int, shield: int) -> dict[tuple[int, int], Fraction]:
        """The hero's (life, armour) after a fight, with their chances; life is 0 if it is lost."""
        if life == 0 or foe == 0:
            return {(life, armour): Fraction(1)}
        options = (list(slow._options(life, armour, foe, shield, *cards)) for cards in slow.rounds)
        led = [first for first, *_ in filter(None, options)]
        found: dict[tuple[int, int], Fraction] = {}
        for state in led:
            for result, chance in end(*state).items():
                found[result] = found.get(result, Fraction(0)) + chance / len(led)
        return found or {(0, armour): Fraction(1)}

    def go(pile: tuple[int, ...], life: int, armour: int, chance: Fraction) -> None:
        for place in range(len(pile)):
            left, part = pile[:place] + pile[place + 1 :], chance / len(pile)
            number = len(quest.steps) - sum(left) - 1
            at = quest.steps[number]
            for index, amount in enumerate((1, life, armour)):
                came[number][index] += part * amount
            results = end(life, armour, *at.enemy) if at.enemy else {(life, armour): Fraction(1)}
            for (now, shield), share in results.items():
                if now and not (at.enemy and not left):
                    now = max(0, min(quest.life_max, now + at.life))
                    shield = max(0, min(quest.armour_max, shield + at.armour))
                if not now:
                    deaths[number] += part * share
                elif left:
                    go(left, now, shield, part * share)

    go(tuple(v for v, many in quest.advances for _ in range(many)), *start, Fraction(1))
    return deaths, came


@settings(max_examples=40, deadline=None)
@given(ventures())
def test_journeys_match_a_forward_computation(
    venture: tuple[Quest, tuple[int, int]],
) -> None:
    quest, start = venture
    journey = solve(quest, {"a": start}, "simple")["a"]
    deaths, came = followed(quest, start)
    for number, (visits, life, armour) in enumerate(came):
        assert journey.deaths[number] == pytest.approx(float(deaths[number]), abs=1e-12)
        assert journey.visits[number] == pytest.approx(float(visits), abs=1e-12)
        if visits:
            assert journey.life[number] == pytest.approx(float(life / visits))
            assert journey.armour[number] == pytest.approx(float(armour / visits))
        else:
            assert math.isnan(journey.life[number])


@settings(max_examples=60, deadline=None)
@given(ventures(), st.sampled_from(PLAYS))
def test_invariants_of_journeys(venture: tuple[Quest, tuple[int, int]], play: Play) -> None:
    quest, (life, armour) = venture
    found = solve(quest, {"a": (life, armour)}, play)["a"]
    assert found.win + sum(found.deaths) == pytest.approx(1, abs=1e-9)
    assert all(d <= v + 1e-12 for d, v in zip(found.deaths, found.visits, strict=True))
    for number, visits in enumerate(found.visits):
        if visits:
            assert 0 <= found.hopeless[number] <= 1 + 1e-12
            assert found.hopeless[number] * visits <= 1 - found.win + 1e-12
            if play == "best":
                assert found.stuck[number] <= found.hopeless[number] + 1e-12
        assert abs(found.swing[number]) <= 1 + 1e-12


@settings(max_examples=40, deadline=None)
@given(ventures())
def test_more_life_or_armour_never_harms_best_play(venture: tuple[Quest, tuple[int, int]]) -> None:
    quest, (life, armour) = venture
    starts = {
        "here": (life, armour),
        "life": (min(life + 1, quest.life_max), armour),
        "armour": (life, min(armour + 1, quest.armour_max)),
    }
    best, simple = solve(quest, starts, "best"), solve(quest, starts, "simple")
    assert best["life"].win >= best["here"].win - 1e-12
    assert best["armour"].win >= best["here"].win - 1e-12
    assert all(best[name].win >= simple[name].win - 1e-12 for name in starts)


def test_journeys_of_the_iron_throne(journeys: dict[str, dict[str, Journey]]) -> None:
    best, simple = journeys["best"], journeys["simple"]
    for name in HEROES:
        assert best[name].win + sum(best[name].deaths) == pytest.approx(1, abs=1e-9)
        assert simple[name].win <= best[name].win <= simple[name].win * 1.001
        # All heroes who survive reach the last step; the first step card leads at most to step 4.
        assert best[name].visits[39] == pytest.approx(1 - sum(best[name].deaths[:39]))
        assert sum(best[name].visits[:4]) >= 1
        assert best[name].swing[39] == 0
    wins = [round(best[name].win, 3) for name in HEROES]
    assert wins == [0.056, 0.219, 0.026, 0.156]


def test_heroes_are_solved_independently(
    journeys: dict[str, dict[str, Journey]],
) -> None:
    many = {str(life): (life, 3) for life in range(1, 7)}
    assert solve(iron(), many)["5"].win == pytest.approx(journeys["best"]["dwarf"].win, rel=1e-12)


# --- cases computed by hand -------------------------------------------------------------------


def one(enemy: tuple[int, int], cards: dict[int, int], **counters: int) -> Quest:
    return quest_of(
        (Step(enemy),), {1: 1}, cards, counters.get("life", 9), counters.get("armour", 9)
    )


def test_a_fight_decided_by_one_pair_of_cards() -> None:
    # 9 against 1 kills the enemy; 1 against 9 kills the hero: both have the same chance.
    quest = one((1, 0), {1: 1, 9: 1})
    assert solve(quest, {"a": (1, 0)})["a"].win == pytest.approx(0.5)


def test_armour_absorbs_a_large_blow() -> None:
    # One point of armour absorbs the rest of a blow once: life stays unchanged.
    quest = one((1, 0), {1: 1, 9: 1})
    assert solve(quest, {"a": (1, 1)})["a"].win == pytest.approx(0.75)


def test_a_fight_that_cannot_end_is_lost() -> None:
    quest = quest_of((Step(None), Step((5, 5))), {1: 2}, {3: 2}, 5, 5)
    found = solve(quest, {"a": (5, 5)})["a"]
    assert (found.win, found.deaths, found.hopeless[1], found.stuck[1]) == (0, (0, 1), 1, 1)


def test_the_least_life_that_hurts_each_enemy() -> None:
    quest = iron()
    assert quest.reach == 8
    assert [quest.least_life(number) for number in (1, 2, 22, 39, 40)] == [0, 1, 2, 5, 5]


def test_traps_kill_and_aid_is_capped() -> None:
    quest = quest_of((Step(None, 5), Step(None, -4), Step(None)), {1: 3}, {1: 2}, 4, 0)
    assert solve(quest, {"a": (1, 0)})["a"].deaths == (0, 1, 0)
    quest = quest_of((Step(None, 5), Step(None, -3), Step(None)), {1: 3}, {1: 2}, 4, 0)
    found = solve(quest, {"a": (1, 0)})["a"]
    assert (found.win, found.life) == (1, (1, 4, 1))


def test_the_swing_of_an_avoidable_trap() -> None:
    # Two cards of 1 and one of 2: in two of three orders the first card stops at step 1.
    quest = quest_of((Step(None, -1), *[Step(None)] * 3), {1: 2, 2: 1}, {1: 2}, 1, 0)
    found = solve(quest, {"a": (1, 0)})["a"]
    assert found.deaths[0] == pytest.approx(2 / 3)
    assert found.swing[0] == pytest.approx(-1)
    assert found.swing[3] == 0


def test_steps_that_are_never_decisive(monkeypatch: pytest.MonkeyPatch) -> None:
    def hero(deaths: tuple[float, ...], swing: tuple[float, ...]) -> Journey:
        return Journey(0.5, deaths, (), (), (), (), (), swing)

    heroes = {
        "a": hero((0, 0.0005, 0.002, 0, 0), (0, -0.009, 0, 0.02, 0)),
        "b": hero((0, 0, 0, 0, 0), (0.009, 0, 0, 0, -0.011)),
    }
    assert never_decisive(heroes) == [1, 2]
    monkeypatch.setattr(definition, "SWING", 0.015)
    assert never_decisive(heroes) == [1, 2, 5]
    monkeypatch.setattr(definition, "SWING", 0.01)
    monkeypatch.setattr(definition, "FALLS", 0.01)
    assert never_decisive(heroes) == [1, 2, 3]
    assert never_decisive({}) == []


def test_the_model_can_be_hashed_and_needs_no_numpy() -> None:
    assert hash(iron()) == hash(iron())
    assert iron().advances == ((1, 4), (2, 4), (3, 4), (4, 4))
    code = "import sys, printgen.extras.quest.study; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


# --- invalid and large quests -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        (((), {}, {1: 2}, 9, 9), "at least one step"),
        (((Step(),), {1: 2}, {1: 2}, 9, 9), "lead to step 2, not to 1"),
        (((Step(),), {0: 1, 1: 1}, {1: 2}, 9, 9), "advance by at least 1"),
        (((Step(),), {-1: 1, 2: 1}, {1: 2}, 9, 9), "advance by at least 1"),
        (((Step(),), {1: -1, 2: 1}, {1: 2}, 9, 9), "negative number"),
        (((Step(),), {1: 1}, {1: 1}, 9, 9), "at least two cards"),
        (((Step(),), {1: 1}, {1: 2}, 0, 9), "maximum of life"),
        (((Step(),), {1: 1}, {1: 2}, 9, -1), "armour at least 0"),
        (((Step((0, 1)),), {1: 1}, {1: 2}, 9, 9), "an enemy"),
        (((Step((1, -1)),), {1: 1}, {1: 2}, 9, 9), "an enemy"),
    ],
)
def test_invalid_quests_are_refused(parts: tuple[Any, ...], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Quest(*parts)


@pytest.mark.parametrize(
    "parts",
    [
        ((Step(),) * 500, {1: 100, 2: 50, 3: 100}, COMBAT_CARDS, 9, 9),
        ((Step(),), {1: 1}, COMBAT_CARDS, 10**9, 10**9),
        ((Step((10**9, 10**9)),), {1: 1}, COMBAT_CARDS, 9, 9),
        ((Step(),), {1: 1}, dict.fromkeys(range(1000), 1), 9, 9),
        ((Step((1, 1)),), {1: 1}, {10**30: 2, 1: 1}, 9, 9),
        ((Step((30, 30)),) * 40, STEP_CARDS, COMBAT_CARDS, 9, 9),
    ],
)
def test_large_quests_are_refused_before_solving(parts: tuple[Any, ...]) -> None:
    with pytest.raises(TooLarge, match=r"more than|too many|values"):
        Quest(*parts)


def test_too_many_heroes_of_a_large_quest_are_refused() -> None:
    quest = quest_of((Step((16, 16)),) * 40, STEP_CARDS, COMBAT_CARDS, 9, 9)
    with pytest.raises(TooLarge, match="too many outcomes for 50 heroes"):
        solve(quest, {str(n): (9, 9) for n in range(50)})


@pytest.mark.parametrize("start", [(0, 1), (10, 1), (1, -1), (1, 10)])
def test_a_start_beyond_the_counters_is_refused(start: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="out of range"):
        solve(iron(), {"a": start})


# --- bounds of chances for all changes of enemies: no change lies outside -----------------------

STEPS = (Step((2, 1)), Step(None, life=-1), Step((1, 2)), Step((3, 0)), Step((2, 2)))
VARIANTS: dict[int, list[tuple[int, Enemy]]] = {
    1: [(1, (2, 0)), (1, (2, 2))],
    3: [(1, (1, 1)), (1, (2, 2)), (2, (2, 1))],
    5: [(1, (2, 1)), (1, (2, 3))],
}


def with_enemies(quest: Quest, enemies: dict[int, Enemy]) -> Quest:
    steps = (
        replace(step, enemy=enemies.get(number, step.enemy))
        for number, step in enumerate(quest.steps, 1)
    )
    return quest_of(tuple(steps), dict(quest.advances), dict(quest.cards), 4, 4)


@pytest.mark.parametrize("play", ["best", "simple"])
def test_all_changes_lie_within_the_bounds(play: Play) -> None:
    quest = quest_of(STEPS, {1: 3, 2: 1}, {1: 2, 2: 1, 4: 1}, 4, 4)
    low, high = win_bounds(quest, VARIANTS, 2, play)
    for most in range(3):
        reached = []
        for steps in (some for n in range(3) for some in combinations(VARIANTS, n)):
            for choice in product(*(VARIANTS[step] for step in steps)):
                if sum(changes for changes, _ in choice) <= most:
                    enemies = {s: enemy for s, (_, enemy) in zip(steps, choice, strict=True)}
                    worth = make_policy(with_enemies(quest, enemies), play).worth[-1]
                    assert (low[most] <= worth + 1e-12).all() and (
                        worth <= high[most] + 1e-12
                    ).all()
                    reached.append(worth)
        if most == 0:
            assert low[0] == pytest.approx(reached[0]) and high[0] == pytest.approx(reached[0])
        assert (low[most] <= low[0]).all() and (high[0] <= high[most]).all()
