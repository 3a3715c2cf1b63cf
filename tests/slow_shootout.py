"""A skirmish of Power against Defence, one against one, by a tree of all that can happen.

Fighters stand on a line. Each order of the pile, each loss and each test has its chance; nothing is
drawn. A figure has at most one attack of each kind.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations

from slow_skirmish import put

from printgen.extras.power_attack.battle_rules import Arm, Skirmish
from printgen.extras.power_attack.study import loses


@dataclass(frozen=True)
class State:
    """Both fighters: life left, panic, Heroism, wounds cancelled in this activation, places."""

    left: tuple[int, int]
    panic: tuple[bool, bool]
    heroism: tuple[int, int]
    saved: tuple[bool, bool]
    y: tuple[float, float]


Ends = dict[State, float]


def at_least(face: int) -> float:
    return min(max(7 - face, 0), 6) / 6


class Tree:
    def __init__(self, rules: Skirmish):
        self.rules = rules

    def chances(self) -> tuple[float, float, float]:
        """The chances that side 0 wins, that side 1 wins, and of a draw."""
        one, other = self.rules.fighters
        ends: Ends = {
            State(
                (one.life, other.life), (False, False), (one.heroism, other.heroism),
                (False, False), (one.place[1], other.place[1]),
            ): 1.0
        }  # fmt: skip
        for _ in range(self.rules.turns):
            after: Ends = defaultdict(float)
            piles = list(permutations((0, 1, "joker", "joker")))
            for pile in piles:
                drawn = dict(ends)
                jokers = 0
                for card in pile:
                    jokers += card == "joker"
                    if jokers < 2 and isinstance(card, int):
                        drawn = self.activated(drawn, card)
                for state, chance in drawn.items():
                    after[state] += chance / len(piles)
            ends = after
        found = [0.0, 0.0, 0.0]
        for state, chance in ends.items():
            found[self.winner(state)] += chance
        return found[0], found[1], found[2]

    def winner(self, state: State) -> int:
        if not all(state.left):
            return 1 if state.left[1] else 0
        one, other = (
            Fraction(f.life - left, f.life)
            for f, left in zip(self.rules.fighters, state.left, strict=True)
        )
        return 2 if one == other else int(one > other)

    def activated(self, ends: Ends, who: int) -> Ends:
        after: Ends = defaultdict(float)
        for state, chance in ends.items():
            if not all(state.left):
                after[state] += chance
                continue
            start = replace(state, saved=(False, False))
            passes = self.passes(who) if state.panic[who] else 1.0
            for part, panic in ((passes, False), (1 - passes, True)):
                calm = replace(start, panic=put(start.panic, who, panic))
                for share, end in self.acts(calm, who):
                    after[end] += chance * part * share
        return after

    def passes(self, one: int) -> float:
        return at_least(self.rules.nerve - self.rules.fighters[one].mind)

    def gap(self, state: State) -> float:
        return abs(state.y[0] - state.y[1]) - self.rules.base

    def acts(self, state: State, who: int) -> Iterator[tuple[float, State]]:
        """Stand and attack, or move and attack, or run."""
        own = self.rules.fighters[who]
        shots = [arm for arm in own.arms if arm.short is not None]
        blows = [arm for arm in own.arms if arm.short is None]
        for step, aim in ((0, self.rules.aim), (own.move, 0)):
            state = self.nearer(state, who, step, 0)
            able = self.able(state, shots, blows)
            if able is not None:
                yield from self.attacks(state, who, able, aim)
                return
        state = self.nearer(state, who, self.rules.inch * len(shots), 0)
        if self.gap(state) < 1e-6:
            yield from self.attacks(state, who, blows, 0)
        else:
            yield 1.0, self.nearer(state, who, self.rules.inch * len(blows), 0.01)

    def able(self, state: State, shots: list[Arm], blows: list[Arm]) -> list[Arm] | None:
        """The attacks that can be made; None without any, unless the two are in contact."""
        gap = self.gap(state)
        if gap < 1e-6:
            return blows
        return [arm for arm in shots if arm.reach is None or gap <= arm.reach] or None

    def nearer(self, state: State, who: int, step: float, short: float) -> State:
        step = max(0.0, min(step, self.gap(state) - short))
        way = 1 if state.y[1 - who] > state.y[who] else -1
        return replace(state, y=put(state.y, who, round(state.y[who] + way * step, 6)))

    def attacks(
        self, state: State, who: int, arms: list[Arm], aim: int
    ) -> Iterator[tuple[float, State]]:
        if not arms or not all(state.left):
            yield 1.0, state
            return
        for chance, end in self.attack(state, who, arms[0], aim):
            for share, final in self.attacks(end, who, arms[1:], aim):
                yield chance * share, final

    def attack(self, state: State, who: int, arm: Arm, aim: int) -> Iterator[tuple[float, State]]:
        rules, foe = self.rules, 1 - who
        own, other = rules.fighters[who], rules.fighters[foe]
        power = arm.power + aim + (rules.panic_power if state.panic[who] else 0)
        if arm.short is None:
            power += rules.smaller if own.size < other.size else 0
        else:
            power += dict(rules.sizes).get(other.size, 0)
            bands = sum(self.gap(state) > times * arm.short for times in (1, 2))
            power += (0, *rules.far)[bands]
        gap = other.defence + (rules.panic_defence if state.panic[foe] else 0) - power
        left = state.left[foe]
        yield 1 - float(loses(gap, 1)), state
        for points in range(1, left):
            chance = float(loses(gap, points) - loses(gap, points + 1))
            yield from self.wounded(state, foe, points, chance)
        yield from self.deadly(state, foe, float(loses(gap, left)))

    def wounded(
        self, state: State, one: int, points: int, chance: float
    ) -> Iterator[tuple[float, State]]:
        after = replace(state, left=put(state.left, one, state.left[one] - points))
        for part, panic in ((self.passes(one), False), (1 - self.passes(one), True)):
            yield chance * part, replace(after, panic=put(after.panic, one, panic))

    def deadly(self, state: State, one: int, chance: float) -> Iterator[tuple[float, State]]:
        dead = replace(state, left=put(state.left, one, 0))
        if not state.heroism[one] or state.saved[one]:
            yield chance, dead
            return
        won = at_least(self.rules.bet)
        alive = replace(
            state,
            heroism=put(state.heroism, one, state.heroism[one] - 1),
            saved=put(state.saved, one, True),
            panic=put(state.panic, one, True),
        )
        yield chance * won, alive
        yield chance * (1 - won), dead
