"""Attacks in many games at once: the hands of two players, parries, losses and morale."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from printgen.extras.battles.many_games import Bools, Floats, Ints
from printgen.extras.hex_battle.engagement import LOOSE, WHOLE, Cards, Engagement
from printgen.extras.hex_battle.ground import DONE, Ground, Lines

# --- the cards of two players in many games: the pile, the hands and the discard pile -------------
#
# Arrays have a row per game. Cards are numbered; the last number is no card. A hand is a row of
# places, some of which may have no card.


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
        return np.asarray((self.held[games, side] != self.none).sum(axis=1))

    def throw(self, games: Ints, side: int, place: Ints) -> Ints:
        """Play the card at a place of the hand of each; the cards."""
        card: Ints = self.held[games, side, place]
        self.held[games, side, place] = self.none
        self.where[games, card] = DISCARD
        self.where[:, self.none] = HAND
        return card

    def lowest(self, games: Ints, side: int, able: Bools) -> Ints:
        """The place of the lowest card among the `able` places; jokers are the highest."""
        return np.asarray(np.where(able, self.rank[self.held[games, side]], 99).argmin(axis=1))

    def highest(self, games: Ints, side: int, able: Bools) -> Ints:
        """The place of the highest card among the `able` places."""
        return np.asarray(np.where(able, self.rank[self.held[games, side]], -1).argmax(axis=1))

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


# --- morale tests with cards, in many games -------------------------------------------------------


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
        return np.asarray(self.steps[self.whole - self.lines.cohesion[games, side]])

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


# --- attacks in many games: who strikes whom with which card, the parry, and what follows ---------


MELEE, SHOT = 0, 1


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack in each of some games: the units, the kind, and the place of the card."""

    games: Ints
    who: Ints
    target: Ints
    shot: Bools
    place: Ints


class Assault:
    """Chooses and resolves attacks."""

    def __init__(
        self, rules: Engagement, ground: Ground, lines: Lines, hands: Hands, missing: Floats
    ):
        self.rules, self.ground, self.lines, self.hands = rules, ground, lines, hands
        self.missing = missing
        self.nerve = Nerve(rules, lines, hands, missing)
        units, cards = rules.units, rules.cards
        self.reach = np.array([unit.reach for unit in units])
        self.mounted = np.array([unit.mounted for unit in units])
        self.fragile = np.array([unit.fragile for unit in units])
        self.recoil = np.array([unit.recoil for unit in units])
        self.covers = np.array([unit.shelter for unit in units])
        self.pursues = np.array([unit.pursues and unit.move > 0 for unit in units])
        self.barred: Bools = np.zeros((len(units), ground.out + 1), bool)
        for number, unit in enumerate(units):
            self.barred[number, list(unit.barred)] = True
        # Which suits (columns) parry a suit (rows): in the open, and in a shelter.
        suits = range(len(cards.red))
        bare = [[suit in cards.parry[attack] for suit in suits] for attack in suits]
        more = [[suit in cards.cover[attack] for suit in suits] for attack in suits]
        self.parries: Bools = np.stack([np.array(bare), np.array(bare) | np.array(more)])
        self.attacks = np.array([*(suit in cards.attack for suit in suits), False])
        self.losses = np.array(rules.losses)

    # --- choice ------------------------------------------------------------------------------

    def choose(self, games: Ints, side: int, spare: Bools) -> Blow:
        """The attack of a side in each game that has one, with a card from the `spare` places."""
        hands, own, foe = self.hands, self.lines.own[side], self.lines.own[1 - side]
        able = spare & self.attacks[hands.suit[hands.held[games, side]]]
        games, able = games[able.any(axis=1)], able[able.any(axis=1)]
        # Which units can attack which enemies, in melee and by shots.
        lines, ground = self.lines, self.ground
        at, there = lines.at[games][:, own, None], lines.at[games][:, None, foe]
        front = ground.front[at, lines.facing[games][:, own, None], there]
        front &= (lines.phase[games][:, own] != DONE)[:, :, None]
        melee = front & ground.touch[at, there]
        can = np.stack([melee, front & (ground.far[at, there] <= self.reach[own][:, None])], axis=3)
        row, who, target, kind = (each.astype(np.int64) for each in np.nonzero(can))
        worth, places = self._worth(games, side, able, (row, who, target, kind))
        # The best attack of each game, the first of those that are worth the same.
        order = np.lexsort((np.arange(len(row)), -worth.max(axis=1), row))
        best = order[np.append(True, np.diff(row) > 0)[: len(row)]]
        suit = worth[best].argmax(axis=1)
        best, suit = best[worth[best, suit] > 0], suit[worth[best, suit] > 0]
        at = row[best]
        who, target, shot = own[who[best]], foe[target[best]], kind[best] == SHOT
        return Blow(games[at], who, target, shot, places[at, suit])

    def _worth(
        self, games: Ints, side: int, able: Bools, blows: tuple[Ints, Ints, Ints, Ints]
    ) -> tuple[Floats, Ints]:
        """What attacks are worth with the highest able card of each suit, and the places of these
        cards in each game. `blows` are the row of the game, the unit, the target and the kind.
        """
        hands, own, foe = self.hands, self.lines.own[side], self.lines.own[1 - side]
        greedy = self.rules.players[side] == "greedy"
        row, who, target, kind = blows
        if greedy:
            # The share of the life before they break that enemies lose, in melee and by shots.
            left = np.maximum(self.lines.left[games][:, foe] - self.lines.limit[foe], 1)
            melee, shot = self._melee(games, own, foe), np.full(left.shape, self.rules.shot)
            extra = self._behind(games, own, foe) * self.fragile[foe] * self.rules.disorder
            shares = [np.minimum(each + extra, left) / left for each in (melee, shot)]
            value = np.stack(shares, axis=2)[row, target, kind]
            shelter = self._sheltered(games[row], own[who], foe[target], kind) * 1
        else:
            at = self.lines.at[games[row]]
            rows = np.arange(len(row))
            value = 1 / self.ground.far[at[rows, own[who]], at[rows, foe[target]]] - kind * 0.01
        worth, places = [], []
        for suit in self.rules.cards.attack:
            fits = able & (hands.suit[hands.held[games, side]] == suit)
            place = hands.highest(games, side, fits)
            if greedy:
                found = value * self._chances(games, side, suit, place)[row, shelter]
            else:
                found = value + 1e-4 * hands.rank[hands.held[games, side, place]][row]
            worth.append(found * fits.any(axis=1)[row])
            places.append(place)
        return np.stack(worth, axis=1), np.stack(places, axis=1)

    def _sheltered(self, games: Ints, who: Ints, target: Ints, kind: Ints) -> Bools:
        """Which targets have a protection against a kind of attack by a unit."""
        lines = self.lines
        there = lines.at[games, target], lines.facing[games, target]
        faced = self.ground.front[(*there, lines.at[games, who])]
        return np.asarray(faced & lines.shelter[games, target] & self.covers[target, kind])

    def _melee(self, games: Ints, own: Ints, foe: Ints) -> Ints:
        """The life that each enemy loses to an attack in melee."""
        at, there = self.lines.at[games][:, own], self.lines.at[games][:, foe]
        touch = self.ground.touch
        enemies = touch[there[:, :, None], at[:, None, :]].sum(axis=2)
        friends = touch[there[:, :, None], there[:, None, :]].sum(axis=2)
        return np.asarray(self.losses[np.clip(enemies - friends, 0, len(self.losses) - 1)])

    def _behind(self, games: Ints, own: Ints, foe: Ints) -> Bools:
        """Which enemies in order have a unit behind them."""
        at, there = self.lines.at[games][:, own], self.lines.at[games][:, foe]
        facing = self.lines.facing[games][:, foe]
        rear = self.ground.rear[there[:, :, None], facing[:, :, None], at[:, None, :]]
        return np.asarray(rear.any(axis=2))

    def _chances(self, games: Ints, side: int, suit: int, place: Ints) -> Floats:
        """The chance that the other hand cannot parry a card, in the open and in a shelter."""
        hands = self.hands
        rank = hands.rank[hands.held[games, side, place]]
        unseen = hands.unseen(games, side)
        cards, count = unseen.sum(axis=1), hands.count(games, 1 - side)
        higher = unseen & (hands.rank[:-1] > rank[:, None])
        found = []
        for shelter in (0, 1):
            fits = self.parries[shelter, suit][hands.suit[:-1]] | hands.joker[:-1]
            found.append(self.missing[cards, (higher & fits).sum(axis=1), count])
        return np.stack(found, axis=1)

    # --- resolution --------------------------------------------------------------------------

    def resolve(self, blow: Blow, side: int) -> None:
        """Play the attack of a side in each game."""
        lines, games, who, target = self.lines, blow.games, blow.who, blow.target
        card = self.hands.throw(games, side, blow.place)
        lines.activate(games, who, np.arange(len(lines.side)) == who[:, None])
        rows = np.arange(len(games))
        own, foe = lines.own[side], lines.own[1 - side]
        it = np.searchsorted(foe, target)
        shelter = self._sheltered(games, who, target, blow.shot * 1)
        lines.shelter[games[~blow.shot], who[~blow.shot]] = False
        loss = np.where(blow.shot, self.rules.shot, self._melee(games, own, foe)[rows, it])
        behind = self._behind(games, own, foe)[rows, it]
        steps = np.where(blow.shot, 0, self.recoil[target, self.mounted[who] * 1])
        way = self._way(lines.at[games, who], lines.at[games, target])
        cut = (steps > 0) & (self._retreat(games, target, way) == self.ground.out)
        heavy = loss + behind * self.fragile[target] * self.rules.disorder
        deadly = heavy >= lines.left[games, target] - lines.limit[target]
        hit = ~self._parry(games, 1 - side, card, shelter, loss, deadly, ~cut)
        self._hurt(games[hit], target[hit], loss[hit], who[hit])
        upset = hit & behind & (lines.left[games, target] > 0)
        self.disorder(games[upset], target[upset], who[upset])
        goes = (lines.left[games, target] > 0) & (steps > 0) & ~cut
        self._fall_back(games[goes], target[goes], who[goes], way[goes], steps[goes])

    def _way(self, here: Ints, there: Ints) -> Ints:
        """The side across which a hex lies; of hexes that are not adjacent, 0."""
        return np.asarray((self.ground.next[here] == there[:, None]).argmax(axis=1))

    def _retreat(self, games: Ints, who: Ints, way: Ints) -> Ints:
        """Where each recoils to: the free hex, of three, with the fewest enemies around it, or the
        place out of play if none is free.
        """
        lines, ground = self.lines, self.ground
        here = lines.at[games, who]
        ways = (way[:, None] + np.array([0, -1, 1])) % 6
        hexes = ground.next[here[:, None], ways]
        able = lines.free(games[:, None], hexes) & (ground.cross[here[:, None], ways] == 0)
        enemies = np.zeros(hexes.shape, np.int64)
        for side in (0, 1):
            mine = np.flatnonzero(lines.side[who] == side)
            enemies[mine] = lines.controllers(games[mine], side, hexes[mine])
        best = np.where(able, enemies, 99).argmin(axis=1) if len(games) else way
        rows = np.arange(len(games))
        return np.where(able[rows, best], hexes[rows, best], ground.out)

    def _parry(
        self,
        games: Ints,
        side: int,
        card: Ints,
        shelter: Bools,
        loss: Ints,
        deadly: Bools,
        useful: Bools,
    ) -> Bools:
        """Play a card that parries, if there is one and it is worth it; where one was played."""
        hands = self.hands
        held = hands.held[games, side]
        fits = self.parries[shelter * 1, hands.suit[card]]
        rows = np.arange(len(games))[:, None]
        joker = hands.joker[held]
        able = fits[rows, hands.suit[held]] & (hands.rank[held] > hands.rank[card][:, None])
        able &= ~joker
        if self.rules.players[side] == "greedy":
            # A small blow goes through if it would take the last card that stops such a blow.
            small = (loss <= 1) & ~deadly & (able.sum(axis=1) < 2)
            useful = useful & ~small
        able |= joker & deadly[:, None]
        able &= (held != hands.none) & useful[:, None]
        some = np.asarray(able.any(axis=1))
        hands.throw(games[some], side, hands.lowest(games, side, able)[some])
        return some

    # --- effects -----------------------------------------------------------------------------

    def _hurt(self, games: Ints, who: Ints, loss: Ints, by: Ints) -> None:
        """Take life. Those that break leave the map, and their side tests its nerve."""
        lines = self.lines
        left = lines.left[games, who] - loss
        breaks = left <= lines.limit[who]
        lines.left[games, who] = np.where(breaks, 0, left)
        games, who, by = games[breaks], who[breaks], by[breaks]
        lines.slayer[games, who] = by
        lines.put(games, who, np.full(len(games), self.ground.out))
        for side in (0, 1):
            mine = lines.side[who] == side
            if mine.any():
                self.nerve.test(games[mine], who[mine], side)

    def disorder(self, games: Ints, who: Ints, by: Ints) -> None:
        """Disorder those that are in order."""
        lines = self.lines
        able = lines.facing[games, who] != LOOSE
        games, who, by = games[able], who[able], by[able]
        if not len(games):
            return
        lines.facing[games, who] = LOOSE
        self._hurt(games, who, self.fragile[who] * self.rules.disorder, by)

    def _fall_back(self, games: Ints, target: Ints, who: Ints, way: Ints, steps: Ints) -> None:
        """Let targets recoil, and the attackers that must pursue them."""
        lines = self.lines
        left = lines.at[games, target]
        for step in range(int(steps.max(initial=0))):
            to = self._retreat(games, target, way)
            goes = (to != self.ground.out) & (steps > step)
            lines.put(games[goes], target[goes], to[goes])
        self.disorder(games, target, who)
        able = self.pursues[who] & lines.free(games, left)
        able &= self.ground.cross[lines.at[games, who], way] == 0
        games, who, target, left = games[able], who[able], target[able], left[able]
        lines.put(games, who, left)
        for side in (0, 1):
            mine = lines.side[who] == side
            many = lines.controllers(games[mine], side, left[mine])
            lines.pinned[games[mine], who[mine]] |= many > 1
        rough = self.barred[who, left] | (self.ground.enter[left] == WHOLE)
        self.disorder(games[rough], who[rough], target[rough])
