"""One game of a quest at the table, card by card, from a seed.

The reference implementation for the browser: `extras/quest/web/engine.js` is the same in
JavaScript, and the tests compare the two event by event. The rules are those of
`extras/quest/definition.py`, with the combat pile of `games.py`: it is used up across fights and
then reshuffled; the last card of an odd pile is set aside.

Random numbers have 32 bits, so that both languages compute the same. A seed is hashed by FNV-1a
(Fowler, Noll and Vo), spread by the finaliser of MurmurHash3 (Appleby) over the state of
xoshiro128** 1.1 (Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS
47, 2021); piles are shuffled by the algorithm of Fisher and Yates as Durstenfeld has it (CACM 7,
1964, algorithm 235), each place drawn without bias.
"""

from __future__ import annotations

import re
from typing import Literal

from printgen.extras.quest.definition import Counts, Quest

Action = Literal["draw", "fight", "life", "armour"]

Phase = Literal["draw", "fight", "damage", "won", "lost"]

# An event: its name, then its values. See `Game.play`.
Event = tuple[str | int, ...]


# Seeds that are easy to type and to read aloud.
SEED = re.compile(r"[0-9A-Z]{1,12}")

_MASK = 0xFFFFFFFF


class Chance:
    """Random numbers of 32 bits from a seed."""

    def __init__(self, seed: str):
        key = 0x811C9DC5
        for byte in seed.encode():
            key = (key ^ byte) * 0x01000193 & _MASK
        self.state = [_spread(key + turn * 0x9E3779B9 & _MASK) for turn in range(1, 5)]

    def bits(self) -> int:
        """The next 32 bits."""
        a, b, c, d = self.state
        c ^= a
        d ^= b
        self.state = [a ^ d, b ^ c, c ^ (b << 9 & _MASK), _rotate_left(d, 11)]
        return _rotate_left(b * 5 & _MASK, 7) * 9 & _MASK

    def below(self, limit: int) -> int:
        """A uniform random number from 0 to `limit` - 1."""
        fair = 0x100000000 - 0x100000000 % limit
        while (bits := self.bits()) >= fair:
            pass
        return bits % limit

    def shuffled(self, count: int) -> list[int]:
        """The numbers from 0 to `count` - 1 in random order."""
        cards = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards


def _spread(bits: int) -> int:
    bits = (bits ^ bits >> 16) * 0x85EBCA6B & _MASK
    bits = (bits ^ bits >> 13) * 0xC2B2AE35 & _MASK
    return bits ^ bits >> 16


def _rotate_left(bits: int, by: int) -> int:
    return (bits << by | bits >> 32 - by) & _MASK


def values(counts: Counts) -> list[int]:
    """The values of the cards of a pile, ascending; a card's number is its index here."""
    return [value for value, many in counts for _ in range(many)]


class Game:
    """A game in progress: its state, the possible actions, and their execution.

    `foe` is the (life, armour) of the current enemy. `damage` is pending until the player chooses
    the counter that takes it; `struck` is true if it is the player's. Step cards are drawn from
    the front of `ahead`, combat cards from `pile` at index `next`.
    """

    def __init__(self, quest: Quest, start: tuple[int, int], seed: str):
        self.quest = quest
        self.advances, self.cards = values(quest.advances), values(quest.cards)
        self.reach = quest.reach
        self.chance = Chance(seed)
        self.ahead = self.chance.shuffled(len(self.advances))
        self.pile = self.chance.shuffled(len(self.cards))
        self.next, self.at = 0, 0
        self.life, self.armour = start
        self.foe = (0, 0)
        self.damage, self.struck = 0, False
        self.phase: Phase = "draw"

    def actions(self) -> list[Action]:
        """The possible actions; none when the game is over."""
        if self.phase == "draw":
            return ["draw"]
        if self.phase == "fight":
            return ["fight"]
        return ["life", "armour"] if self.phase == "damage" else []

    def hopeless(self) -> bool:
        """Whether no pair of cards can damage the enemy."""
        return self.life + self.reach <= sum(self.foe)

    def play(self, action: Action) -> list[Event]:
        """Execute an action. Raises ValueError for an action that is not possible.

        Returns the events in order: `step` (card, step), `meet` (life, armour of the enemy),
        `shuffle`, `round` (the player's card, the enemy's, the strike: below 0 on the player; the
        damage),
        `hit` (0 for the player, 1 for the enemy; 0 for life, 1 for armour; from, to), `effect` (0
        for life, 1 for armour; from, to), `won`, `lost` (0 slain, 1 by a step, 2 as no card can
        hurt the enemy).
        """
        if action not in self.actions():
            raise ValueError(f"'{action}' cannot be played now")
        events: list[Event] = []
        if action == "draw":
            self._draw(events)
        elif action == "fight":
            self._round(events)
        else:
            self._hit(action == "armour", events)
        return events

    def _draw(self, events: list[Event]) -> None:
        card = self.ahead.pop(0)
        self.at += self.advances[card]
        events.append(("step", card, self.at))
        enemy = self.quest.steps[self.at - 1].enemy
        if enemy is None:
            self._leave(events)
            return
        self.foe, self.phase = enemy, "fight"
        events.append(("meet", *enemy))
        self._give_up(events)

    def _round(self, events: list[Event]) -> None:
        if self.next + 2 > len(self.pile):
            self.pile, self.next = self.chance.shuffled(len(self.cards)), 0
            events.append(("shuffle",))
        mine, theirs = self.pile[self.next : self.next + 2]
        self.next += 2
        strike = self.life + self.cards[mine] - self.foe[0] - self.cards[theirs]
        self.struck = strike < 0
        shield = self.armour if self.struck else self.foe[1]
        self.damage = max(0, abs(strike) - shield)
        events.append(("round", mine, theirs, strike, self.damage))
        if self.damage and shield:
            self.phase = "damage"
        elif self.damage:
            self._hit(False, events)

    def _hit(self, on_armour: bool, events: list[Event]) -> None:
        """Apply the damage to life or armour."""
        both = [self.life, self.armour] if self.struck else list(self.foe)
        before = both[on_armour]
        both[on_armour] = max(0, before - self.damage)
        events.append(("hit", int(not self.struck), int(on_armour), before, both[on_armour]))
        if self.struck:
            self.life, self.armour = both
        else:
            self.foe = (both[0], both[1])
        self.damage, self.phase = 0, "fight"
        if not self.life:
            self._lose(0, events)
        elif not self.foe[0]:
            self._leave(events)
        else:
            self._give_up(events)

    def _give_up(self, events: list[Event]) -> None:
        """Lose the game in a fight that can no longer be won: no round can change that."""
        if self.hopeless():
            self._lose(2, events)

    def _leave(self, events: list[Event]) -> None:
        """Apply the effect of the step, except after the last fight, and end the game if over."""
        step, last = self.quest.steps[self.at - 1], self.at == len(self.quest.steps)
        self.phase = "draw"
        if not (last and step.enemy):
            for number, change in enumerate((step.life, step.armour)):
                self._change(number, change, events)
        if not self.life:
            self._lose(1, events)
        elif last:
            self.phase = "won"
            events.append(("won",))

    def _change(self, number: int, change: int, events: list[Event]) -> None:
        both, most = [self.life, self.armour], (self.quest.life_max, self.quest.armour_max)
        before = both[number]
        both[number] = min(most[number], max(0, before + change))
        self.life, self.armour = both
        if change:
            events.append(("effect", number, before, both[number]))

    def _lose(self, why: int, events: list[Event]) -> None:
        self.phase = "lost"
        events.append(("lost", why))
