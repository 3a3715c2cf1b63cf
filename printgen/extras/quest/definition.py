"""Quests of steps and fights as numbers: the model that is solved, its results and its limits.

The rules, and the model that is solved:

- The step pile is drawn without replacement; its sum is the number of steps. A card
  advances the hero by its value, to the next step to play. The state of the pile is the number of
  each card left (625 states for four times 1, 2, 3, 4). This part is exact.
- A round of a fight takes two different cards of the combat pile, the first for the player, the
  second for the enemy. In play the pile is used up across rounds and fights, and only then
  reshuffled. Each round taken alone has the distribution of two cards of the whole pile; the
  solver assumes that rounds are independent, that is a player who does not count cards.
  `games.py` simulates the same decisions with the actual pile.
- Power is life plus card. The side of higher power strikes with the difference; minus the armour of
  the other side, this is the damage. The player chooses for both sides whether all of it reduces
  life or armour (not armour at 0); damage in excess of a counter is lost. At a tie, or without
  damage, nothing changes and two more cards are drawn.
- A fight ends at life 0. A fight in which neither side can damage the other is conceded: the quest
  is lost at this step.
- After a victory, and at steps without a fight, the effect of the step changes the counters, within
  0 and their maximum. Life 0 is death. Winning the last fight wins the quest.

Best play maximises the chance to win the quest and knows which step cards are left. Simple play
damages the enemy's life, and takes damage on armour while it is above 0. Between choices of equal
value, best play takes the simple one.

`solver.py` has the computation, with numpy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import prod
from typing import Literal

Play = Literal["best", "simple"]

Counts = tuple[tuple[int, int], ...]

# The life and armour of an enemy.
Enemy = tuple[int, int]


# Limits that keep a solution within seconds and a few hundred megabytes: states of the step pile;
# these times the (life, armour) of the hero; outcomes of rounds against all distinct enemies;
# outcomes over all steps and piles; the greatest combat card value, and the number of values.
MAX_PILES, MAX_PLACES = 20_000, 1_000_000

MAX_OUTCOMES, MAX_WORK = 6_000_000, 600_000_000

MAX_VALUE, MAX_VALUES = 10_000, 100

# The limit of `work` for simulation: the tables of choices grow with the quest.
MAX_PLAYED = 150_000_000

# Outcomes in a step: to find the decisions, and to follow each hero. States of step pile and hero
# in a step, for each card and hero followed.
DECIDED, FOLLOWED, PLACED = 250, 285, 20

# Steps of a simulated game; about ten times as many if most rounds change nothing.
PLAYED = 10


class TooLarge(ValueError):
    """A quest that is too large to solve or to simulate."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step: the (life, armour) of its enemy, if any, and the changes of the hero's counters."""

    enemy: Enemy | None = None
    life: int = 0
    armour: int = 0


@dataclass(frozen=True, slots=True)
class Quest:
    """A quest: `advances` and `cards` are pairs (card value, number of cards), or a mapping.

    Raises ValueError for an invalid quest, and TooLarge.
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

    @property
    def differences(self) -> dict[int, int]:
        """The number of ordered pairs of combat cards by difference of values, ascending."""
        return dict(_differences(self.cards))

    def place(self, hero: tuple[int, ...]) -> int:
        """The number of a (life, armour) of the hero."""
        return hero[0] * (self.armour_max + 1) + hero[1]

    @property
    def reach(self) -> int:
        """The maximum difference of the player's card over the enemy's."""
        return max(self.differences)

    def least_life(self, step: int) -> int:
        """The minimum life of the hero that can damage the fresh enemy of a step (from 1).

        0 for a step without enemy.
        """
        enemy = self.steps[step - 1].enemy
        return max(1, sum(enemy) - self.reach + 1) if enemy else 0


@cache
def _differences(cards: Counts) -> Counts:
    ways = Counter[int]()
    for (mine, many), (theirs, others) in product(cards, repeat=2):
        ways[mine - theirs] += many * (others - (mine == theirs))
    return tuple(sorted((+ways).items()))


def _check(quest: Quest) -> None:
    if not quest.steps:
        raise ValueError("a quest needs at least one step")
    for name, pairs in (("step", quest.advances), ("combat", quest.cards)):
        if any(many < 0 for _, many in pairs):
            raise ValueError(f"the {name} pile has a negative number of cards")
    if any(value < 1 for value, many in quest.advances if many):
        raise ValueError("a step card must advance by at least 1")
    total = sum(value * many for value, many in quest.advances)
    if total != len(quest.steps):
        raise ValueError(f"the step cards lead to step {total}, not to {len(quest.steps)}")
    if sum(many for _, many in quest.cards) < 2:
        raise ValueError("the combat pile needs at least two cards")
    if quest.life_max < 1 or quest.armour_max < 0:
        raise ValueError("the maximum of life must be at least 1, of armour at least 0")
    if any(step.enemy and (step.enemy[0] < 1 or step.enemy[1] < 0) for step in quest.steps):
        raise ValueError("the life of an enemy must be at least 1, its armour at least 0")
    # The solution would take too long.
    piles = prod(many + 1 for _, many in quest.advances)
    if piles > MAX_PILES:
        raise TooLarge(f"the step pile has {piles:,} states, more than {MAX_PILES:,}")
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
            message = f"the fights {name} have {size:,} outcomes, more than {most:,}"
            raise TooLarge(message)


def _outcomes(quest: Quest, enemy: tuple[int, int]) -> int:
    """The number of outcomes of rounds against an enemy: at least 16 per state."""
    states = (quest.life_max + 1) * (quest.armour_max + 1) * (enemy[0] + 1) * (enemy[1] + 1)
    return states * max(16, len(quest.differences))


def work(quest: Quest) -> int:
    """The number of outcomes of all fights over all states of the step pile."""
    # The number of states of the step pile at each step (from 0).
    ways = [1] + [0] * len(quest.steps)
    for value, many in quest.advances:
        ways = [
            sum(ways[at - value * k] for k in range(many + 1) if at >= value * k)
            for at in range(len(ways))
        ]
    fights = zip(quest.steps, ways[1:], strict=True)
    return sum(_outcomes(quest, step.enemy) * piles for step, piles in fights if step.enemy)


def solver_steps(quest: Quest, heroes: int) -> float:
    """The steps to solve a quest for a number of heroes."""
    piles = prod(many + 1 for _, many in quest.advances)
    places = piles * (quest.life_max + 1) * (quest.armour_max + 1) * len(quest.advances)
    return work(quest) * (1 / DECIDED + heroes / FOLLOWED) + places / PLACED * (1 + heroes)


@dataclass(frozen=True, slots=True)
class Journey:
    """The results of a hero on a quest. All except `win` have one number per step.

    `win`: the chance to win the quest. `deaths`: the chance to lose at the step (the sum with `win`
    is 1). `visits`: the chance to reach the step alive. Conditional on reaching it alive (nan if
    impossible): `life` and `armour`, the means on arrival; `hopeless`, the chance that winning is
    impossible on arrival at a fight; `stuck`, the chance that the enemy cannot be damaged on
    arrival. `swing`: the chance to win if the step cards stop at the step, minus the chance if they
    skip it. Both include heroes who died earlier; 0 for a step that is never or always a stop.
    """

    win: float
    deaths: tuple[float, ...]
    visits: tuple[float, ...]
    life: tuple[float, ...]
    armour: tuple[float, ...]
    hopeless: tuple[float, ...]
    stuck: tuple[float, ...]
    swing: tuple[float, ...]


# A step is never decisive if each hero's chance to die there and the effect of stopping there on
# the chance to win are below these values.
FALLS, SWING = 0.001, 0.01


def never_decisive(journeys: Mapping[str, Journey]) -> list[int]:
    """The steps (from 1) that are decisive for no hero.

    At these every hero's chance to die is below FALLS, and its absolute swing below SWING.
    """
    steps = range(len(next(iter(journeys.values())).deaths)) if journeys else range(0)
    return [
        step + 1
        for step in steps
        if all(
            hero.deaths[step] < FALLS and abs(hero.swing[step]) < SWING
            for hero in journeys.values()
        )
    ]
