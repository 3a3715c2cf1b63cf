"""Chances of parries, compared with every hand of small packs."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.extras.hex_battle.parry import (
    MAX_CARDS,
    Pack,
    average,
    holds,
    parry_chance,
    parry_joker,
)

FURIA = Pack(2, 4, 13, 4)
JOKER = (-1, 99)
Card = tuple[int, int]


def cards(pack: Pack) -> list[Card]:
    """The cards of a pack, as suit and rank."""
    suited = list(product(range(pack.suits), range(1, pack.ranks + 1))) * pack.copies
    return suited + [JOKER] * pack.jokers


def answers(card: Card, attack: Card, suits: int) -> bool:
    """Whether a card parries an attack; the unit parries with the first `suits` suits."""
    if attack == JOKER or card == JOKER:
        return card == JOKER
    return card[0] < suits and card[1] > attack[1]


def dealt(pack: Pack, attack: Card, hand: int, suits: int) -> Fraction:
    """The share of all hands that have a parry."""
    rest = cards(pack)
    rest.remove(attack)
    hands = list(combinations(rest, hand))
    good = sum(any(answers(card, attack, suits) for card in held) for held in hands)
    return Fraction(good, len(hands))


SMALL = [Pack(2, 2, 3, 2), Pack(1, 4, 2, 3), Pack(1, 2, 6, 0), Pack(3, 1, 3, 1)]


@pytest.mark.parametrize("hand", range(5))
@pytest.mark.parametrize("pack", SMALL)
def test_chances_match_every_hand_of_small_packs(pack: Pack, hand: int) -> None:
    for suits in range(1, pack.suits + 1):
        for rank in range(1, pack.ranks + 1):
            assert parry_chance(pack, rank, hand, suits) == dealt(pack, (0, rank), hand, suits)
        mean = sum(dealt(pack, (0, rank), hand, suits) for rank in range(1, pack.ranks + 1))
        assert average(pack, hand, suits) == Fraction(mean) / pack.ranks
    if pack.jokers:
        assert parry_joker(pack, hand) == dealt(pack, JOKER, hand, 1)


def test_chances_computed_by_hand() -> None:
    assert FURIA.cards == 108
    # Against an ace: 24 higher cards of the suit and four jokers of 107 cards.
    assert parry_chance(FURIA, 1, 1) == Fraction(28, 107)
    assert parry_chance(FURIA, 1, 1, suits=2) == Fraction(52, 107)
    # Against a king, only jokers, protected or not; against a joker, the other three.
    assert parry_chance(FURIA, 13, 1) == parry_chance(FURIA, 13, 1, suits=2) == Fraction(4, 107)
    assert parry_joker(FURIA, 1) == Fraction(3, 107)


@given(st.integers(1, 13), st.integers(0, 20), st.sampled_from([1, 2]))
def test_chances_rise_with_cards_and_fall_with_rank(rank: int, hand: int, suits: int) -> None:
    chance = parry_chance(FURIA, rank, hand, suits)
    assert 0 <= chance <= parry_chance(FURIA, rank, hand + 1, suits) <= 1
    assert chance <= parry_chance(FURIA, rank, hand, 2)
    assert parry_joker(FURIA, hand) <= chance <= parry_chance(FURIA, max(1, rank - 1), hand, suits)


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60))
def test_chance_of_a_good_card_is_the_complement_of_none(cards: int, good: int, hand: int) -> None:
    if max(good, hand) > cards:
        with pytest.raises(ValueError, match="no hand"):
            holds(cards, good, hand)
        return
    chance = holds(cards, good, hand)
    # Card by card: the chance that each card of the hand is not a good one.
    missed = Fraction(1)
    for drawn in range(hand):
        missed *= Fraction(max(0, cards - good - drawn), cards - drawn)
    assert chance == 1 - missed


@pytest.mark.parametrize("wrong", [(0, 4, 13, 4), (2, 0, 13, 4), (2, 4, 0, 4), (2, 4, 13, -1)])
def test_an_empty_pack_is_refused(wrong: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="a pack needs"):
        Pack(*wrong)


def test_the_size_of_a_pack_is_limited() -> None:
    assert Pack(1, 1, MAX_CARDS, 0).cards == MAX_CARDS
    with pytest.raises(ValueError, match="at most"):
        Pack(1, 1, MAX_CARDS, 1)


def test_cards_outside_the_pack_are_refused() -> None:
    for rank, suits in ((0, 1), (14, 1), (1, 0), (1, 5)):
        with pytest.raises(ValueError, match="in the pack"):
            parry_chance(FURIA, rank, 8, suits)
    with pytest.raises(ValueError, match="no jokers"):
        parry_joker(Pack(1, 4, 13, 0), 8)
