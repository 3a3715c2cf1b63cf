"""Morale tests with cards, in many games."""

from __future__ import annotations

import numpy as np

from printgen.mechanics.hex_battle.engagement import Engagement
from printgen.mechanics.hex_battle.hands import Hands
from printgen.mechanics.hex_battle.lines import Lines
from printgen.mechanics.many_games import Bools, Floats, Ints

# Who answers: cards of the suit of the threat, of its colour, or any.
SUIT, COLOUR, ANY = 0, 1, 2

# The least chance of success for which a greedy player goes on, but for rounding.
PRESS = 1 / 3 - 1e-9


class Nerve:
    """Plays the tests of units that break."""

    def __init__(self, rules: Engagement, lines: Lines, hands: Hands, missing: Floats):
        self.lines, self.hands, self.missing = lines, hands, missing
        self.answer = np.array([unit.answer for unit in rules.units])
        self.cost = np.array([unit.cost for unit in rules.units])
        self.steps = np.append(rules.steps, [99] * 99)
        self.whole, self.players = rules.cohesion, rules.players
        suits = len(rules.cards.red)
        # Which suits (columns) answer a suit (rows), by the kind of the unit.
        same = np.eye(suits, dtype=bool)
        red = np.array(rules.cards.red)
        self.fits: Bools = np.stack([same, red[:, None] == red[None, :], np.ones_like(same)])

    def test(self, games: Ints, who: Ints, side: int) -> None:
        """Test the nerve of a side that has lost a unit in each game."""
        lines, greedy = self.lines, self.players[1 - side] == "greedy"
        suit, lost = np.full(len(games), -1), np.zeros(len(games), np.int64)
        live = np.flatnonzero(lines.cohesion[games, side] > 0)
        while len(live):
            place, chance = self._threat(games[live], who[live], side, suit[live])
            goes = chance > (0 if not greedy else np.where(suit[live] < 0, 0, PRESS))
            live, place = live[goes], place[goes]
            card = self.hands.throw(games[live], 1 - side, place)
            suit[live] = np.where(suit[live] < 0, self.hands.suit[card], suit[live])
            answered = self._answers(games[live], who[live], side, card)
            lines.cohesion[games[live[~answered]], side] -= 1
            lost[live] += ~answered
            more = (lost[live] < self.cost[who[live]]) & ~self.hands.joker[card]
            live = live[more & (lines.cohesion[games[live], side] > 0) & (greedy | ~answered)]

    def _step(self, games: Ints, side: int) -> Ints:
        found: Ints = self.steps[self.whole - self.lines.cohesion[games, side]]
        return found

    def _threat(self, games: Ints, who: Ints, side: int, suit: Ints) -> tuple[Ints, Floats]:
        """The place of the card that presses best, and the chance that no card answers it; 0 if the
        player has none. Jokers press only for the last point of cohesion.
        """
        hands = self.hands
        held = hands.held[games, 1 - side]
        joker = hands.joker[held]
        able = (held != hands.none) & (~joker | (self.lines.cohesion[games, side] == 1)[:, None])
        able &= joker | (suit < 0)[:, None] | (hands.suit[held] == suit[:, None])
        least = hands.rank[held] + self._step(games, side)[:, None]
        unseen = hands.unseen(games, 1 - side)
        cards, count = unseen.sum(axis=1), hands.count(games, side)
        chances = np.zeros(held.shape)
        for place in range(held.shape[1]):
            fits = self.fits[self.answer[who], hands.suit[held[:, place]]]
            good = fits[:, hands.suit[:-1]] & (hands.rank[:-1] >= least[:, place, None])
            good &= ~joker[:, place, None]
            good = (good | hands.joker[:-1]) & unseen
            chances[:, place] = self.missing[cards, good.sum(axis=1), count]
        greedy = self.players[1 - side] == "greedy"
        worth = chances if greedy else hands.rank[held] * 1.0
        best = np.where(able, worth, -1).argmax(axis=1)
        rows = np.arange(len(games))
        # A threat that may be answered is better than none.
        return best, np.where(able[rows, best], np.maximum(chances[rows, best], 1e-9), 0)

    def _answers(self, games: Ints, who: Ints, side: int, card: Ints) -> Bools:
        """Play the lowest card that answers, if there is one; where there was."""
        hands = self.hands
        held = hands.held[games, side]
        least = hands.rank[card] + self._step(games, side)
        fits = self.fits[self.answer[who], hands.suit[card]]
        rows = np.arange(len(games))[:, None]
        able = fits[rows, hands.suit[held]] & (hands.rank[held] >= least[:, None])
        able &= ~hands.joker[card][:, None]
        able = (able | hands.joker[held]) & (held != hands.none)
        some = np.asarray(able.any(axis=1))
        place = hands.lowest(games, side, able)
        hands.throw(games[some], side, place[some])
        return some
