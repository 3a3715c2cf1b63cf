"""The first turn of two units in contact, and tests of morale, one game at a time.

The rules are written down anew with lists of cards: a card is `(suit, rank)`, a joker `None`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

# The suits of these games: 0 moves, the others attack.
Card = tuple[int, int] | None


def turn_of_two(deck: list[tuple[int, int]], hand: int, life: int, play: str) -> int:
    """The winner of a battle of one turn between two units in contact, who cannot move: 1 for the
    first, -1 for the second, 0 for none. A blow takes two points of life. Cards are dealt from the
    front of the deck, first the first player's; None is a place without a card.
    """
    hands: list[list[Card]] = [list(deck[:hand]), list(deck[hand : 2 * hand])]
    pile, left = deck[2 * hand :], [life, life]
    for side in (0, 1):
        mine, theirs, played = hands[side], hands[1 - side], 0
        while cards := _attacks(mine, theirs, pile, play):
            blow = max(cards, key=lambda card: (card[1], -card[0]))
            mine[mine.index(blow)] = None
            played += 1
            parries = [card for card in theirs if card and _stops(card, blow)]
            if parries:
                theirs[theirs.index(min(parries))] = None
                continue
            left[1 - side] -= 2
            if left[1 - side] <= 0:
                return 1 - 2 * side
        kept = [card for card in mine if card]
        if not played and kept:
            mine[mine.index(min(kept, key=lambda card: card[1]))] = None
        for place, card in enumerate(mine):
            if card is None and pile:
                mine[place] = pile.pop(0)
    return 0


def _stops(card: tuple[int, int], blow: tuple[int, int]) -> bool:
    return card[0] == blow[0] and card[1] > blow[1]


def _attacks(
    mine: list[Card], theirs: list[Card], pile: list[tuple[int, int]], play: str
) -> list[tuple[int, int]]:
    """The cards that attack: for a simple player without the highest of each suit, for a greedy one
    without those that are parried for certain.
    """
    found = sorted(card for card in mine if card and card[0] > 0)
    if play == "simple":
        return [card for card in found if any(_stops(other, card) for other in found)]
    unseen = [*pile, *(card for card in theirs if card)]
    many = sum(card is not None for card in theirs)
    return [card for card in found if sum(not _stops(other, card) for other in unseen) >= many]


def unanswered(unseen: list[Card], hand: int, threat: Card, suits: set[int], step: int) -> Fraction:
    """The chance that a hand from the unseen cards cannot answer, by counting all hands."""
    hands = list(combinations(unseen, hand))
    return Fraction(
        sum(not any(answers(card, threat, suits, step) for card in cards) for cards in hands),
        len(hands),
    )


def answers(card: Card, threat: Card, suits: set[int], step: int) -> bool:
    if card is None or threat is None:
        return card is None
    return card[0] in suits and card[1] >= threat[1] + step


def unparried(unseen: list[Card], hand: int, blow: tuple[int, int], suits: set[int]) -> Fraction:
    """The chance that a hand from the unseen cards cannot parry, by counting all hands."""
    hands = list(combinations(unseen, hand))
    good = {card for card in unseen if card is None or (card[0] in suits and card[1] > blow[1])}
    return Fraction(sum(not good.intersection(cards) for cards in hands), len(hands))
