"""Exact solution of quests with numpy: fights, decisions, the journeys of heroes, and bounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from printgen.extras.quest.definition import (
    Enemy,
    Journey,
    Play,
    Quest,
    Step,
    TooLarge,
    solver_steps,
)

# --- a fight against one enemy, for all (life, armour) of the hero at once ------------------------
#
# A state is (life, armour, enemy's life, enemy's armour). Every change lowers the sum of the four,
# so states are ordered by this sum and solved in ascending order. Rounds without a change are
# repeated, so the chances of changes are conditional on a change.


Ints = NDArray[np.intp]

Floats = NDArray[np.float64]

Bools = NDArray[np.bool_]


# The relative advantage at which a choice is preferred to the choice of simple play.
MARGIN = 1e-10


@dataclass(frozen=True)
class Level:
    """The states of one sum (`rows`), and the edges out of them or into them."""

    rows: Ints
    edges: slice
    starts: Ints  # the index of each row's first edge within `edges`


class Arena:
    """The states of a fight and the edges between them.

    States 0…`live`-1 are undecided; then follow victories by the hero's (life, armour), then death.
    An edge is an outcome of a round that changes the state `source`; `weight` is its chance among
    these. `on_life` and `on_armour` are its target states for each choice of the player.
    """

    def __init__(
        self, enemy: tuple[int, int], most: tuple[int, int], differences: Mapping[int, int]
    ):
        shape = (most[0] + 1, most[1] + 1, enemy[0] + 1, enemy[1] + 1)
        self.width = most[1] + 1
        self.wins = shape[0] * shape[1]
        # The undecided states, one per column, in ascending order of their sums.
        states = np.indices(shape).reshape(4, -1)
        states = states[:, (states[0] > 0) & (states[2] > 0)]
        self.states: Ints = states[:, np.argsort(states.sum(axis=0), kind="stable")]
        self.live = self.states.shape[1]
        self.size = self.live + self.wins + 1
        self.sums = self.states.sum(axis=0)
        self.number = np.full(shape, self.size - 1, dtype=np.intp)
        self.number[1:, :, 0, :] = self.live + np.arange(self.width, self.wins).reshape(
            most[0], self.width, 1
        )
        self.number[tuple(self.states)] = np.arange(self.live)
        # The initial state by the hero's (life, armour).
        self.entry = self.number[:, :, enemy[0], enemy[1]].ravel()
        self._edges(np.array(list(differences)), np.array(list(differences.values()), float))
        self.out = self._levels(self.source)
        self._into()

    def _edges(self, differences: Ints, ways: Floats) -> None:
        life, armour, theirs, shield = (part[:, None] for part in self.states)
        strike = life + differences - theirs
        dealt = np.minimum(np.maximum(strike - shield, 0), np.maximum(theirs, shield))
        taken = np.minimum(np.maximum(-strike - armour, 0), np.maximum(life, armour))
        damage = dealt - taken
        # Damage increases with the difference, so equal outcomes are adjacent.
        fresh = np.ones(damage.shape, dtype=bool)
        fresh[:, 1:] = damage[:, 1:] != damage[:, :-1]
        self.edge_of = (np.cumsum(fresh) - 1).reshape(damage.shape)
        weight = np.bincount(
            self.edge_of.ravel(), weights=np.broadcast_to(ways, damage.shape).ravel()
        )
        source, damage = np.nonzero(fresh)[0], damage[fresh]
        changes = damage != 0
        kept = np.cumsum(changes) - 1
        self.edge_of = np.where(changes[self.edge_of], kept[self.edge_of], -1)
        self.source, damage, weight = source[changes], damage[changes], weight[changes]
        total = np.bincount(self.source, weights=weight, minlength=self.live)
        self.weight = weight / total[self.source]
        self.struck = damage < 0
        # The targets of edges. Armour at 0 takes no damage, so both choices are life there.
        life, armour, theirs, shield = self.states[:, self.source]
        taken, dealt = np.maximum(-damage, 0), np.maximum(damage, 0)
        self.on_life = self.number[
            np.maximum(life - taken, 0), armour, np.maximum(theirs - dealt, 0), shield
        ]
        on_armour = self.number[
            life, np.maximum(armour - taken, 0), theirs, np.maximum(shield - dealt, 0)
        ]
        self.chosen = np.where(self.struck, armour, shield) > 0
        self.on_armour = np.where(self.chosen, on_armour, self.on_life)
        self.simple = self.struck & self.chosen

    def _levels(self, of: Ints) -> list[Level]:
        """Group edges, sorted by their state `of`, into levels of states with equal sums."""
        cut = np.flatnonzero(np.diff(of, prepend=-1))
        rows = of[cut]
        sums = np.where(rows < self.live, self.sums[np.minimum(rows, self.live - 1)], -1)
        bounds = np.flatnonzero(np.diff(sums, prepend=-2))
        ends = [*bounds[1:], len(rows)]
        levels = []
        for first, last in zip(bounds, ends, strict=True):
            end = cut[last] if last < len(rows) else len(of)
            levels.append(
                Level(rows[first:last], slice(cut[first], end), cut[first:last] - cut[first])
            )
        return levels

    def _into(self) -> None:
        """Set the incoming edges: one per edge and choice, sorted by target state."""
        edge = np.arange(len(self.source))
        target = np.concatenate([self.on_life, self.on_armour[self.chosen]])
        edge = np.concatenate([edge, edge[self.chosen]])
        armour = np.arange(len(target)) >= len(self.source)
        alive = np.flatnonzero(target < self.size - 1)
        order = alive[np.argsort(target[alive], kind="stable")]
        self.into_edge, self.into_armour = edge[order], armour[order]
        into = self._levels(target[order])
        undecided = [level for level in into if level.rows[0] < self.live]
        # In descending order of sums, then the victories.
        self.into = undecided[::-1] + into[len(undecided) :]

    def value(self, after: Floats, simple: bool) -> tuple[Floats, Bools]:
        """The value of each undecided state, and whether armour is chosen at each edge.

        `after` is the value of a victory by (life, armour) and pile, of shape (wins, piles). The
        values have shape (size, piles), the choices (edges, piles).
        """
        worth = np.zeros((self.size, after.shape[1]))
        worth[self.live : self.size - 1] = after
        choice = np.empty((len(self.source), after.shape[1]), dtype=bool)
        for level in self.out:
            here = level.edges
            life, armour = worth[self.on_life[here]], worth[self.on_armour[here]]
            usual = self.simple[here, None]
            if simple:
                choice[here] = usual
                best = np.where(usual, armour, life)
            else:
                best = np.maximum(life, armour)
                choice[here] = np.where(
                    usual, life <= armour * (1 + MARGIN), armour > life * (1 + MARGIN)
                )
            best *= self.weight[here, None]
            worth[level.rows] = np.add.reduceat(best, level.starts, axis=0)
        return worth, choice

    def follow(self, mass: Floats, choice: Bools) -> Floats:
        """The chance of each victory, from the chances `mass` of initial states and the choices.

        `mass` and the result have shape (wins, piles, heroes), by the hero's (life, armour).
        """
        flow = np.zeros((self.size, *mass.shape[1:]))
        flow[self.entry] = mass
        flow[self.size - 1] = 0
        for level in self.into:
            edges = self.into_edge[level.edges]
            taken = choice[edges] == self.into_armour[level.edges, None]
            share = flow[self.source[edges]] * (taken * self.weight[edges, None])[:, :, None]
            flow[level.rows] += np.add.reduceat(share, level.starts, axis=0)
        return flow[self.live : self.size - 1]


# --- the two passes: decisions from the last step, journeys from the first ------------------------


# The most steps of `solve`.
MAX_STEPS = 20_000_000

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
    return np.asarray(np.arange(heroes) > quest.armour_max)


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
    return np.asarray(np.einsum("vk,vkh->kh", piles.draws[:, here], worth[piles.gone[:, here]]))


def solve(
    quest: Quest, starts: Mapping[str, tuple[int, int]], play: Play = "best"
) -> dict[str, Journey]:
    """The journey of each hero, from a start of (life, armour), under best or simple play.

    A backward pass finds the decisions, which are common to all heroes; a forward pass follows
    each hero. Raises ValueError for starts out of range, and TooLarge.
    """
    for name, (life, armour) in starts.items():
        if not (1 <= life <= quest.life_max and 0 <= armour <= quest.armour_max):
            raise ValueError(f"'{name}' starts with life {life} and armour {armour}, out of range")
    if len(starts) > 1 and solver_steps(quest, len(starts)) > MAX_STEPS:
        raise TooLarge(f"the quest has too many outcomes for {len(starts)} heroes")
    plan = make_policy(quest, play)
    # The chance of each state of the step pile, regardless of the hero's survival.
    paths = np.zeros(len(plan.piles.at))
    paths[-1] = 1
    for here in plan.by_step[:-1]:
        plan.piles.draw(paths, here, paths[here])
    names = list(starts)
    found: dict[str, Journey] = {}
    for first in range(0, len(names), TOGETHER):
        some = names[first : first + TOGETHER]
        heroes = np.array([starts[name] for name in some])
        for name, mass, deaths in zip(some, *_follow(plan, heroes), strict=True):
            found[name] = _journey(plan, mass, deaths, paths)
    return found


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


# --- bounds of the chances in a quest whose enemies may change: for all changes of some number ----


def win_bounds(
    quest: Quest, variants: Mapping[int, Sequence[tuple[int, Enemy]]], most: int, play: Play
) -> tuple[Floats, Floats]:
    """The least and the greatest chance to win, by (number of changes up to `most`, (life,
    armour)), over all ways to change that many numbers of enemies.

    `variants` are the other enemies of a step (from 1), each with the number of its changes. The
    backward pass takes the best (or worst) enemy in each state on its own: real changes are the
    same in all states, so that they stay within these bounds.
    """
    lower, upper = (
        _bounds_pass(quest, variants, most, play, best) for best in (np.minimum, np.maximum)
    )
    return lower, upper


def _bounds_pass(
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

    def arrival(enemy: Enemy, after: Floats) -> Floats:
        """The chance to win on arrival at a fight, by (pile, (life, armour))."""
        if enemy not in arenas:
            arenas[enemy] = Arena(enemy, (quest.life_max, quest.armour_max), quest.differences)
        value, _ = arenas[enemy].value(after.T, play == "simple")
        return np.asarray(value[arenas[enemy].entry].T)

    for number in range(len(quest.steps), 0, -1):
        step, here = quest.steps[number - 1], by_step[number]
        after = [after_step(quest, piles, level, number, here, alive) for level in worth]
        if step.enemy is None:
            worth[:, here] = after
            continue
        choices = [(0, step.enemy), *variants.get(number, ())]
        for changes in range(most + 1):
            able = [(enemy, after[changes - used]) for used, enemy in choices if used <= changes]
            found = [arrival(*each) for each in able]
            worth[changes, here] = best.reduce(found)
    start = by_step[0]
    return np.array([ahead(piles, level, start)[-1] for level in worth])
