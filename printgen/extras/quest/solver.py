"""Exact solution of quests of steps and fights.

The rules, and the model that is solved:

- The step pile is drawn without replacement; its sum is the number of steps. A card
  advances the hero by its value, to the next step to play. The state of the pile is the number of
  each card left (625 states for four times 1, 2, 3, 4). This part is exact.
- A round of a fight takes two different cards of the combat pile, the first for the player, the
  second for the enemy. In play the pile is used up across rounds and fights, and only then
  reshuffled. Each round taken alone has the distribution of two cards of the whole pile; the
  solver assumes that rounds are independent, that is a player who does not count cards.
  `printgen.extras.quest.games` simulates the same decisions with the actual pile.
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

`definition.py` has the data of the model; `passes.py` has the computation, with numpy.
"""

from __future__ import annotations

from collections.abc import Mapping

from printgen.extras.quest.definition import Journey, Play, Quest, TooLarge, solver_steps

# The most steps of `solve`.
MAX_STEPS = 20_000_000

# A step is never decisive if each hero's chance to die there and the effect of stopping there on
# the chance to win are below these values.
FALLS, SWING = 0.001, 0.01


def solve(
    quest: Quest, starts: Mapping[str, tuple[int, int]], play: Play = "best"
) -> dict[str, Journey]:
    """The journey of each hero, from a start of (life, armour), under best or simple play.

    A backward pass finds the decisions, which are common to all heroes; a forward pass follows
    each hero. Raises ValueError for starts out of range, and TooLarge.
    """
    from printgen.extras.quest import passes as quest_solve

    for name, (life, armour) in starts.items():
        if not (1 <= life <= quest.life_max and 0 <= armour <= quest.armour_max):
            raise ValueError(f"'{name}' starts with life {life} and armour {armour}, out of range")
    if len(starts) > 1 and solver_steps(quest, len(starts)) > MAX_STEPS:
        raise TooLarge(f"the quest has too many outcomes for {len(starts)} heroes")
    return quest_solve.solve(quest, starts, play)


def never_decisive(
    journeys: Mapping[str, Journey], falls: float = FALLS, swing: float = SWING
) -> list[int]:
    """The steps (from 1) that are decisive for no hero.

    At these every hero's chance to die is below `falls`, and its absolute swing below `swing`.
    """
    steps = range(len(next(iter(journeys.values())).deaths)) if journeys else range(0)
    return [
        step + 1
        for step in steps
        if all(
            hero.deaths[step] < falls and abs(hero.swing[step]) < swing
            for hero in journeys.values()
        )
    ]
