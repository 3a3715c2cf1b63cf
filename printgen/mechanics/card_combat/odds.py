"""Answering a card with a card, exactly: whether a hand holds one that is high enough.

Packs are shuffled together. The attacker lays a card; the defender has some of the others in hand,
any of them as likely as any other. An answer is of the right suit and of a higher rank, or a joker.
A joker is answered by a joker alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

MOST_CARDS = 2000


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards shuffled together: how many of each card, suits, ranks in a suit, jokers in all.

    Raises ValueError for none, and for more than MOST_CARDS.
    """

    copies: int
    suits: int
    ranks: int
    jokers: int

    def __post_init__(self) -> None:
        if min(self.copies, self.suits, self.ranks) < 1 or self.jokers < 0:
            raise ValueError("a pack has cards")
        if self.cards > MOST_CARDS:
            raise ValueError(f"there are {self.cards} cards: at most {MOST_CARDS}")

    @property
    def cards(self) -> int:
        """How many cards there are in all."""
        return self.copies * self.suits * self.ranks + self.jokers


def holds(cards: int, good: int, hand: int) -> Fraction:
    """The chance that a hand drawn from `cards` holds one at least of the `good` ones.

    One less the hypergeometric chance of none: C(cards - good, hand) / C(cards, hand). A hand
    cannot be larger than the pack: ValueError.
    """
    if not 0 <= good <= cards or not 0 <= hand <= cards:
        raise ValueError(f"no hand of {hand} from {cards} cards with {good} good ones")
    return 1 - Fraction(comb(cards - good, hand), comb(cards, hand))


def parry(pack: Pack, rank: int, hand: int, suits: int = 1) -> Fraction:
    """The chance that a hand can answer a card of `rank`, 1 being the lowest, in `suits` suits.

    The highest rank is answered by jokers alone. The attacker's card is known and out of the way;
    all other cards are equally likely.
    """
    if not 1 <= rank <= pack.ranks or not 1 <= suits <= pack.suits:
        raise ValueError(f"no rank {rank} or no {suits} suits in the pack")
    good = pack.copies * suits * (pack.ranks - rank) + pack.jokers
    return holds(pack.cards - 1, good, hand)


def parry_joker(pack: Pack, hand: int) -> Fraction:
    """The chance that a hand can answer a joker: with one of the other jokers."""
    if not pack.jokers:
        raise ValueError("the pack has no jokers")
    return holds(pack.cards - 1, pack.jokers - 1, hand)


def average(pack: Pack, hand: int, suits: int = 1) -> Fraction:
    """The chance that a hand can answer a card of any rank, all ranks being as likely."""
    chances = (parry(pack, rank, hand, suits) for rank in range(1, pack.ranks + 1))
    return sum(chances, Fraction()) / pack.ranks
