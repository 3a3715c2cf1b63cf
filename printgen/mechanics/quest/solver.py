"""Quests of steps and fights, solved exactly: the chance to win, where heroes fall, and with what.

The model, as the rules of such games have it and as the solver takes it:

- The step pile is drawn without replacement; its sum is the number of steps. A card
  advances the hero by its value, to the next step to play. The state of the pile is the number of
  each card left (625 states for four times 1, 2, 3, 4). Nothing is approximated here.
- A round of a fight takes two different cards of the combat pile, the first for the player, the
  second for the enemy. In play the pile runs on from round to round and from fight to fight until
  it is used up, and is shuffled then. Each round by itself has the distribution of two cards of
  the whole pile, and the solver takes rounds as independent draws of that: a player who does not
  count cards. `printgen.mechanics.quest.games` plays the same decisions with the true pile.
- Power is life plus card. The greater strikes with the difference; the armour of whoever is struck
  is taken off; what remains is damage. The player chooses for both sides whether it falls wholly on
  life or wholly on armour, never on armour at 0; what exceeds a counter is lost. At a tie, or when
  the armour stops it all, nothing changes and two more cards are drawn.
- A fight ends with a life at 0. One that cannot end, as neither can hurt the other any more, is
  conceded: lost at its step.
- After a victory, and at steps without a fight, the effect of the step changes the counters, which
  stop at 0 and at their maximum. Life at 0 is death. The last fight won is the quest won.

Best play maximises the chance to win the quest and knows which step cards are left. Simple play
strikes the enemy's life, and takes blows on armour while there is any. Where two choices are worth
the same, best play is the simple one.

`definition.py` has the data of the model; `passes.py` computes, with numpy.
"""

from __future__ import annotations

from collections.abc import Mapping

from printgen.mechanics.quest.definition import Journey, Play, Quest, TooLarge, estimated_cost

# What `solve` takes at most, in these.
MAX_COST = 20_000

# A step is never decisive when less than this share of each hero falls there, and stopping there or
# not moves nobody's chance to win by so much.
FALLS, SWING = 0.001, 0.01


def solve(
    quest: Quest, starts: Mapping[str, tuple[int, int]], play: Play = "best"
) -> dict[str, Journey]:
    """The journey of each hero, from a start of (life, armour), under best or simple play.

    One pass from the last step to the first finds the decisions for all heroes, who differ only in
    where they start; one from the first to the last follows each of them. Raises ValueError for
    counters that do not fit the quest.
    """
    from printgen.mechanics.quest import passes as quest_solve

    for name, (life, armour) in starts.items():
        if not (1 <= life <= quest.life_max and 0 <= armour <= quest.armour_max):
            raise ValueError(f"'{name}' starts with {life} and {armour}, beyond the counters")
    if len(starts) > 1 and estimated_cost(quest, len(starts)) > MAX_COST:
        raise TooLarge(f"{len(starts)} heroes are too many for a quest of so many outcomes")
    return quest_solve.solve(quest, starts, play)


def never_decisive(
    journeys: Mapping[str, Journey], falls: float = FALLS, swing: float = SWING
) -> list[int]:
    """The steps (from 1) that decide nothing, whoever plays: every hero's chance to fall there is
    under `falls`, and its swing under `swing` either way.
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
