"""Skirmishes of Power against Defence: one against one against a tree of all that can happen."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest
from slow_shootout import Tree

from printgen.extras.dice.chances import interval
from printgen.extras.power_attack.battle_rules import Arm, Fighter, Skirmish
from printgen.extras.power_attack.shootout import Shootout, _losses, play

PISTOL, KNIFE, FLASH = Arm(4, 8), Arm(3), Arm(5, 4, 6)
GOON: dict[str, Any] = {"life": 2, "arms": (KNIFE, PISTOL)}
HERO: dict[str, Any] = {"defence": 7, "mind": 5, "life": 2, "heroism": 2, "arms": (Arm(3), PISTOL)}
BEAST: dict[str, Any] = {"move": 5, "defence": 8, "life": 3, "size": 3, "arms": (Arm(5),)}
DOG: dict[str, Any] = {"move": 8, "size": 1, "life": 2, "arms": (KNIFE,)}


def battle(*fighters: Fighter, **options: Any) -> Skirmish:
    rules: dict[str, Any] = {
        "turns": 6, "base": 1, "sizes": ((4, 2), (3, 1), (1, -1)), "smaller": -1, "far": (-1, -2),
        "inch": 1, "aim": 1, "crowd": 1, "nerve": 7, "witness": 6, "panic_power": -2,
        "panic_defence": -2, "bet": 3,
    }  # fmt: skip
    return Skirmish(fighters, **{**rules, **options})


def line(side: int, many: int, y: float, **stats: Any) -> tuple[Fighter, ...]:
    """Fighters side by side."""
    return tuple(Fighter(side, (12.0 + 4 * place, y), **stats) for place in range(many))


@pytest.mark.parametrize(
    ("first", "second", "apart"),
    [
        (GOON, GOON, 12), (HERO, GOON, 20), (GOON, BEAST, 9), (BEAST, DOG, 13), (HERO, DOG, 6),
        ({**HERO, "arms": (FLASH, KNIFE)}, GOON, 12), ({**DOG, "arms": (FLASH, KNIFE)}, BEAST, 14),
    ],
    ids=["pistols", "hero", "beast", "melee", "dog", "flash", "charge"],
)  # fmt: skip
def test_a_duel_of_two_turns_is_as_a_tree_of_all_ends(
    first: dict[str, Any], second: dict[str, Any], apart: float
) -> None:
    fighters = (Fighter(0, (12.0, 4.0), **first), Fighter(1, (12.0, 5.0 + apart), **second))
    rules, games = battle(*fighters, turns=2), 20_000
    found = play(rules, games, 7)
    chances = Tree(rules).chances()
    assert sum(chances) == pytest.approx(1)
    for chance, count in zip(chances, (*found.wins, found.draws), strict=True):
        assert abs(count / games - chance) <= 4 * sqrt(chance * (1 - chance) / games) + 1e-9


@pytest.mark.slow
def test_equal_forces_win_equally() -> None:
    first = (*line(0, 2, 5, **GOON), Fighter(0, (8, 5), **HERO), Fighter(0, (4, 5), **DOG))
    second = (*line(1, 2, 19, **GOON), Fighter(1, (8, 19), **HERO), Fighter(1, (4, 19), **DOG))
    for players in (("greedy", "greedy"), ("simple", "simple")):
        found = play(battle(*first, *second, players=players), 2000, 1)
        low, high = interval(found.wins[0], sum(found.wins))
        assert low <= 0.5 <= high
        assert sum(found.wins) > 1000


@pytest.mark.parametrize(
    "better",
    [{"defence": 7}, {"life": 3}, {"heroism": 1}, {"mind": 5}, {"arms": (KNIFE, Arm(5, 8))}],
    ids=str,
)
def test_a_better_stat_wins_more_often_than_not(better: dict[str, Any]) -> None:
    plain, good = line(0, 3, 5, **GOON), line(1, 3, 19, **{**GOON, **better})
    found = play(battle(*plain, *good), 2000, 11)
    assert interval(found.wins[1], sum(found.wins))[0] > 0.5


def test_seeds_reproduce_games_and_games_add_up() -> None:
    rules = battle(*line(0, 2, 5, **GOON), *line(1, 3, 19, **DOG))
    found = play(rules, 700, 5)
    assert play(rules, 700, 5) == found
    assert play(rules, 700, 6) != found
    assert sum(found.wins) + found.draws == sum(found.lengths) == 700
    assert found.fled == (0,) * 5


def batch(*fighters: Fighter, **options: Any) -> Shootout:
    rules = battle(*fighters, **options)
    return Shootout(rules, _losses(rules), 1, np.random.Generator(np.random.PCG64(1)))


ONE = np.array([0])


def test_numbers_count_the_enemies_in_contact() -> None:
    two = (Fighter(0, (11, 5)), Fighter(0, (13, 5)))
    games = batch(*two, Fighter(1, (12, 5)))
    assert games._outnumbers(ONE, ONE).tolist() == [[False, False, True]]
    assert not games._outnumbers(ONE, np.array([2])).any()
    against = games._against(ONE, ONE, games.table.gaps(ONE, ONE), KNIFE, np.array([1]))
    plain = games._against(ONE, np.array([2]), games.table.gaps(ONE, ONE), KNIFE, ONE)
    assert against[0, 2] - plain[0, 2] == -2


def test_witnesses_are_near_and_had_no_more_life() -> None:
    coward: dict[str, Any] = {"mind": 0}
    games = batch(
        Fighter(0, (10, 5), life=2, **coward), Fighter(0, (16, 5), life=2, **coward),
        Fighter(0, (17.1, 5), life=2, **coward), Fighter(0, (10, 8), life=3, **coward),
        Fighter(1, (10, 6), life=1, **coward),
    )  # fmt: skip
    games._wound(ONE, ONE, np.array([5]), np.array([4]))
    assert games.table.slayer[0].tolist() == [4, -1, -1, -1, -1]
    assert games.panicked[0].tolist() == [False, True, False, False, False]
