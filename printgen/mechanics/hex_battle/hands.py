"""The cards of two players in many games: the pile, the hands and the discard pile.

Arrays have a row per game. Cards are numbered; the last number is no card. A hand is a row of
places, some of which may have no card.
"""

from __future__ import annotations

import numpy as np

from printgen.mechanics.hex_battle.engagement import Cards
from printgen.mechanics.many_games import Bools, Floats, Ints

# Where a card is.
PILE, DISCARD, HAND = 0, 1, 2


class Hands:
    """Cards in many games.

    `rank` and `suit` are those of each card; jokers have the rank `ranks + 1` and no suit (-1), no
    card has the rank 0. `held` has the cards in hand by game and side.
    """

    def __init__(self, cards: Cards, games: int, random: np.random.Generator):
        suits = len(cards.red)
        self.cards, self.random = cards, random
        plain = cards.copies * suits * cards.ranks
        number = np.arange(plain)
        self.none = many = plain + cards.jokers
        self.rank = np.zeros(many + 1, np.int64)
        self.suit = np.full(many + 1, -1)
        self.rank[:plain] = number % cards.ranks + 1
        self.suit[:plain] = number // cards.ranks % suits
        self.joker: Bools = np.zeros(many + 1, bool)
        self.joker[plain:many] = True
        self.rank[plain:many] = cards.ranks + 1
        self.where = np.full((games, many + 1), PILE)
        self.where[:, many] = HAND
        self.order = np.argsort(random.random((games, many)), axis=1)
        self.next: Ints = np.zeros(games, np.int64)
        self.last: Ints = np.full(games, many)
        self.held = np.full((games, 2, cards.hand), many)
        every = np.arange(games)
        for side in (0, 1):
            for _ in range(cards.hand):
                self._draw(every, side)

    def fill(self, games: Ints, side: int) -> None:
        """Draw at the end of a turn: up to the number of the rules, to a full hand at most."""
        for _ in range(self.cards.draw):
            self._draw(games[self.count(games, side) < self.cards.hand], side)

    def _draw(self, games: Ints, side: int) -> None:
        empty = games[self.next[games] == self.last[games]]
        if len(empty):
            self._shuffle(empty)
        games = games[self.next[games] < self.last[games]]
        card = self.order[games, self.next[games]]
        self.next[games] += 1
        place = (self.held[games, side] == self.none).argmax(axis=1)
        self.held[games, side, place] = card
        self.where[games, card] = HAND

    def _shuffle(self, games: Ints) -> None:
        """Make the discard pile a new pile."""
        thrown = self.where[games, :-1] == DISCARD
        keys = np.where(thrown, self.random.random(thrown.shape), 2)
        self.order[games] = keys.argsort(axis=1)
        self.next[games], self.last[games] = 0, thrown.sum(axis=1)
        self.where[games, :-1] = np.where(thrown, PILE, self.where[games, :-1])

    def count(self, games: Ints, side: int) -> Ints:
        """The number of cards in hand."""
        found: Ints = (self.held[games, side] != self.none).sum(axis=1)
        return found

    def throw(self, games: Ints, side: int, place: Ints) -> Ints:
        """Play the card at a place of the hand of each; the cards."""
        card: Ints = self.held[games, side, place]
        self.held[games, side, place] = self.none
        self.where[games, card] = DISCARD
        self.where[:, self.none] = HAND
        return card

    def lowest(self, games: Ints, side: int, able: Bools) -> Ints:
        """The place of the lowest card among the `able` places; jokers are the highest."""
        found: Ints = np.where(able, self.rank[self.held[games, side]], 99).argmin(axis=1)
        return found

    def highest(self, games: Ints, side: int, able: Bools) -> Ints:
        """The place of the highest card among the `able` places."""
        found: Ints = np.where(able, self.rank[self.held[games, side]], -1).argmax(axis=1)
        return found

    def unseen(self, games: Ints, side: int) -> Bools:
        """The cards that a player cannot see: those of the pile and of the other hand."""
        found: Bools = self.where[games, :-1] != DISCARD
        rows = np.arange(len(games))
        for place in range(self.cards.hand):
            card = self.held[games, side, place]
            held = card != self.none
            found[rows[held], card[held]] = False
        return found


def lacks(cards: int, most: int) -> Floats:
    """The chance that a hand has none of the good cards, by the cards that it is drawn from, the
    good ones among them, and the cards in hand: C(cards - good, hand) / C(cards, hand).
    """
    number = np.arange(cards + 1)
    every, good = number[:, None], number[None, :]
    found = np.ones((cards + 1, cards + 1, most + 1))
    for hand in range(most):
        left = np.maximum(every - good - hand, 0) / np.maximum(every - hand, 1)
        found[:, :, hand + 1] = found[:, :, hand] * left
    return found
