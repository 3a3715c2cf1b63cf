"""Small quests, and a solver that enumerates single cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations

from printgen.extras.quest.definition import Quest, Step

HEROES = {"hero": (3, 5), "barbarian": (6, 2), "mage": (2, 6), "dwarf": (5, 3)}
STEP_CARDS = {1: 4, 2: 4, 3: 4, 4: 4}
COMBAT_CARDS = dict.fromkeys(range(1, 10), 2)
# The enemies and effects of the quest of the source, steps 1 to 40.
IRON = """
+1/0 1/0 1/0 -1/0 1/0 3/0:0/+1 -1/0 3/1:0/+1 +1/0 -1/0 2/1 2/1 3/2:0/+1 3/2 3/2:0/+1 -1/0 4/2:0/+1
4/2:0/+1 4/2:0/+1 +2/0 2/0 6/3:0/+1 -2/0 6/3:0/+1 2/6 3/0 -2/0 6/3:0/+1 5/5:+1/0 0/+2 3/2:0/+1
4/3:0/+1 4/3:0/+1 -2/0 +2/0 3/6 5/5 6/2 8/4:0/+2 6/6
"""


def pair(words: str) -> tuple[int, int]:
    life, armour = words.split("/")
    return int(life), int(armour)


def step(words: str) -> Step:
    """`3/1:0/+1` is an enemy of 3/1 and an effect; `+1/0` an effect alone."""
    if "+" in words.split(":")[0] or words.startswith("-"):
        return Step(None, *pair(words))
    enemy, _, effect = words.partition(":")
    return Step(pair(enemy), *pair(effect or "0/0"))


def quest_of(
    steps: Iterable[Step],
    advances: Mapping[int, int],
    cards: Mapping[int, int],
    life_max: int,
    armour_max: int,
) -> Quest:
    """A quest with its piles as mappings from a card's value to its count."""
    piles = tuple(advances.items()), tuple(cards.items())
    return Quest(tuple(steps), *piles, life_max, armour_max)


def iron() -> Quest:
    return quest_of(map(step, IRON.split()), STEP_CARDS, COMBAT_CARDS, 9, 9)


# --- brute force: card by card, in fractions --------------------------------------------------


class Slow:
    """A quest solved by recursion over single cards, as in the text of its rules."""

    def __init__(self, quest: Quest, play: str):
        self.quest, self.play = quest, play
        cards = [value for value, many in quest.cards for _ in range(many)]
        self.rounds = list(permutations(cards, 2))
        self.turn = cache(self._turn)
        self.fight = cache(self._fight)

    def win(self, life: int, armour: int) -> Fraction:
        pile = tuple(value for value, many in self.quest.advances for _ in range(many))
        return self.turn(pile, life, armour)

    def _turn(self, pile: tuple[int, ...], life: int, armour: int) -> Fraction:
        """The chance to win with these step cards left."""
        if life <= 0:
            return Fraction(0)
        if not pile:
            return Fraction(1)
        total = Fraction(0)
        for place, paces in enumerate(pile):
            left = pile[:place] + pile[place + 1 :]
            at = self.quest.steps[len(self.quest.steps) - sum(left) - 1]
            total += self._arrive(at, left, life, armour) / len(pile)
            assert paces
        return total

    def _arrive(self, at: Step, left: tuple[int, ...], life: int, armour: int) -> Fraction:
        if at.enemy:
            return self.fight(at, left, life, armour, *at.enemy)
        return self._after(at, left, life, armour)

    def _after(self, at: Step, left: tuple[int, ...], life: int, armour: int) -> Fraction:
        if at.enemy and not left:
            return Fraction(1)
        life = min(self.quest.life_max, life + at.life)
        armour = min(self.quest.armour_max, max(0, armour + at.armour))
        return self.turn(left, life, armour)

    def _fight(
        self, at: Step, left: tuple[int, ...], life: int, armour: int, foe: int, shield: int
    ) -> Fraction:
        if life == 0:
            return Fraction(0)
        if foe == 0:
            return self._after(at, left, life, armour)
        worth, changing = Fraction(0), 0
        for mine, theirs in self.rounds:
            options = list(self._options(life, armour, foe, shield, mine, theirs))
            if options:
                changing += 1
                found = [self.fight(at, left, *state) for state in options]
                worth += max(found) if self.play == "best" else found[0]
        return worth / changing if changing else Fraction(0)

    def _options(
        self, life: int, armour: int, foe: int, shield: int, mine: int, theirs: int
    ) -> Iterator[tuple[int, int, int, int]]:
        """The possible states after a round; that of simple play first."""
        strike = (life + mine) - (foe + theirs)
        if strike > shield:
            damage = strike - shield
            yield life, armour, max(0, foe - damage), shield
            if shield:
                yield life, armour, foe, max(0, shield - damage)
        elif -strike > armour:
            damage = -strike - armour
            if armour:
                yield life, max(0, armour - damage), foe, shield
            yield max(0, life - damage), armour, foe, shield


# Little life and much armour: it is better to lose life than the last point of armour.
CHOICE = quest_of(
    (Step((1, 3)), Step((3, 0), 2, 0), Step((2, 2))), {1: 3}, {1: 1, 2: 1, 4: 1, 6: 1}, 3, 4
)
