"""Attacks with exploding dice, compared with every relevant sequence of dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.extras.power_attack.study import MAX_FACES, MAX_GAP, above, loses, mean_loss

DEPTH = 5


def losses(gap: int, most: int, faces: int) -> dict[int, Fraction]:
    """The chance of each loss; `most` stands for that many or more."""
    reached = [Fraction(1), *(loses(gap, points, faces) for points in range(1, most + 1))]
    reached.append(Fraction(0))
    return {points: reached[points] - reached[points + 1] for points in range(most + 1)}


def result(dice: tuple[int, ...], faces: int) -> int:
    """The result of a die that is rolled again after its highest and its lowest face."""
    first, *more = dice
    if first not in (1, faces):
        return first
    run = 0
    for die in more:
        if die != first:
            break
        run += 1
    return first + run if first == faces else first - run


@cache
def results(faces: int) -> Counter[int]:
    """The number of sequences per result; the extreme results include those beyond."""
    return Counter(result(dice, faces) for dice in product(range(1, faces + 1), repeat=DEPTH))


@pytest.mark.parametrize("faces", [2, 3, 6])
def test_chances_match_every_sequence_of_dice(faces: int) -> None:
    many = results(faces)
    # Within these gaps an unfinished sequence is on the same side as all its continuations.
    for gap in range(2 - DEPTH, faces + DEPTH - 1):
        wounds = sum(n for value, n in many.items() if value > gap)
        assert above(gap, faces) == Fraction(wounds, faces**DEPTH)
    for gap in range(1, faces + 1):
        chances = losses(gap, 3, faces)
        for points in range(3):
            n = sum(n for value, n in many.items() if max(0, value - gap) == points)
            assert chances[points] == Fraction(n, faces**DEPTH)


def test_chances_computed_by_hand() -> None:
    # A human (6) and a pistol (4): 3 or more; a fist (2): 5 or more.
    assert above(2) == Fraction(4, 6)
    assert above(4) == Fraction(2, 6)
    # More than 6: two sixes; more than 7: three. More than 0: only two ones fail.
    assert above(6) == Fraction(1, 36)
    assert above(7) == Fraction(1, 216)
    assert above(0) == Fraction(35, 36)
    assert above(-1) == Fraction(215, 216)


@given(st.integers(-50, 50), st.integers(2, 20))
def test_chances_fall_with_the_gap_and_are_not_negative(gap: int, faces: int) -> None:
    assert 0 < above(gap + 1, faces) < above(gap, faces) < 1
    chances = losses(gap, 9, faces)
    assert min(chances.values()) >= 0


@given(st.integers(-30, 30), st.integers(2, 12))
def test_the_mean_is_the_mean_of_the_distribution(gap: int, faces: int) -> None:
    most = max(1, faces - gap) + 40
    chances = losses(gap, most, faces)
    short = sum((points * chance for points, chance in chances.items()), Fraction())
    # The part beyond `most` is geometric and negligible.
    beyond = mean_loss(gap, faces) - short
    assert 0 < beyond <= Fraction(1, faces**38)


@given(st.integers(0, 40), st.integers(2, 12))
def test_the_mean_changes_by_the_chance_of_a_loss(more: int, faces: int) -> None:
    # E[max(0, R - g)] - E[max(0, R - g - 1)] = P(R > g).
    for gap in (-more, more):
        step = mean_loss(gap, faces) - mean_loss(gap + 1, faces)
        assert step == above(gap, faces)


@pytest.mark.parametrize(
    ("gap", "faces"), [(0, 1), (0, MAX_FACES + 1), (MAX_GAP + 1, 6), (-MAX_GAP - 1, 6)]
)
def test_attacks_out_of_range_are_refused(gap: int, faces: int) -> None:
    with pytest.raises(ValueError, match="no chances"):
        above(gap, faces)
