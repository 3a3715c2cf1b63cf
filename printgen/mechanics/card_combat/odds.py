"""Exact chances that a hand of cards parries an attack by card.

Packs are shuffled together. The attacker plays a card; the defender's hand is drawn at random from
the others. A parry is a card of an allowed suit and a higher rank, or a joker. Only a joker parries
a joker.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

MAX_CARDS = 2000


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards shuffled together: copies of each card, suits, ranks per suit, total jokers.

    Raises ValueError for no cards and for more than MAX_CARDS.
    """

    copies: int
    suits: int
    ranks: int
    jokers: int

    def __post_init__(self) -> None:
        if min(self.copies, self.suits, self.ranks) < 1 or self.jokers < 0:
            raise ValueError("a pack needs copies, suits and ranks")
        if self.cards > MAX_CARDS:
            raise ValueError(f"{self.cards} cards: at most {MAX_CARDS}")

    @property
    def cards(self) -> int:
        """The total number of cards."""
        return self.copies * self.suits * self.ranks + self.jokers


def holds(cards: int, good: int, hand: int) -> Fraction:
    """The chance that `hand` cards drawn from `cards` include at least one of the `good` ones.

    1 minus the hypergeometric chance of none: C(cards - good, hand) / C(cards, hand). Raises
    ValueError if the hand or `good` is larger than the pack.
    """
    if not 0 <= good <= cards or not 0 <= hand <= cards:
        raise ValueError(f"no hand of {hand} from {cards} cards with {good} good ones")
    return 1 - Fraction(comb(cards - good, hand), comb(cards, hand))


def parry(pack: Pack, rank: int, hand: int, suits: int = 1) -> Fraction:
    """The chance that a hand can parry a card of `rank` (1 is the lowest) with `suits` suits.

    Only jokers parry the highest rank. The hand is drawn from all cards but the attacker's.
    """
    if not 1 <= rank <= pack.ranks or not 1 <= suits <= pack.suits:
        raise ValueError(f"no rank {rank} or no {suits} suits in the pack")
    good = pack.copies * suits * (pack.ranks - rank) + pack.jokers
    return holds(pack.cards - 1, good, hand)


def parry_joker(pack: Pack, hand: int) -> Fraction:
    """The chance that a hand can parry a joker: that it has one of the other jokers."""
    if not pack.jokers:
        raise ValueError("the pack has no jokers")
    return holds(pack.cards - 1, pack.jokers - 1, hand)


def average(pack: Pack, hand: int, suits: int = 1) -> Fraction:
    """The chance that a hand can parry a card of a random rank; all ranks are equally likely."""
    chances = (parry(pack, rank, hand, suits) for rank in range(1, pack.ranks + 1))
    return sum(chances, Fraction()) / pack.ranks
