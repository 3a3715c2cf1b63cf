"""Bounds of chances for all changes of enemies: no change lies outside."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest
from slow_quest import quest_of

from printgen.extras.quest.definition import Enemy, Play, Quest, Step
from printgen.extras.quest.solver import make_policy, win_bounds

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
