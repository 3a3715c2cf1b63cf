"""The two passes of the solver: decisions from the last step, journeys from the first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from printgen.extras.quest.definition import Journey, Play, Quest, Step
from printgen.extras.quest.fight import Arena, Bools, Floats, Ints

# Heroes followed together; memory grows with their number.
TOGETHER = 4

# A generous bound of the relative rounding error of a difference.
ROUNDING = 1e-13


@dataclass(frozen=True)
class Piles:
    """The states of the step pile: the number of cards left of each value (rows of `left`).

    For each value and state, `draws` has the chance to draw it, and `gone` the state afterwards.
    """

    left: Ints
    values: Ints
    strides: Ints
    at: Ints  # the step of the hero, 0 before the first
    draws: Floats
    gone: Ints

    @classmethod
    def of(cls, quest: Quest) -> Piles:
        """The states of a quest's step pile."""
        pairs = [(value, many) for value, many in quest.advances if many]
        values = np.array([value for value, _ in pairs], dtype=np.intp)
        shape = tuple(many + 1 for _, many in pairs)
        left = np.indices(shape).reshape(len(pairs), -1)
        strides = np.cumprod([1, *shape[:0:-1]])[::-1].astype(np.intp)
        numbers = np.arange(left.shape[1])
        draws = left / np.maximum(left.sum(axis=0), 1)
        gone = np.where(left > 0, numbers - strides[:, None], numbers)
        return cls(left, values, strides, len(quest.steps) - values @ left, draws, gone)

    def by_step(self, steps: int) -> list[Ints]:
        """The states with the hero at each step from 0, in order."""
        return [np.flatnonzero(self.at == step) for step in range(steps + 1)]

    def draw(self, chance: Floats, here: Ints, share: Floats) -> None:
        """Draw a step card in the states `here`: add `share` to the next states in `chance`."""
        for draws, gone in zip(self.draws[:, here], self.gone[:, here], strict=True):
            can = draws > 0
            part = draws[can].reshape(-1, *[1] * (share.ndim - 1))
            chance[gone[can]] += share[can] * part


@dataclass
class Policy:
    """All decisions of a quest.

    `worth` is the chance to win on arrival by (pile, hero's (life, armour)), 0 at life 0.
    `choices[step]` (from 1) has shape (edges of its arena, piles there); None without a fight.
    """

    quest: Quest
    piles: Piles
    by_step: list[Ints]
    worth: Floats
    arenas: dict[tuple[int, int], Arena]
    choices: list[Bools | None]

    def arena(self, step: int) -> Arena | None:
        """The fight of a step, from 1."""
        enemy = self.quest.steps[step - 1].enemy
        return self.arenas[enemy] if enemy else None


def after_effect(quest: Quest, step: Step) -> Ints:
    """The index of (life, armour) after a step's effect, for each (life, armour) before it."""
    life, armour = np.indices((quest.life_max + 1, quest.armour_max + 1))
    armour = np.clip(armour + step.armour, 0, quest.armour_max)
    changed = np.where(life > 0, np.clip(life + step.life, 0, quest.life_max), 0)
    return (changed * (quest.armour_max + 1) + armour).ravel()


def make_policy(quest: Quest, play: Play) -> Policy:
    """The decisions of best or simple play, computed from the last step to the first."""
    piles = Piles.of(quest)
    by_step = piles.by_step(len(quest.steps))
    alive = alive_states(quest)
    most = (quest.life_max, quest.armour_max)
    enemies = {step.enemy for step in quest.steps if step.enemy}
    arenas = {enemy: Arena(enemy, most, quest.differences) for enemy in enemies}
    worth = np.zeros((len(piles.at), len(alive)))
    plan = Policy(quest, piles, by_step, worth, arenas, [None] * (len(quest.steps) + 1))
    for number in range(len(quest.steps), 0, -1):
        here, arena = by_step[number], plan.arena(number)
        after = after_step(quest, piles, worth, number, here, alive)
        if arena is None:
            worth[here] = after
            continue
        value, plan.choices[number] = arena.value(after.T, play == "simple")
        worth[here] = value[arena.entry].T
    worth[by_step[0]] = ahead(piles, worth, by_step[0])
    return plan


def alive_states(quest: Quest) -> Bools:
    """Whether the hero is alive, by (life, armour)."""
    heroes = (quest.life_max + 1) * (quest.armour_max + 1)
    alive: Bools = np.arange(heroes) > quest.armour_max
    return alive


def after_step(
    quest: Quest, piles: Piles, worth: Floats, number: int, here: Ints, alive: Bools
) -> Floats:
    """The chance to win by (pile of `here`, (life, armour)) when the fight of a step is over."""
    step, last = quest.steps[number - 1], number == len(quest.steps)
    if last:
        after = np.repeat(alive[None].astype(float), len(here), axis=0)
    else:
        after = ahead(piles, worth, here)
    return after if last and step.enemy else after[:, after_effect(quest, step)]


def ahead(piles: Piles, worth: Floats, here: Ints) -> Floats:
    """The chance to win before drawing a step card in the states `here`."""
    drawn: Floats = np.einsum("vk,vkh->kh", piles.draws[:, here], worth[piles.gone[:, here]])
    return drawn


def solve(quest: Quest, starts: Mapping[str, tuple[int, int]], play: Play) -> dict[str, Journey]:
    """See `printgen.extras.quest.solver.solve`."""
    plan = make_policy(quest, play)
    paths = _paths(plan)
    names = list(starts)
    found: dict[str, Journey] = {}
    for first in range(0, len(names), TOGETHER):
        some = names[first : first + TOGETHER]
        heroes = np.array([starts[name] for name in some])
        for name, mass, deaths in zip(some, *_follow(plan, heroes), strict=True):
            found[name] = _journey(plan, mass, deaths, paths)
    return found


def _paths(plan: Policy) -> Floats:
    """The chance of each state of the step pile, regardless of the hero's survival."""
    chance = np.zeros(len(plan.piles.at))
    chance[-1] = 1
    for here in plan.by_step[:-1]:
        plan.piles.draw(chance, here, chance[here])
    return chance


def _follow(plan: Policy, starts: Ints) -> tuple[Floats, Floats]:
    """Follow heroes through a plan; `starts` has one row (life, armour) per hero.

    Returns, by hero, the chance to reach each (pile, (life, armour)), and to die at each step.
    """
    steps = len(plan.quest.steps)
    mass = np.zeros((*plan.worth.shape, len(starts)))
    mass[-1, starts @ [plan.quest.armour_max + 1, 1], np.arange(len(starts))] = 1
    deaths = np.zeros((steps, len(starts)))
    plan.piles.draw(mass, plan.by_step[0], mass[plan.by_step[0]])
    for number in range(1, steps + 1):
        here = plan.by_step[number]
        alive = _leave(plan, number, mass[here])
        came, lost = mass[here].sum(axis=(0, 1)), (mass[here] - alive).sum(axis=(0, 1))
        deaths[number - 1] = np.where(lost > ROUNDING * came, lost, 0)
        if number < steps:
            plan.piles.draw(mass, here, alive)
    return mass.transpose(2, 0, 1), deaths.T


def _leave(plan: Policy, number: int, mass: Floats) -> Floats:
    """The chances to leave a step alive, by (pile, (life, armour), hero)."""
    quest, arena, choice = plan.quest, plan.arena(number), plan.choices[number]
    if arena is not None and choice is not None:
        mass = arena.follow(mass.transpose(1, 0, 2), choice).transpose(1, 0, 2)
        if number == len(quest.steps):
            return mass
    step = quest.steps[number - 1]
    shape = (len(mass), quest.life_max + 1, quest.armour_max + 1, mass.shape[2])
    left = _shift(_shift(mass.reshape(shape), 1, step.life), 2, step.armour)
    left[:, 0] = 0
    return left.reshape(mass.shape)


def _shift(mass: Floats, axis: int, change: int) -> Floats:
    """Shift along an axis by `change`, clamped to its ends."""
    moved = np.zeros_like(mass)
    before, after = np.moveaxis(mass, axis, 0), np.moveaxis(moved, axis, 0)
    for value in range(len(before)):
        after[min(max(value + change, 0), len(before) - 1)] += before[value]
    return moved


def _journey(plan: Policy, mass: Floats, deaths: Floats, paths: Floats) -> Journey:
    """The results of one hero, from the chance to reach each (pile, (life, armour))."""
    quest, win = plan.quest, float((mass[-1] * plan.worth[-1]).sum())
    life, armour = np.divmod(np.arange(mass.shape[1]), quest.armour_max + 1)
    figures: dict[str, list[float]] = {name: [] for name in Journey.__slots__ if name != "win"}
    for number, step in enumerate(quest.steps, 1):
        here = plan.by_step[number]
        came, worth, led = mass[here], plan.worth[here], float(paths[here].sum())
        arrived, through = came.sum(axis=0), float((came * worth).sum())
        visits = float(came.sum())
        lost = float(came[worth == 0].sum()) if step.enemy else 0.0
        weak = float(arrived[life < quest.least_life(number)].sum())
        figures["deaths"].append(float(deaths[number - 1]))
        figures["visits"].append(visits)
        for name, total in (
            ("life", float(arrived @ life)),
            ("armour", float(arrived @ armour)),
            ("hopeless", lost),
            ("stuck", weak),
        ):
            figures[name].append(total / visits if visits else float("nan"))
        passable = 1e-12 < led < 1 - 1e-12
        swing = through / led - (win - through) / (1 - led) if passable else 0.0
        figures["swing"].append(swing)
    return Journey(win, **{name: tuple(values) for name, values in figures.items()})
