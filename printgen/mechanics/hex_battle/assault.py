"""Attacks in many games: who strikes whom with which card, the parry, and what follows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from printgen.mechanics.hex_battle.engagement import LOOSE, WHOLE, Engagement
from printgen.mechanics.hex_battle.ground import Ground
from printgen.mechanics.hex_battle.hands import Hands
from printgen.mechanics.hex_battle.lines import DONE, Lines
from printgen.mechanics.hex_battle.nerve import Nerve
from printgen.mechanics.many_games import Bools, Floats, Ints

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
        can = self._can(games, own, foe)
        row, who, target, kind = (each.astype(np.int64) for each in np.nonzero(can))
        worth, places = self._worth(games, side, able, (row, who, target, kind))
        # The best attack of each game, the first of those that are worth the same.
        order = np.lexsort((np.arange(len(row)), -worth.max(axis=1), row))
        best = order[np.append(True, np.diff(row) > 0)[: len(row)]]
        suit = worth[best].argmax(axis=1)
        best, suit = best[worth[best, suit] > 0], suit[worth[best, suit] > 0]
        at = row[best]
        return Blow(
            games[at], own[who[best]], foe[target[best]], kind[best] == SHOT, places[at, suit]
        )

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
            value = self._shares(games, own, foe)[row, target, kind]
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

    def _can(self, games: Ints, own: Ints, foe: Ints) -> Bools:
        """Which units can attack which enemies, in melee and by shots."""
        lines, ground = self.lines, self.ground
        at, facing = lines.at[games][:, own], lines.facing[games][:, own]
        there = lines.at[games][:, foe]
        front = ground.front[at[:, :, None], facing[:, :, None], there[:, None, :]]
        front &= (lines.phase[games][:, own] != DONE)[:, :, None]
        melee = front & ground.touch[at[:, :, None], there[:, None, :]]
        far = ground.far[at[:, :, None], there[:, None, :]]
        shot = front & (far <= self.reach[own][:, None])
        return np.stack([melee, shot], axis=3)

    def _sheltered(self, games: Ints, who: Ints, target: Ints, kind: Ints) -> Bools:
        """Which targets have a protection against a kind of attack by a unit."""
        lines = self.lines
        there = lines.at[games, target], lines.facing[games, target]
        faced = self.ground.front[(*there, lines.at[games, who])]
        found: Bools = faced & lines.shelter[games, target] & self.covers[target, kind]
        return found

    def _shares(self, games: Ints, own: Ints, foe: Ints) -> Floats:
        """The share of the life before they break that enemies lose, in melee and by shots."""
        lines = self.lines
        left = np.maximum(lines.left[games][:, foe] - lines.limit[foe], 1)
        melee, shot = self._melee(games, own, foe), np.full(left.shape, self.rules.shot)
        extra = self._behind(games, own, foe) * self.fragile[foe] * self.rules.disorder
        return np.stack([np.minimum(each + extra, left) / left for each in (melee, shot)], axis=2)

    def _melee(self, games: Ints, own: Ints, foe: Ints) -> Ints:
        """The life that each enemy loses to an attack in melee."""
        at, there = self.lines.at[games][:, own], self.lines.at[games][:, foe]
        touch = self.ground.touch
        enemies = touch[there[:, :, None], at[:, None, :]].sum(axis=2)
        friends = touch[there[:, :, None], there[:, None, :]].sum(axis=2)
        found: Ints = self.losses[np.clip(enemies - friends, 0, len(self.losses) - 1)]
        return found

    def _behind(self, games: Ints, own: Ints, foe: Ints) -> Bools:
        """Which enemies in order have a unit behind them."""
        at, there = self.lines.at[games][:, own], self.lines.at[games][:, foe]
        facing = self.lines.facing[games][:, foe]
        rear = self.ground.rear[there[:, :, None], facing[:, :, None], at[:, None, :]]
        found: Bools = rear.any(axis=2)
        return found

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
        found: Ints = (self.ground.next[here] == there[:, None]).argmax(axis=1)
        return found

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
