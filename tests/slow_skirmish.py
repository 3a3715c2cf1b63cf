"""A skirmish of one against one, by a tree of all that can happen: the chances of its end.

Fighters stand on a line. The tree follows the rules state by state, with the chances of showdowns
and tests of nerve; nothing is drawn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from printgen.extras.poker_dice.battle_rules import Encounter
from printgen.extras.poker_dice.duel import Damage, duel
from printgen.extras.poker_dice.rules import Combatant, nerve


@dataclass(frozen=True)
class State:
    """Both fighters: life left, whether they flee, whether they fled for good, and places."""

    left: tuple[int, int]
    flees: tuple[bool, bool]
    gone: tuple[bool, bool]
    y: tuple[float, float]

    def stands(self, one: int) -> bool:
        return self.left[one] > 0 and not self.gone[one]


Ends = dict[State, float]


Value = TypeVar("Value")


def put(pair: tuple[Value, Value], one: int, value: Value) -> tuple[Value, Value]:
    return (value, pair[1]) if one == 0 else (pair[0], value)


class Tree:
    def __init__(self, rules: Encounter):
        self.rules = rules

    def chances(self) -> tuple[float, float, float]:
        """The chances that side 0 wins, that side 1 wins, and of a draw."""
        one, other = self.rules.fighters
        left, y = (sum(one.life), sum(other.life)), (one.place[1], other.place[1])
        ends: Ends = {State(left, (False, False), (False, False), y): 1.0}
        for _ in range(self.rules.turns):
            after: Ends = defaultdict(float)
            for first in (0, 1):
                for state, chance in self.activated(self.activated(ends, first), 1 - first).items():
                    after[state] += chance / 2
            ends = after
        found = [0.0, 0.0, 0.0]
        for state, chance in ends.items():
            found[self.winner(state)] += chance
        return found[0], found[1], found[2]

    def winner(self, state: State) -> int:
        if not state.stands(1):
            return 0
        if not state.stands(0):
            return 1
        lost = [
            Fraction(sum(f.life) - left, sum(f.life))
            for f, left in zip(self.rules.fighters, state.left, strict=True)
        ]
        return 2 if lost[0] == lost[1] else int(lost[0] > lost[1])

    def activated(self, ends: Ends, who: int) -> Ends:
        """After the activation of one fighter."""
        after: Ends = defaultdict(float)
        for state, chance in ends.items():
            if not (state.stands(0) and state.stands(1)):
                after[state] += chance
                continue
            starts = [(1.0, state)]
            if state.flees[who]:
                passes = self.nerve(state, who)
                starts = [
                    (passes, replace(state, flees=put(state.flees, who, False))),
                    (1 - passes, replace(state, gone=put(state.gone, who, True))),
                ]
            for part, start in starts:
                for end, share in self.actions(start, who, self.rules.actions, 0).items():
                    after[end] += chance * part * share
        return after

    def actions(self, state: State, who: int, remaining: int, moved: int) -> Ends:
        foe = 1 - who
        after: Ends = defaultdict(float)
        done = not (state.stands(who) and state.stands(foe)) or state.flees[who]
        if done or not remaining:
            return {state: 1.0}
        gap = abs(state.y[0] - state.y[1]) - self.rules.base
        own = self.rules.fighters[who]
        most = min(own.moves, self.rules.slow_moves if self.worn(state, who) else 99)
        if gap < 1e-6 or own.shot is not None:
            nexts = [(chance, end, moved) for chance, end in self.attack(state, who, gap)]
        elif moved < most:
            nexts = [(1.0, self.nearer(state, who, self.rules.move, 0), moved + 1)]
        else:
            nexts = [(1.0, state, moved)]
        for chance, end, steps in nexts:
            for final, share in self.actions(end, who, remaining - 1, steps).items():
                after[final] += chance * share
        return after

    def nearer(self, state: State, who: int, step: float, short: float) -> State:
        gap = abs(state.y[0] - state.y[1]) - self.rules.base
        step = max(0.0, min(step, gap - short))
        way = 1 if state.y[1 - who] > state.y[who] else -1
        return replace(state, y=put(state.y, who, round(state.y[who] + way * step, 6)))

    def attack(self, state: State, who: int, gap: float) -> Iterator[tuple[float, State]]:
        foe = 1 - who
        dodges = False
        if gap < 1e-6:
            damage = duel(self.fists(state, who), self.fists(state, foe), dict(self.rules.points))
        else:
            damage, dodges = self.shot(state, who)
        if dodges and self.rules.fighters[foe].shot is None and not state.flees[foe]:
            state = self.nearer(state, foe, self.rules.dodge, 0.01)
        for points, chance in damage.dealt.items():
            if points:
                yield from self.hit(state, foe, points, float(chance))
        for points, chance in damage.taken.items():
            if points:
                yield from self.hit(state, who, points, float(chance))
        nothing = damage.dealt.get(0, 0) + damage.taken.get(0, 0) - 1
        yield float(nothing), state

    def shot(self, state: State, who: int) -> tuple[Damage, bool]:
        """A shot and its best answer: to dodge, unless the other answer is truly better."""
        foe = 1 - who
        shooter, target = self.gun(state, who), self.gun(state, foe)
        table = dict(self.rules.points)
        dodged = duel(shooter, replace(target, bonus=0, wounds=False), table)
        if self.rules.fighters[foe].shot is None or state.flees[foe]:
            return dodged, True
        back = duel(shooter, replace(target, pot=target.pot + self.rules.return_fire), table)
        worse = back.mean_dealt - back.mean_taken >= dodged.mean_dealt - dodged.mean_taken
        return (dodged, True) if worse else (back, False)

    def hit(
        self, state: State, one: int, points: int, chance: float
    ) -> Iterator[tuple[float, State]]:
        left = max(0, state.left[one] - points)
        before, after = self.worn(state, one), replace(state, left=put(state.left, one, left))
        if not left or before or not self.worn(after, one):
            yield chance, after
            return
        passes = self.nerve(after, one)
        yield chance * passes, replace(after, flees=put(after.flees, one, False))
        yield chance * (1 - passes), self.fled(after, one)

    def fled(self, state: State, one: int) -> State:
        way = 1 if state.y[one] > state.y[1 - one] else -1
        rim = self.rules.base / 2
        y = min(self.rules.size[1] - rim, max(rim, state.y[one] + way * self.rules.flight))
        return replace(state, flees=put(state.flees, one, True), y=put(state.y, one, round(y, 6)))

    def worn(self, state: State, one: int) -> bool:
        return 0 < state.left[one] < self.rules.fighters[one].life[1]

    def nerve(self, state: State, one: int) -> float:
        fighter = self.rules.fighters[one]
        if fighter.fearless:
            return 1.0
        return float(nerve(fighter.pots[self.worn(state, one)], self.rules.guts, fighter.turn))

    def fists(self, state: State, one: int) -> Combatant:
        own = self.rules.fighters[one]
        pot = own.pots[self.worn(state, one)]
        return Combatant(pot, own.blow_dice, own.blow, turn=own.turn, hurt=own.hurt)

    def gun(self, state: State, one: int) -> Combatant:
        own = self.rules.fighters[one]
        pot = own.pots[self.worn(state, one)]
        return Combatant(pot, bonus=own.shot or 0, turn=own.turn, hurt=own.hurt)
