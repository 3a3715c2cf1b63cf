"""Bounds of the chances in a quest whose enemies may change: for all changes of some number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from printgen.extras.quest.definition import Enemy, Play, Quest
from printgen.extras.quest.fight import Arena, Floats
from printgen.extras.quest.passes import Piles, after_step, ahead, alive_states


def win_bounds(
    quest: Quest, variants: Mapping[int, Sequence[tuple[int, Enemy]]], most: int, play: Play
) -> tuple[Floats, Floats]:
    """The least and the greatest chance to win, by (number of changes up to `most`, (life,
    armour)), over all ways to change that many numbers of enemies.

    `variants` are the other enemies of a step (from 1), each with the number of its changes. The
    backward pass takes the best (or worst) enemy in each state on its own: real changes are the
    same in all states, so that they stay within these bounds.
    """
    lower, upper = (_pass(quest, variants, most, play, best) for best in (np.minimum, np.maximum))
    return lower, upper


def _pass(
    quest: Quest,
    variants: Mapping[int, Sequence[tuple[int, Enemy]]],
    most: int,
    play: Play,
    best: np.ufunc,
) -> Floats:
    piles, alive = Piles.of(quest), alive_states(quest)
    by_step = piles.by_step(len(quest.steps))
    worth = np.zeros((most + 1, len(piles.at), len(alive)))
    arenas: dict[Enemy, Arena] = {}
    for number in range(len(quest.steps), 0, -1):
        step, here = quest.steps[number - 1], by_step[number]
        after = [after_step(quest, piles, level, number, here, alive) for level in worth]
        if step.enemy is None:
            worth[:, here] = after
            continue
        choices = [(0, step.enemy), *variants.get(number, ())]
        for changes in range(most + 1):
            found = [
                _value(quest, arenas, enemy, after[changes - used], play)
                for used, enemy in choices
                if used <= changes
            ]
            worth[changes, here] = best.reduce(found)
    start = by_step[0]
    return np.array([ahead(piles, level, start)[-1] for level in worth])


def _value(
    quest: Quest, arenas: dict[Enemy, Arena], enemy: Enemy, after: Floats, play: Play
) -> Floats:
    """The chance to win on arrival at a fight, by (pile, (life, armour))."""
    if enemy not in arenas:
        arenas[enemy] = Arena(enemy, (quest.life_max, quest.armour_max), quest.differences)
    value, _ = arenas[enemy].value(after.T, play == "simple")
    found: Floats = value[arenas[enemy].entry].T
    return found
