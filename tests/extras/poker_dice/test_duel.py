"""Damage of showdowns, compared with an independent tree of all throws and choices."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.extras.dice.chances import mean
from printgen.extras.poker_dice.duel import Damage, duel
from printgen.extras.poker_dice.rules import AIMS, HANDS, Aim, Combatant, strength, throws, turned

TABLE = {(low, high): 1 + HANDS.index(high) - HANDS.index(low) for low in HANDS for high in HANDS}
RUNS = [(), (2,), (2, 2), (3,), (2, 3), (4,), (5,)]
Faces = tuple[int, ...]
# The winner's sign, the points that the first deals, and those that it takes.
Outcome = tuple[int, int, int]
Answer = Callable[[Faces], dict[Outcome, Fraction]]


@cache
def value(faces: Faces) -> tuple[int, ...]:
    """The rank of a hand of at most five dice: kind, faces of its groups, other dice."""
    groups = sorted(Counter(faces).items(), key=lambda group: (group[1], group[0]), reverse=True)
    runs = tuple(sorted(many for _, many in groups if many > 1))
    laid = [face for face, many in groups for _ in range(many)]
    return (RUNS.index(runs), *laid, *[-1] * (5 - len(laid)))


class Tree:
    """The same showdown, die by die, in fractions."""

    def __init__(self, first: Combatant, second: Combatant, table: dict[tuple[str, str], int]):
        self.first, self.second, self.table = first, second, table

    def outcome(self, mine: Faces, theirs: Faces) -> tuple[int, int, int]:
        """Who wins, and what the first deals and takes."""
        a, b = self.laid(mine, self.first), self.laid(theirs, self.second)
        if a[0] == b[0] == 0 or a == b:
            return 0, 0, 0
        winner = self.first if a > b else self.second
        points = self.table[HANDS[min(a[0], b[0])], HANDS[max(a[0], b[0])]] + winner.bonus
        points = max(0, points) if winner.wounds else 0
        return (1, points, 0) if a > b else (-1, 0, points)

    @staticmethod
    def laid(faces: Faces, side: Combatant) -> tuple[int, ...]:
        """The best value of a hand, one die turned if the side may."""
        if side.turn is None:
            return value(faces)
        places = range(len(faces))
        hands = [(*faces[:place], side.turn, *faces[place + 1 :]) for place in places]
        return max(map(value, [faces, *hands]))

    def wants(self, side: Combatant, ends: Mapping[Outcome, Fraction], swap: bool) -> Any:
        """The sort key of a side for a distribution of outcomes."""
        won = sum(
            (p for (sign, _, _), p in ends.items() if sign == (-1 if swap else 1)), Fraction()
        )
        one = sum((p * e[1] * self.second.hurt for e, p in ends.items()), Fraction()) / 6
        other = sum((p * e[2] * self.first.hurt for e, p in ends.items()), Fraction()) / 6
        dealt, taken = (other, one) if swap else (one, other)
        aim = {"deal": dealt, "spare": -taken, "margin": dealt - taken, "win": won}[side.aim]
        return aim, dealt - taken, won

    @staticmethod
    def keeps(throw: Faces, pot: int) -> list[Faces]:
        sizes = range(max(0, len(throw) - max(0, pot)), len(throw) + 1)
        return [tuple(sorted(keep)) for size in sizes for keep in combinations(throw, size)]

    @staticmethod
    @cache
    def finish(keep: Faces, count: int) -> Counter[Faces]:
        rolls = product(range(6), repeat=count - len(keep))
        return Counter(tuple(sorted(keep + roll)) for roll in rolls)

    def play(self) -> dict[Outcome, Fraction]:
        counts = [max(1, side.base + min(0, side.pot)) for side in (self.first, self.second)]

        def mixed(keep: Faces, count: int, after: Answer) -> dict[Outcome, Fraction]:
            total: dict[Outcome, Fraction] = defaultdict(Fraction)
            finals = self.finish(keep, count)
            for final, ways in finals.items():
                for end, chance in after(final).items():
                    total[end] += chance * Fraction(ways, finals.total())
            return total

        def best(
            side: Combatant, throw: Faces, after: Answer, swap: bool
        ) -> dict[Outcome, Fraction]:
            options = []
            for keep in dict.fromkeys(self.keeps(throw, side.pot)):
                ends = after(keep)
                highest = tuple(keep.count(face) for face in reversed(range(6)))
                options.append((self.wants(side, ends, swap), len(keep), highest, ends))
            return max(options, key=lambda option: option[:3])[3]

        # Cached: throws have kept dice in common.
        @cache
        def second_after(final: Faces, keep: Faces) -> dict[Outcome, Fraction]:
            def after(other: Faces) -> dict[Outcome, Fraction]:
                return {self.outcome(final, other): Fraction(1)}

            return mixed(keep, counts[1], after)

        @cache
        def second(final: Faces, throw: Faces) -> dict[Outcome, Fraction]:
            return best(self.second, throw, partial(second_after, final), swap=True)

        @cache
        def first_after(theirs: Faces, keep: Faces) -> dict[Outcome, Fraction]:
            def after(final: Faces) -> dict[Outcome, Fraction]:
                return second(final, theirs)

            return mixed(keep, counts[0], after)

        total: dict[Outcome, Fraction] = defaultdict(Fraction)
        everything = [
            Counter(tuple(sorted(t)) for t in product(range(6), repeat=n)) for n in counts
        ]
        for (mine, a), (theirs, b) in product(*(one.items() for one in everything)):
            answer = partial(first_after, theirs)
            for end, chance in best(self.first, mine, answer, swap=False).items():
                total[end] += chance * Fraction(a * b, 6 ** sum(counts))
        return total

    @staticmethod
    def hide(points: int, hurt: int) -> dict[int, Fraction]:
        """The distribution of the points that count, with one die per point."""
        dice = Counter(sum(d < hurt for d in roll) for roll in product(range(6), repeat=points))
        return {counted: Fraction(ways, 6**points) for counted, ways in dice.items()}

    def damage(self) -> Damage:
        ends = self.play()
        dealt, taken, signs = (defaultdict[int, Fraction](Fraction) for _ in range(3))
        for (sign, one, other), chance in ends.items():
            for counted, share in self.hide(one, self.second.hurt).items():
                dealt[counted] += chance * share
            for counted, share in self.hide(other, self.first.hurt).items():
                taken[counted] += chance * share
            signs[sign] += chance
        return Damage(dict(dealt), dict(taken), signs[1], signs[-1])


DUELS = [
    (Combatant(1, 2), Combatant(1, 2)),
    (Combatant(2, 2, bonus=1), Combatant(1, 2, aim="win")),
    (Combatant(2, 2, aim="deal"), Combatant(2, 2, aim="spare")),
    (Combatant(1, 2, aim="spare"), Combatant(2, 2, bonus=2, aim="deal")),
    (Combatant(1, 2, aim="win"), Combatant(2, 2, wounds=False)),
    (Combatant(2, 2, bonus=-1, aim="deal"), Combatant(2, 2, bonus=-1, aim="deal")),
    (Combatant(1, 3), Combatant(1, 2, bonus=1)),
    (Combatant(-1, 3, bonus=-1), Combatant(2, 3, wounds=False, aim="deal")),
    (Combatant(1, 3, aim="win"), Combatant(-2, 4, bonus=2)),
    (Combatant(-1, 5), Combatant(-3, 5)),
    (Combatant(2, 2, turn=4), Combatant(1, 2, turn=3, hurt=1)),
    (Combatant(1, 2, turn=5, hurt=1, aim="win"), Combatant(1, 3, bonus=1, hurt=4)),
]


@pytest.mark.parametrize(("first", "second"), DUELS, ids=str)
def test_duels_of_few_dice_match_the_complete_tree(first: Combatant, second: Combatant) -> None:
    assert duel(first, second, TABLE) == Tree(first, second, TABLE).damage()


def test_duels_with_an_arbitrary_table_match_the_complete_tree() -> None:
    table = {cell: 7 * index % 5 for index, cell in enumerate(TABLE)}
    first, second = Combatant(2, 2, bonus=1, aim="spare"), Combatant(1, 3, aim="margin")
    assert duel(first, second, table) == Tree(first, second, table).damage()


@pytest.mark.parametrize("count", range(1, 6))
def test_hands_compare_as_in_poker(count: int) -> None:
    laid = [
        tuple(f for f, many in enumerate(counts) for _ in range(many)) for counts in throws(count)
    ]
    for counts, faces in zip(throws(count), laid, strict=True):
        assert strength(counts) == value(faces)


@pytest.mark.parametrize(
    "counts", [(0, 2, 2, 2, 0, 1), (3, 3, 0, 0, 0, 0), (0, 3, 2, 2, 0, 0), (0, 4, 0, 3, 0, 0),
               (6, 0, 0, 0, 0, 0), (2, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1)],
)  # fmt: skip
def test_the_best_five_of_many_dice_count(counts: tuple[int, ...]) -> None:
    faces = [face for face, many in enumerate(counts) for _ in range(many)]
    assert strength(counts) == max(value(hand) for hand in combinations(faces, 5))


POTS = st.integers(-4, 5)
ANY = st.builds(
    Combatant,
    POTS,
    st.integers(1, 4),
    st.integers(-2, 3),
    st.booleans(),
    st.sampled_from(AIMS),
    st.none() | st.integers(0, 5),
    st.integers(0, 6),
)


@settings(deadline=None, max_examples=60)
@given(ANY, ANY)
def test_chances_add_up_to_1(first: Combatant, second: Combatant) -> None:
    damage = duel(first, second, TABLE)
    assert sum(damage.dealt.values()) == sum(damage.taken.values()) == 1
    assert damage.won + damage.lost <= 1
    assert all(points >= 0 for points in (*damage.dealt, *damage.taken))
    assert 1 - damage.dealt.get(0, 0) <= damage.won
    assert 1 - damage.taken.get(0, 0) <= damage.lost
    assert damage.mean_dealt == mean(damage.dealt)


@settings(deadline=None, max_examples=40)
@given(ANY, ANY)
def test_a_combatant_that_cannot_wound_deals_no_damage(first: Combatant, second: Combatant) -> None:
    assert duel(replace(first, wounds=False), second, TABLE).dealt == {0: 1}
    assert duel(first, replace(second, wounds=False), TABLE).taken == {0: 1}


@settings(deadline=None, max_examples=40)
@given(ANY, ANY)
def test_order_does_not_matter_when_only_one_side_rerolls(
    first: Combatant, second: Combatant
) -> None:
    second = replace(second, pot=min(0, second.pot))
    one, other = duel(first, second, TABLE), duel(second, first, TABLE)
    assert (one.dealt, one.taken, one.won) == (other.taken, other.dealt, other.lost)


OPPOSED: dict[Aim, Aim] = {"deal": "spare", "spare": "deal", "margin": "margin"}


def gain(damage: Damage, aim: str) -> Fraction:
    dealt, taken = damage.mean_dealt, damage.mean_taken
    return {"deal": dealt, "spare": -taken, "margin": dealt - taken, "win": damage.won}[aim]


@settings(deadline=None, max_examples=60)
@given(ANY, ANY)
def test_more_potential_never_hurts_the_first_side(first: Combatant, second: Combatant) -> None:
    # Only for a Pot of at least 0: raising a negative Pot shows the opponent more dice.
    first = replace(first, pot=max(0, first.pot))
    more = duel(replace(first, pot=first.pot + 1), second, TABLE)
    assert gain(more, first.aim) >= gain(duel(first, second, TABLE), first.aim)


@settings(deadline=None, max_examples=60)
@given(ANY, ANY, st.sampled_from(sorted(OPPOSED)), st.booleans())
def test_more_potential_never_hurts_against_the_opposed_aim(
    first: Combatant, second: Combatant, aim: Aim, leads: bool
) -> None:
    first, second = replace(first, aim=aim), replace(second, aim=OPPOSED[aim])

    def play(side: Combatant) -> Fraction:
        if leads:
            return gain(duel(side, second, TABLE), aim)
        damage = duel(second, side, TABLE)
        return gain(Damage(damage.taken, damage.dealt, damage.lost, damage.won), aim)

    assert play(replace(first, pot=first.pot + 1)) >= play(first)


def test_five_dice_without_rerolls_match_all_pairs_of_hands() -> None:
    hands = [
        (value(tuple(f for f, m in enumerate(c) for _ in range(m))), n)
        for c, n in throws(5).items()
    ]
    dealt: Counter[int] = Counter()
    for (mine, a), (theirs, b) in product(hands, hands):
        hit = mine > theirs and mine[0] > 0
        dealt[1 + mine[0] - theirs[0] + 1 if hit else 0] += a * b
    damage = duel(Combatant(0, bonus=1), Combatant(0), TABLE)
    assert damage.dealt == {points: Fraction(ways, 6**10) for points, ways in dealt.items()}
    assert damage.won == damage.lost


def test_wounding_faces_scale_damage() -> None:
    # A side that deals no damage plays the same for any `hurt`.
    sides = [Combatant(1, wounds=False, hurt=hurt) for hurt in (6, 1)]
    bare, thick = (duel(Combatant(3, aim="deal"), side, TABLE) for side in sides)
    assert thick.mean_dealt * 6 == bare.mean_dealt
    assert thick.won == bare.won


@given(st.sampled_from(list(throws(5))), st.integers(0, 5))
def test_turning_a_die_never_hurts(counts: tuple[int, ...], face: int) -> None:
    assert turned(counts, face) >= strength(counts) == turned(counts, None)


def test_each_aim_maximises_its_own_gain() -> None:
    """Against an opponent without rerolls, each aim reaches the maximum of its gain."""
    reached = {
        aim: duel(Combatant(3, bonus=1, aim=aim), Combatant(0, bonus=2), TABLE) for aim in AIMS
    }
    for aim in AIMS:
        assert gain(reached[aim], aim) == max(gain(damage, aim) for damage in reached.values())
    assert len({damage.mean_dealt for damage in reached.values()}) > 1


@pytest.mark.parametrize(
    ("first", "message"),
    [(Combatant(0, 0), "base dice must be 1 to 7"), (Combatant(0, 8), "base dice"),
     (Combatant(0, turn=6), "6 faces"), (Combatant(0, hurt=7), "6 faces"),
     (Combatant(0, aim="lose"), "no aim 'lose'"), (Combatant(0, bonus=200), "damage is at most")],  # type: ignore[arg-type]
)  # fmt: skip
def test_combatants_out_of_range_are_refused(first: Combatant, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        duel(first, Combatant(0), TABLE)


def test_a_missing_cell_of_the_damage_table_is_refused() -> None:
    table = {cell: points for cell, points in TABLE.items() if cell != ("pair", "full")}
    with pytest.raises(ValueError, match="full against pair"):
        duel(Combatant(0), Combatant(0), table)
    # Three dice cannot make a full house.
    assert duel(Combatant(0, 3), Combatant(0, 3), table).dealt
