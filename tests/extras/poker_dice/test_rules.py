"""Chances of poker dice, compared with independent enumerations."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, groupby, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.extras.poker_dice.rules import HANDS, MAX_DICE, at_least, dice

POTS, BASES = st.integers(-9, 9), st.integers(1, MAX_DICE)
AIMS = HANDS[1:]


def rank(faces: tuple[int, ...]) -> int:
    """The rank of a hand of at most five dice, by the sizes of its groups."""
    runs = sorted((len(list(run)) for _, run in groupby(sorted(faces))), reverse=True)
    shape = "".join(str(run) for run in runs if run > 1)
    return ["", "2", "22", "3", "32", "4", "5"].index(shape)


def sets(faces: tuple[int, ...], rerolls: int) -> set[tuple[int, ...]]:
    """The dice that may be kept with at most `rerolls` rerolled dice."""
    least = max(0, len(faces) - rerolls)
    return {
        tuple(sorted(keep))
        for size in range(least, len(faces) + 1)
        for keep in combinations(faces, size)
    }


def enumerated(count: int, rerolls: int) -> list[Fraction]:
    """The chances by enumeration of every throw, kept set and reroll."""

    @cache
    def best(throw: tuple[int, ...]) -> list[Fraction]:
        chances = []
        for aim in range(1, 7):
            odds = [
                Fraction(sum(rank(keep + dice) >= aim for dice in rolls), len(rolls))
                for keep in sets(throw, rerolls)
                for rolls in [list(product(range(6), repeat=count - len(keep)))]
            ]
            chances.append(max(odds))
        return chances

    throws = Counter(tuple(sorted(throw)) for throw in product(range(6), repeat=count))
    return [
        sum((ways * best(throw)[aim] for throw, ways in throws.items()), Fraction()) / 6**count
        for aim in range(6)
    ]


@pytest.mark.parametrize("rerolls", range(4))
@pytest.mark.parametrize("count", [1, 2, 3])
def test_few_dice_match_all_throws_and_rerolls(count: int, rerolls: int) -> None:
    assert list(at_least(rerolls, count).values()) == enumerated(count, rerolls)


def by_sets(rerolls: int) -> list[Fraction]:
    """The chances of five dice: sorted throws with weights, and each kept set computed once."""

    @cache
    def outcomes(keep: tuple[int, ...]) -> Counter[int]:
        rolls = product(range(6), repeat=5 - len(keep))
        return Counter(rank(keep + dice) for dice in rolls)

    total = [Fraction()] * 6
    weights = Counter(tuple(sorted(throw)) for throw in product(range(6), repeat=5))
    for throw in combinations_with_replacement(range(6), 5):
        for aim in range(1, 7):
            odds = max(
                Fraction(sum(many for hand, many in made.items() if hand >= aim), made.total())
                for made in map(outcomes, sets(throw, rerolls))
            )
            total[aim - 1] += Fraction(weights[throw], 6**5) * odds
    return total


@pytest.mark.parametrize("pot", range(6))
def test_five_dice_match_an_independent_enumeration(pot: int) -> None:
    assert list(at_least(pot).values()) == by_sets(pot)


def test_chances_without_rerolls_are_those_of_one_throw() -> None:
    counted = Counter(rank(throw) for throw in product(range(6), repeat=5))
    expected = [Fraction(sum(counted[hand] for hand in range(aim, 7)), 6**5) for aim in range(1, 7)]
    assert list(at_least(0).values()) == expected
    assert at_least(0)["pair"] == 1 - Fraction(720, 7776)
    assert at_least(0)["five"] == Fraction(6, 7776)


def test_one_reroll_computed_by_hand() -> None:
    # Five alike at once, or four alike and one of six faces of the rerolled die.
    four, five = Fraction(150, 7776), Fraction(6, 7776)
    assert at_least(1)["five"] == five + four / 6
    # Two dice: a pair at once, or by rerolling one die.
    assert at_least(1, 2)["pair"] == Fraction(1, 6) + Fraction(5, 6) * Fraction(1, 6)


def test_the_best_five_of_six_dice_count() -> None:
    six = Counter(tuple(sorted(throw)) for throw in product(range(6), repeat=6))
    made = Counter[int]()
    for throw, ways in six.items():
        made[max(rank(hand) for hand in combinations(throw, 5))] += ways
    chances = at_least(0, 6)
    for aim, hand in enumerate(HANDS[1:], start=1):
        assert chances[hand] == Fraction(sum(made[other] for other in range(aim, 7)), 6**6)


@pytest.mark.parametrize(
    ("pot", "base", "expected"),
    [(3, 5, (5, 3)), (0, 5, (5, 0)), (-1, 5, (4, 0)), (-4, 5, (1, 0)), (-7, 5, (1, 0)),
     (5, 3, (3, 3)), (-1, 4, (3, 0)), (2, 1, (1, 1))],
)  # fmt: skip
def test_numbers_of_dice_thrown_and_rerolled(
    pot: int, base: int, expected: tuple[int, int]
) -> None:
    assert dice(pot, base) == expected


@pytest.mark.parametrize("base", [0, -1, MAX_DICE + 1])
def test_numbers_of_dice_out_of_range_are_refused(base: int) -> None:
    with pytest.raises(ValueError, match=f"1 to {MAX_DICE}"):
        at_least(0, base)


@given(POTS, BASES)
def test_better_hands_are_never_more_likely(pot: int, base: int) -> None:
    chances = list(at_least(pot, base).values())
    assert list(at_least(pot, base)) == list(AIMS)
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= chance <= 1 for chance in chances)


@given(POTS, st.integers(1, MAX_DICE - 1))
def test_more_potential_or_more_dice_never_hurt(pot: int, base: int) -> None:
    here = at_least(pot, base)
    for better in (at_least(pot + 1, base), at_least(pot, base + 1)):
        assert all(better[hand] >= here[hand] for hand in AIMS)


def test_results_are_copies() -> None:
    at_least(2)["pair"] = Fraction(0)
    assert at_least(2)["pair"] > 0
