"""A quest as numbers: what the solver reads and returns, and how large a quest may be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Literal

Play = Literal["best", "simple"]

Counts = tuple[tuple[int, int], ...]


# What keeps a solution within some seconds and some hundred megabytes: ways in which the step pile
# can stand; these times lives and armours of the hero; outcomes of rounds against each kind of
# enemy; the same at each step and pile; the greatest value of combat cards, and how many there are.
MAX_PILES, MAX_PLACES = 20_000, 1_000_000

MAX_OUTCOMES, MAX_WORK = 6_000_000, 600_000_000

MAX_VALUE, MAX_VALUES = 10_000, 100

# Of games that are played, where the tables of choices grow with the quest.
MOST_PLAYED = 150_000_000

# Milliseconds, on a machine of 2020, that a million outcomes take: to decide, and for each hero to
# be followed; and that a place in the step pile takes, for each card and hero.
DECIDED, FOLLOWED, PLACED = 4.0, 3.5, 5e-5

# That a game takes which is played; those of which the rounds change little take some ten times it.
PLAYED = 0.01


class TooLarge(ValueError):
    """A quest that would take too long to solve."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step: the enemy's life and armour if there is one, and what its effect adds to counters."""

    enemy: tuple[int, int] | None = None
    life: int = 0
    armour: int = 0


@dataclass(frozen=True, slots=True)
class Quest:
    """A quest: `advances` and `cards` have pairs of a card's value and how many cards have it.

    A mapping does as well. Raises ValueError for what is no quest, and TooLarge.
    """

    steps: tuple[Step, ...]
    advances: Counts
    cards: Counts
    life_max: int
    armour_max: int

    def __post_init__(self) -> None:
        for name in ("advances", "cards"):
            pairs = tuple(sorted(dict(getattr(self, name)).items()))
            object.__setattr__(self, name, pairs)
        object.__setattr__(self, "steps", tuple(self.steps))
        _check(self)
        _check_size(self)

    @property
    def differences(self) -> dict[int, int]:
        """In how many ways two different cards of the combat pile differ by so much, in order."""
        return dict(_differences(self.cards))

    @property
    def reach(self) -> int:
        """The most by which the player's card exceeds the enemy's."""
        return max(self.differences)

    def least_life(self, step: int) -> int:
        """The life that it takes to hurt the enemy of a step (from 1), fresh and in full armour.

        With less, no pair of cards does damage to it. 0 at a step without enemy.
        """
        enemy = self.steps[step - 1].enemy
        return max(1, sum(enemy) - self.reach + 1) if enemy else 0


@cache
def _differences(cards: Counts) -> Counts:
    ways: dict[int, int] = {}
    for mine, many in cards:
        for theirs, others in cards:
            pairs = many * (others - (mine == theirs))
            if pairs:
                ways[mine - theirs] = ways.get(mine - theirs, 0) + pairs
    return tuple(sorted(ways.items()))


def _check(quest: Quest) -> None:
    if not quest.steps:
        raise ValueError("a quest has a step at least")
    for name, pairs in (("step", quest.advances), ("combat", quest.cards)):
        if any(many < 0 for _, many in pairs):
            raise ValueError(f"a pile of {name} cards has no fewer than 0 of any")
    if any(value < 1 for value, many in quest.advances if many):
        raise ValueError("a step card advances by 1 at least")
    total = sum(value * many for value, many in quest.advances)
    if total != len(quest.steps):
        raise ValueError(f"the step cards lead to step {total}, not to {len(quest.steps)}")
    if sum(many for _, many in quest.cards) < 2:
        raise ValueError("a round takes two cards of the combat pile")
    if quest.life_max < 1 or quest.armour_max < 0:
        raise ValueError("life goes to 1 at least, armour to 0")
    if any(step.enemy and (step.enemy[0] < 1 or step.enemy[1] < 0) for step in quest.steps):
        raise ValueError("an enemy has a life of 1 at least, and an armour of 0")


def _check_size(quest: Quest) -> None:
    """Raise TooLarge for a quest whose solution would take too long."""
    piles = prod(many + 1 for _, many in quest.advances)
    if piles > MAX_PILES:
        raise TooLarge(f"the step pile can stand in {piles:,} ways; {MAX_PILES:,} can be solved")
    heroes = (quest.life_max + 1) * (quest.armour_max + 1)
    if heroes * piles > MAX_PLACES:
        raise TooLarge(f"counters up to {quest.life_max} and {quest.armour_max} are too many")
    if len(quest.cards) > MAX_VALUES or any(abs(value) > MAX_VALUE for value, _ in quest.cards):
        raise TooLarge(f"the combat pile has over {MAX_VALUES} values, or one over {MAX_VALUE:,}")
    kinds = {step.enemy for step in quest.steps if step.enemy}
    for name, size, most in (
        ("against its kinds of enemy", sum(_outcomes(quest, e) for e in kinds), MAX_OUTCOMES),
        ("of all its steps", work(quest), MAX_WORK),
    ):
        if size > most:
            message = f"the fights {name} have {size:,} outcomes; {most:,} can be solved"
            raise TooLarge(message)


def _outcomes(quest: Quest, enemy: tuple[int, int]) -> int:
    """The outcomes of rounds against an enemy: of every state, but 16 of each at the least."""
    states = (quest.life_max + 1) * (quest.armour_max + 1) * (enemy[0] + 1) * (enemy[1] + 1)
    return states * max(16, len(quest.differences))


def work(quest: Quest) -> int:
    """The outcomes of all fights, for each state of the step pile."""
    fights = zip(quest.steps, _piles_by_step(quest)[1:], strict=True)
    return sum(_outcomes(quest, step.enemy) * piles for step, piles in fights if step.enemy)


def estimated_cost(quest: Quest, heroes: int) -> float:
    """The estimated milliseconds to solve a quest for a number of heroes."""
    piles = prod(many + 1 for _, many in quest.advances)
    places = piles * (quest.life_max + 1) * (quest.armour_max + 1) * len(quest.advances)
    followed = DECIDED + FOLLOWED * heroes
    return work(quest) / 1e6 * followed + places * PLACED * (1 + heroes)


def _piles_by_step(quest: Quest) -> list[int]:
    """The number of states of the step pile at each step (from 0)."""
    ways = [1] + [0] * len(quest.steps)
    for value, many in quest.advances:
        ways = [
            sum(ways[at - value * k] for k in range(many + 1) if at >= value * k)
            for at in range(len(ways))
        ]
    return ways


@dataclass(frozen=True, slots=True)
class Journey:
    """What awaits a hero on a quest. All but `win` have one number a step.

    `win`: the chance to win the quest. `deaths`: to lose it there (they and `win` make 1).
    `visits`: to come there alive. Given that: `life` and `armour`, the means on arrival, before
    anything happens, and `hopeless`, the chance that no way to win is left on arrival at a fight
    (all nan where no hero comes alive). `stuck`: that the enemy cannot be hurt on arrival.
    `swing`: the chance to win when the step cards lead there, less that when they pass it by; it
    counts those who fall before on both sides, and is 0 for a step that cannot be passed by.
    """

    win: float
    deaths: tuple[float, ...]
    visits: tuple[float, ...]
    life: tuple[float, ...]
    armour: tuple[float, ...]
    hopeless: tuple[float, ...]
    stuck: tuple[float, ...]
    swing: tuple[float, ...]
