"""Sums and successes of several dice, compared with enumerated throws."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from printgen.extras.dice.chances import at_least, successes, sums


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 4), (4, 3), (0, 6)])
def test_sums_match_enumerated_throws(count: int, sides: int) -> None:
    throws = [sum(faces) for faces in product(range(1, sides + 1), repeat=count)]
    expected = {total: Fraction(throws.count(total), len(throws)) for total in set(throws)}
    assert sums(count, sides) == expected


@pytest.mark.parametrize("wanted", range(1, 7))
def test_successes_match_enumerated_throws(wanted: int) -> None:
    hits = [sum(face >= wanted for face in faces) for faces in product(range(1, 7), repeat=3)]
    found = successes(3, Fraction(7 - wanted, 6))
    for many in range(4):
        assert found[many] == Fraction(hits.count(many), len(hits))
        assert at_least(found, many) == Fraction(sum(h >= many for h in hits), len(hits))


@example(20, 100)
@given(st.integers(1, 10), st.integers(2, 40))
def test_chances_of_sums_add_up_to_1_and_are_symmetric(count: int, sides: int) -> None:
    chances = sums(count, sides)
    assert sum(chances.values()) == 1
    assert list(chances) == list(range(count, count * sides + 1))
    assert list(chances.values()) == list(chances.values())[::-1]
