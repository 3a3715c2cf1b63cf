"""Play a battle on hexes many times, all games at once: moves in groups, and the turns."""

from __future__ import annotations

from functools import partial

import numpy as np

from printgen.extras.battles.battle import Outcomes
from printgen.extras.battles.many_games import Bools, Games, Ints, play_games
from printgen.extras.hex_battle.attacks import Assault, Hands, lacks
from printgen.extras.hex_battle.engagement import LOOSE, NEVER, WHOLE, Engagement
from printgen.extras.hex_battle.ground import (
    DONE,
    FAR,
    IDLE,
    LEAVE,
    LEFT,
    RIGHT,
    STANCES,
    Ground,
    Leaving,
    Lines,
    Ways,
)

# --- moves in many games: which unit moves with its group, and step by step where to --------------


# More mates beside a unit than this do not matter when one is chosen to move.
MATES = 3

# The order in which each side prefers steps that are worth the same: turned by half a turn for the
# second, so that armies that face each other have the same chances.
ORDER = np.array([[0, 1, 2, 3, 4, 5, LEFT, RIGHT, LEAVE], [3, 4, 5, 0, 1, 2, LEFT, RIGHT, LEAVE]])


class March:
    """Chooses and makes moves."""

    def __init__(
        self, rules: Engagement, ground: Ground, ways: Ways, lines: Lines, assault: Assault
    ):
        self.rules, self.ground, self.lines, self.assault = rules, ground, lines, assault
        self.kind, self.ways, self.after, self.cost = ways.kind, ways.far, ways.after, ways.cost
        self.order = ORDER[:, : self.cost.shape[2]]
        self.leaving = Leaving(rules, ground, lines)
        self.move = np.array([unit.move for unit in rules.units])
        self.leads = np.array([unit.leads for unit in rules.units])
        self.mounted = np.array([unit.mounted for unit in rules.units])

    def called(self, games: Ints, side: int) -> Bools:
        """Which units of a side are in the command range of a general."""
        lines, ground, own = self.lines, self.ground, self.lines.own[side]
        found: Bools = np.full((len(games), len(own)), self.rules.near < 0)
        if self.rules.near < 0 or not len(games):
            return found
        at = lines.at[games][:, own]
        for general in own[self.leads[own]]:
            here = lines.at[games, general]
            found |= ground.far[here[:, None], at] <= self.rules.near
            there = ~found.all(axis=1) & (here != ground.out)
            found[there] |= self._on_path(games[there], here[there], at[there], 1 - side)
        return found

    def _on_path(self, games: Ints, here: Ints, at: Ints, enemy: int) -> Bools:
        """Which hexes are at the end of a short path from a hex, around enemies."""
        ground = self.ground
        reached: Bools = np.zeros((len(games), ground.out + 1), bool)
        rows = np.arange(len(games))
        reached[rows, here] = True
        closed: Bools = np.zeros_like(reached)
        foes = self.lines.at[games][:, self.lines.own[enemy]]
        closed[rows[:, None], foes] = True
        closed |= ground.enter != 1
        for _ in range(self.rules.path - 1):
            near = (reached[:, ground.next] & (ground.cross == 0)).any(axis=2)
            reached |= near & ~closed
        last = reached[:, ground.next] & (ground.cross != NEVER)
        return np.asarray(last.any(axis=2)[rows[:, None], at])

    # --- choice ------------------------------------------------------------------------------

    def choose(self, games: Ints, side: int, able: Bools) -> tuple[Bools, Ints]:
        """Where a unit of a side can come nearer to its aim, of those that are `able` to be paid;
        and which one moves: for greedy players the last of the line, of those in the midst of a
        group, for simple ones and those who want to leave the map the first of the line.
        """
        lines, own = self.lines, self.lines.own[side]
        waits = able & lines.standing(games)[:, own] & (lines.phase[games][:, own] != DONE)
        waits &= ~lines.pinned[games][:, own] & (self.move[own] > 0)
        foes = self.leaving.aims(games, side)
        stance = lines.stances(games, own)
        now = self.ways[self.kind[own][:, None], foes[:, None, :], stance[:, :, None]].min(axis=2)
        waits &= (now > 0) & (now < FAR)
        row, column = np.nonzero(waits)
        none = np.zeros(len(row), np.int64)
        best = self._worth(games[row], own[column], foes[row], none).min(axis=1, initial=FAR)
        waits[row, column] = best < now[row, column]
        wish = -now
        if self.rules.players[side] == "greedy":
            wish = now + (FAR + 1) * np.minimum(self._mates(games, own, waits), MATES)
        if side == self.leaving.side:
            # Those who want to leave send the foremost first.
            wish = np.where(self.leaving.wants(games)[:, None], -now, wish)
        which = np.where(waits, wish, -FAR - 1).argmax(axis=1) if len(games) else games
        return np.asarray(waits.any(axis=1)), own[which]

    def _mates(self, games: Ints, own: Ints, waits: Bools) -> Ints:
        """With how many others beside it each unit could move, of those that wait."""
        lines = self.lines
        kind = self.mounted[own] * 100 + self.move[own]
        marks = (kind * STANCES + lines.facing[games][:, own]) * 3 + lines.phase[games][:, own]
        at = lines.at[games][:, own]
        beside = self.ground.far[at[:, :, None], at[:, None, :]] == 1
        beside &= (marks[:, :, None] == marks[:, None, :]) & waits[:, None, :] & waits[:, :, None]
        return np.asarray(beside.sum(axis=2))

    def _worth(self, games: Ints, who: Ints, foes: Ints, spent: Ints) -> Ints:
        """The points to an enemy after each step of a unit; FAR for steps that it cannot make."""
        lines, ground = self.lines, self.ground
        kind = self.kind[who]
        stance = lines.at[games, who] * STANCES + lines.facing[games, who]
        after, cost = self.after[kind, stance], self.cost[kind, stance]
        hexes = after // STANCES
        stays = hexes == lines.at[games, who][:, None]
        off = hexes == ground.out
        can = (cost != NEVER) & (stays | off | lines.free(games[:, None], hexes))
        upset = (after % STANCES == LOOSE) & (stance % STANCES != LOOSE)[:, None]
        weak = self.assault.fragile[who] & (
            lines.left[games, who] - self.rules.disorder <= lines.limit[who]
        )
        can &= ~(upset & weak[:, None])
        can &= (spent[:, None] + cost <= self.move[who][:, None]) & (
            (cost > 0) | (spent == 0)[:, None]
        )
        worth = self.ways[kind[:, None, None], foes[:, None, :], after[:, :, None]].min(axis=2)
        return np.where(can, worth, FAR)

    # --- execution ---------------------------------------------------------------------------

    def make(self, games: Ints, who: Ints, side: int) -> None:
        """Move a unit of a side in each game, with its group, as far as it can."""
        lines, own = self.lines, self.lines.own[side]
        group: Bools = np.zeros((len(games), len(lines.side)), bool)
        group[np.arange(len(games)), who] = True
        live = np.arange(len(games))
        spent: Ints = np.zeros(len(games), np.int64)
        for step in range(int(self.move[own].max(initial=0))):
            live = live[spent[live] < self.move[who[live]]]
            foes = self.leaving.aims(games[live], side)
            stance = (
                lines.at[games[live], who[live]] * STANCES + lines.facing[games[live], who[live]]
            )
            kind = self.kind[who[live]]
            now = self.ways[kind[:, None], foes, stance[:, None]].min(axis=1, initial=FAR)
            worth = self._worth(games[live], who[live], foes, spent[live])
            choice = self.order[side][worth[:, self.order[side]].argmin(axis=1)]
            goes = worth.min(axis=1, initial=FAR) < now
            live, choice, stance, kind = live[goes], choice[goes], stance[goes], kind[goes]
            cost = self.cost[kind, stance, choice]
            whole = cost == WHOLE
            spent[live] += np.where(whole, self.move[who[live]], cost)
            if not step:
                self._gather(games, who, group, live[~whole], choice[~whole], side)
                lines.activate(games, who, group)
            else:
                keeps = self._keeps(games[live], group[live], choice)
                live, choice, whole = live[keeps], choice[keeps], whole[keeps]
            stops = self._step(games[live], group[live], choice, side)
            live = live[~stops & ~whole]

    def _gather(
        self, games: Ints, who: Ints, group: Bools, live: Ints, choice: Ints, side: int
    ) -> None:
        """Find the groups: units of the same kind in a chain that can make the same step, and come
        no farther from the enemy by it.
        """
        lines, ground = self.lines, self.ground
        at, leader = games[live], who[live]
        rows = np.arange(len(live))
        mates = (
            (lines.side == side)
            & (lines.left[at] > 0)
            & ~lines.pinned[at]
            & (self.mounted == self.mounted[leader][:, None])
            & (self.move == self.move[leader][:, None])
            & (lines.facing[at] == lines.facing[at, leader][:, None])
            & (lines.phase[at] == lines.phase[at, leader][:, None])
            & (ground.enter[lines.at[at]] == 1)
        )
        mates &= self._nearer(at, mates, choice, side)
        mates[rows, leader] = True
        before = -1
        while mates.sum() != before:
            before = int(mates.sum())
            mates = self._chain(at, leader, mates)
            mates &= self._room(at, mates, choice)
            mates[rows, leader] = True
        group[live] = mates

    def _nearer(self, games: Ints, mates: Bools, choice: Ints, side: int) -> Bools:
        """Which units are not yet in reach of an enemy, and no farther from one after a step."""
        lines = self.lines
        foes = self.leaving.aims(games, side)
        found = np.zeros_like(mates)
        row, unit = np.nonzero(mates)
        stance = lines.at[games[row], unit] * STANCES + lines.facing[games[row], unit]
        kind, foe, way = self.kind[unit], foes[row], choice[row]
        then, cost = self.after[kind, stance, way], self.cost[kind, stance, way]
        now = self.ways[kind[:, None], foe, stance[:, None]].min(axis=1, initial=FAR)
        after = self.ways[kind[:, None], foe, then[:, None]].min(axis=1, initial=FAR)
        found[row, unit] = (now > 0) & (after <= now) & (cost == 1)
        return found

    def _chain(self, games: Ints, leader: Ints, mates: Bools) -> Bools:
        """Those of the mates that form a chain with the leader."""
        lines, rows = self.lines, np.arange(len(games))
        at = lines.at[games]
        beside = self.ground.far[at[:, :, None], at[:, None, :]] == 1
        beside &= mates[:, :, None] & mates[:, None, :]
        found = np.zeros_like(mates)
        found[rows, leader] = True
        while True:
            more = found | (beside & found[:, None, :]).any(axis=2)
            if (more == found).all():
                return found
            found = more

    def _room(self, games: Ints, mates: Bools, choice: Ints) -> Bools:
        """Which units find the hex of the next step free, or left by one of the group."""
        lines = self.lines
        turns = (choice >= LEFT)[:, None]
        to = self.ground.next[lines.at[games], np.minimum(choice, 5)[:, None]]
        holder = lines.held[games[:, None], to]
        rows = np.arange(len(games))[:, None]
        left = (holder >= 0) & mates[rows, np.maximum(holder, 0)]
        return np.asarray(turns | lines.free(games[:, None], to) | left)

    def _keeps(self, games: Ints, group: Bools, choice: Ints) -> Bools:
        """Whether all of the group can make the next step."""
        lines, rows = self.lines, np.arange(len(games))[:, None]
        stance = lines.at[games] * STANCES + lines.facing[games]
        cost = self.cost[self.kind[None, :], stance, choice[:, None]]
        alone = group.sum(axis=1) == 1
        can = self._room(games, group, choice) & (cost == 1)
        return np.asarray(alone | (can | ~group)[rows[:, 0]].all(axis=1))

    def _step(self, games: Ints, group: Bools, choice: Ints, side: int) -> Bools:
        """Make a step or a turn with all of a group; where the group has to stop."""
        lines = self.lines
        row, unit = np.nonzero(self.leaving.goes(games, group, choice == LEAVE))
        at, way = games[row], choice[row]
        stance = lines.at[at, unit] * STANCES + lines.facing[at, unit]
        then = self.after[self.kind[unit], stance, way]
        # All leave their hexes before any enters one.
        lines.held[at, lines.at[at, unit]] = -1
        lines.put(at, unit, then // STANCES)
        upset = (then % STANCES == LOOSE) & (stance % STANCES != LOOSE)
        lines.facing[at[~upset], unit[~upset]] = then[~upset] % STANCES
        self.assault.disorder(at[upset], unit[upset], unit[upset])
        if (off := way == LEAVE).any():
            self.leaving.go(at[off], unit[off])
        many = lines.controllers(at, side, then // STANCES) * (way < LEFT)
        lines.pinned[at, unit] |= many > 1
        stops: Bools = np.zeros(len(games), bool)
        stops[row[many > 0]] = True
        return stops


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
        # Those who do nothing waste the lowest card, or lose cohesion for want of cards.
        idle, hands = games[~played & ~lines.over(games)], self.hands
        able = hands.held[idle, side] != hands.none
        some = np.asarray(able.any(axis=1))
        hands.throw(idle[some], side, hands.lowest(idle, side, able)[some])
        lines.cohesion[idle[~some], side] -= 1
        hands.fill(games, side)
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
        return np.asarray(games[~wins])

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
        if (leave := rules.leave) and lines.away is not None:
            # Those that have left the map are not beaten if the others have no cohesion any more.
            side, cohesion = leave.side, lines.cohesion
            gone = (units[:, side] == 0) & lines.away.any(axis=1)
            beaten[:, side] &= ~(gone & (cohesion[:, side] > 0) & (cohesion[:, 1 - side] <= 0))
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
