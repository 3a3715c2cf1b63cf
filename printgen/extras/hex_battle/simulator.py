"""Play a battle on hexes many times, all games at once."""

from __future__ import annotations

from functools import partial

import numpy as np

from printgen.extras.battles.battle import Outcomes
from printgen.extras.battles.many_games import Bools, Games, Ints, play_games
from printgen.extras.hex_battle.attacks import Assault, Hands, lacks
from printgen.extras.hex_battle.engagement import Engagement
from printgen.extras.hex_battle.ground import IDLE, Ground, Lines
from printgen.extras.hex_battle.movement import March, Ways


def play(rules: Engagement, games: int, seed: int) -> Outcomes:
    """Play a number of games. Raises ValueError for numbers out of range."""
    ground = Ground(rules.terrain)
    make = partial(Clash, rules, ground, Ways(ground, rules.units, rules.leave))
    return play_games(make, len(rules.units), games, seed)


class Clash(Games):
    """A batch of games."""

    def __init__(
        self,
        rules: Engagement,
        ground: Ground,
        ways: Ways,
        games: int,
        random: np.random.Generator,
    ):
        self.rules, self.ground = rules, ground
        self.lines = Lines(rules, ground, games)
        super().__init__(self.lines, rules.turns)
        self.hands = Hands(rules.cards, games, random)
        missing = lacks(self.hands.none, rules.cards.hand)
        self.assault = Assault(rules, ground, self.lines, self.hands, missing)
        self.march = March(rules, ground, ways, self.lines, self.assault)
        self.marches = np.array(
            [*(suit in rules.cards.moves for suit in range(len(rules.cards.red))), False]
        )
        lots = random.integers(0, 2, games)
        self.held: Bools = np.zeros(games, bool)
        self.first = lots if rules.first < 0 else np.full(games, rules.first)

    def turn(self) -> None:
        """One turn of each side."""
        for half in (0, 1):
            for side in (0, 1):
                self._turn(np.flatnonzero(self.running & ((self.first ^ half) == side)), side)

    def _turn(self, games: Ints, side: int) -> None:
        """The turn of a side: its cards one by one, then it draws."""
        lines, games = self.lines, self._hold(games, side)
        lines.phase[games] = IDLE
        lines.pinned[games] = False
        called = self.march.called(games, side)
        live, played = np.arange(len(games)), np.zeros(len(games), bool)
        while len(live):
            acted = self._card(games[live], side, called[live])
            played[live] |= acted
            live = live[acted & ~lines.over(games[live])]
        idle = games[~played & ~lines.over(games)]
        self._waste(idle, side)
        self.hands.fill(games, side)
        self.running[games[lines.over(games)]] = False

    def _hold(self, games: Ints, side: int) -> Ints:
        """End the games that a side wins by what it holds; the other games."""
        hold = self.rules.hold
        if hold is None or hold.side != side:
            return games
        there = np.isin(self.lines.at[games], list(hold.hexes)) & (self.lines.side == side)
        wins = there.sum(axis=1) >= hold.many
        if hold.some:
            wins &= there[:, list(hold.some)].any(axis=1)
        self.held[games[wins]] = True
        self.running[games[wins]] = False
        rest: Ints = games[~wins]
        return rest

    def _waste(self, games: Ints, side: int) -> None:
        """Waste the lowest card, or lose a point of cohesion for want of cards."""
        hands = self.hands
        able = hands.held[games, side] != hands.none
        some = np.asarray(able.any(axis=1))
        hands.throw(games[some], side, hands.lowest(games, side, able)[some])
        self.lines.cohesion[games[~some], side] -= 1

    def _card(self, games: Ints, side: int, called: Bools) -> Bools:
        """Leave the map, or else attack, or else move; which games had something to do."""
        done: Bools = np.zeros(len(games), bool)
        spare = self._spare(games, side)
        ready = self.march.leaving.ready(games, side)
        if ready.any():
            done = self._move(games, side, called, spare, ready)
        rest = np.flatnonzero(~done)
        blow = self.assault.choose(games[rest], side, spare[rest])
        self.assault.resolve(blow, side)
        done[np.searchsorted(games, blow.games)] = True
        rest = np.flatnonzero(~done)
        done[rest] = self._move(games[rest], side, called[rest], spare[rest])
        return done

    def _spare(self, games: Ints, side: int) -> Bools:
        """The cards that a player does not keep. All keep jokers, and the highest card of each of
        some suits: simple players of those that parry; greedy ones of those that move, as long as
        they can fill their hand at the end of the turn.
        """
        hands, held = self.hands, self.hands.held[games, side]
        spare: Bools = (held != hands.none) & ~hands.joker[held]
        rows = np.arange(len(games))
        cards, greedy = self.rules.cards, self.rules.players[side] == "greedy"
        short = hands.count(games, side) <= cards.hand - cards.draw
        keeps = short if greedy else np.ones_like(short)
        for suit in cards.moves if greedy else cards.attack:
            fits = spare & (hands.suit[held] == suit) & keeps[:, None]
            kept = hands.highest(games, side, fits)
            spare[rows, kept] &= ~fits[rows, kept]
        return spare

    def _move(
        self, games: Ints, side: int, called: Bools, spare: Bools, among: Bools | None = None
    ) -> Bools:
        """Move a unit where one can come nearer to its aim, and is paid for; `among` are those of
        which one moves.
        """
        hands = self.hands
        black = spare & self.marches[hands.suit[hands.held[games, side]]]
        afford = black.any(axis=1)
        rich = afford & (spare.sum(axis=1) > self.rules.courier)
        able = np.where(called, afford[:, None], rich[:, None])
        if among is not None:
            able = able & among
        goes, who = self.march.choose(games, side, able)
        games, who, black, spare = games[goes], who[goes], black[goes], spare[goes]
        place = hands.lowest(games, side, black)
        hands.throw(games, side, place)
        own = self.lines.own[side]
        far = ~called[goes][np.arange(len(games)), np.searchsorted(own, who)]
        spare[np.arange(len(games)), place] = False
        for _ in range(self.rules.courier):
            place = hands.lowest(games, side, spare)
            hands.throw(games[far], side, place[far])
            spare[np.arange(len(games)), place] = False
        self.march.make(games, who, side)
        return goes

    def results(self) -> Ints:
        """The side that has broken the other has won; others as the end of the turns decides."""
        lines, rules = self.lines, self.rules
        standing = lines.standing(np.arange(len(self.running)))
        units = np.stack([standing[:, own].sum(axis=1) for own in lines.own], axis=1)
        beaten = (lines.cohesion <= 0) | (units == 0)
        beaten &= ~self._escaped(units)
        timed = np.zeros(len(units), np.int64)
        if rules.favours >= 0:
            timed += 1 - 2 * rules.favours
        for name in rules.compares:
            both = {"cohesion": lines.cohesion, "units": units}[name]
            timed = np.where(timed == 0, np.sign(both[:, 0] - both[:, 1]), timed)
        if rules.hold is not None:
            timed = np.where(self.held, 1 - 2 * rules.hold.side, timed)
        ended = beaten[:, 1] * 1 - beaten[:, 0] * 1
        return np.where(beaten.any(axis=1), ended, timed)

    def _escaped(self, units: Ints) -> Bools:
        """Which sides have lost only their units on the map: they have left it, and the other side
        has no cohesion any more.
        """
        found: Bools = np.zeros(units.shape, bool)
        if (way := self.rules.leave) and self.lines.away is not None:
            side, cohesion = way.side, self.lines.cohesion
            gone = (units[:, side] == 0) & self.lines.away.any(axis=1)
            found[:, side] = gone & (cohesion[:, side] > 0) & (cohesion[:, 1 - side] <= 0)
        return found
