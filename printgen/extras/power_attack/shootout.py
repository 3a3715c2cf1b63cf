"""Play a skirmish of Power against Defence many times, all games at once.

A turn is a pile of cards, one per figure in play and two Jokers: each card activates a figure of
its side, the second Joker ends the turn. Losses have the exact chances of the open-ended die.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from printgen.extras.battles.battle import Outcomes
from printgen.extras.battles.many_games import (
    TOUCH,
    Bools,
    Floats,
    Games,
    Ints,
    OpenTable,
    each_figure,
    play_games,
)
from printgen.extras.power_attack.attack import FACES
from printgen.extras.power_attack.battle_rules import Arm, Skirmish
from printgen.extras.power_attack.study import above

# Gaps of Defence and Power beyond this are the same: the chances differ by less than 6^-30.
MOST_GAP = 40

# How far from contact a figure stops that cannot strike any more, in the unit of the table.
SHORT = 0.01


def play(skirmish: Skirmish, games: int, seed: int) -> Outcomes:
    """Play a number of games. Raises ValueError for numbers out of range."""
    make = partial(Shootout, skirmish, _losses(skirmish))
    return play_games(make, len(skirmish.fighters), games, seed)


def _losses(skirmish: Skirmish) -> Floats:
    """The chance to lose at least 1, 2, 3… points (columns), by gap from -MOST_GAP up (rows)."""
    most = max(fighter.life for fighter in skirmish.fighters)
    return np.array(
        [
            [float(above(gap + points, FACES)) for points in range(most)]
            for gap in range(-MOST_GAP, MOST_GAP + 1)
        ]
    )


class Shootout(Games):
    """A batch of games. `panicked` and `heroism` are the state besides that of the table."""

    def __init__(self, skirmish: Skirmish, losses: Floats, games: int, random: np.random.Generator):
        fighters = skirmish.fighters
        self.table = OpenTable(
            fighters,
            [fighter.life for fighter in fighters],
            skirmish.base,
            games,
            skirmish.players,
        )
        super().__init__(self.table, skirmish.turns)
        self.rules, self.losses, self.random = skirmish, losses, random
        self.defence = np.array([fighter.defence for fighter in fighters])
        self.mind = np.array([fighter.mind for fighter in fighters])
        self.size = np.array([fighter.size for fighter in fighters])
        self.move = np.array([fighter.move for fighter in fighters])
        sizes = dict(skirmish.sizes)
        self.sized = np.array([sizes.get(fighter.size, 0) for fighter in fighters])
        self.shots, self.blows = (
            np.array([sum((a.short is None) == blow for a in f.arms) for f in fighters])
            for blow in (False, True)
        )
        self.heroism = np.tile(np.array([f.heroism for f in fighters]), (games, 1))
        self.panicked: Bools = np.zeros((games, len(fighters)), bool)
        self.saved: Bools = np.zeros((games, len(fighters)), bool)

    def turn(self) -> None:
        """One turn: the pile, card by card."""
        table, figures = self.table, len(self.rules.fighters)
        waiting = table.standing(np.arange(len(self.running)))
        keys = self.random.random((len(self.running), figures + 2))
        keys[:, :figures][~waiting] = np.inf
        pile, jokers = keys.argsort(axis=1), np.zeros(len(self.running), np.int64)
        for drawn in range(figures + 2):
            card = pile[:, drawn]
            jokers += card >= figures
            able = self.running & (jokers < 2) & (card < figures)
            games = np.flatnonzero(able & np.isfinite(keys[np.arange(len(card)), card]))
            sides = table.side[card[games]]
            among = waiting[games] & table.standing(games) & (table.side == sides[:, None])
            some = among.any(axis=1)
            games = games[some]
            if len(games):
                who = table.nearest(games, sides[some], among[some])
                waiting[games, who] = False
                self._activate(games, who)
                self.end(games)

    def _activate(self, games: Ints, who: Ints) -> None:
        """The activation of one figure in each game: stand and attack, or else move first."""
        self.saved[games] = False
        fears = self.panicked[games, who]
        self._test(games[fears], who[fears])
        aim = np.full(len(games), self.rules.aim)
        done = self._attack(games, who, aim)
        games, who = games[~done], who[~done]
        self._advance(games, who, self.move[who], 0)
        done = self._attack(games, who, np.zeros(len(games), np.int64))
        games, who = games[~done], who[~done]
        # Attacks that cannot be made are given up: first the shots, then the blows.
        self._advance(games, who, self.rules.inch * self.shots[who], 0)
        done = self._strike(games, who, np.zeros(len(games), np.int64))
        games, who = games[~done], who[~done]
        self._advance(games, who, self.rules.inch * self.blows[who], SHORT)

    def _advance(self, games: Ints, who: Ints, steps: Ints, short: float) -> None:
        for step in np.unique(steps):
            chosen = steps == step
            self.table.advance(games[chosen], who[chosen], float(step), short)

    def _attack(self, games: Ints, who: Ints, aim: Ints) -> Bools:
        """All blows of those in contact, and all shots of the others that have a target.

        Returns which have attacked, or are in contact.
        """
        touching = self._strike(games, who, aim)
        done = touching.copy()
        for one, arm in self._arms(blow=False):
            chosen = np.flatnonzero((who == one) & ~touching)
            done[chosen] |= self._make(games[chosen], who[chosen], arm, aim[chosen])
        return done

    def _strike(self, games: Ints, who: Ints, aim: Ints) -> Bools:
        touching = np.asarray((self.table.gaps(games, who) <= TOUCH).any(axis=1))
        for one, arm in self._arms(blow=True):
            chosen = np.flatnonzero((who == one) & touching)
            self._make(games[chosen], who[chosen], arm, aim[chosen])
        return touching

    def _arms(self, blow: bool) -> list[tuple[int, Arm]]:
        fighters = enumerate(self.rules.fighters)
        return [(n, arm) for n, f in fighters for arm in f.arms if (arm.short is None) == blow]

    def _make(self, games: Ints, who: Ints, arm: Arm, aim: Ints) -> Bools:
        """Make one attack in each game, if there is a target; where there was one."""
        if not len(games):
            return np.zeros(0, bool)
        table = self.table
        gaps = table.gaps(games, who)
        if arm.short is None:
            targets: Bools = gaps <= TOUCH
        else:
            most = np.inf if arm.reach is None else arm.reach
            targets = np.isfinite(gaps) & (gaps <= most) & ~table.engaged(games, who)
        able = table.standing(games)[np.arange(len(games)), who]
        some = np.asarray(targets.any(axis=1)) & able
        games, who, aim = games[some], who[some], aim[some]
        if not len(games):
            return some
        gaps, targets = gaps[some], targets[some]
        against = self._against(games, who, gaps, arm, aim)
        # The share of the life of each figure that the attack is expected to take.
        left = table.left[games]
        points = np.arange(self.losses.shape[1]) < left[:, :, None]
        shares: Floats = (self.losses[against] * points).sum(axis=2) / np.maximum(left, 1)
        target = table.target(who, gaps, targets, shares)
        rows = np.arange(len(games))
        chances = self.losses[against[rows, target]]
        loss = (self.random.random(len(games))[:, None] < chances).sum(axis=1)
        self._wound(games, target, loss, who)
        return some

    def _against(self, games: Ints, who: Ints, gaps: Floats, arm: Arm, aim: Ints) -> Ints:
        """Defence less Power against each figure, as a row of the losses."""
        rules = self.rules
        if arm.short is None:
            extra = rules.smaller * (self.size[who][:, None] < self.size)
            extra = extra + rules.crowd * self._outnumbers(games, who)
        else:
            medium, far = gaps > arm.short, gaps > 2 * arm.short
            extra = self.sized + np.where(far, rules.far[1], np.where(medium, rules.far[0], 0))
        power = arm.power + aim + rules.panic_power * self.panicked[games, who]
        defence = self.defence + rules.panic_defence * self.panicked[games]
        gap: Ints = defence - power[:, None] - extra
        return np.clip(gap, -MOST_GAP, MOST_GAP) + MOST_GAP

    def _outnumbers(self, games: Ints, who: Ints) -> Bools:
        """Which figures touch more enemies than the attacker does."""
        counts: Ints = np.zeros((len(games), len(self.size)), np.int64)
        for every, one in each_figure(np.ones_like(counts, bool)):
            counts[every, one] = (self.table.gaps(games, one) <= TOUCH).sum(axis=1)
        return np.asarray(counts > counts[np.arange(len(games)), who][:, None])

    def _wound(self, games: Ints, who: Ints, loss: Ints, by: Ints) -> None:
        """Take life, unless a bet cancels a deadly wound; then come the tests of morale."""
        table = self.table
        hurt = loss > 0
        if not hurt.any():
            return
        games, who, loss, by = games[hurt], who[hurt], loss[hurt], by[hurt]
        deadly = loss >= table.left[games, who]
        bets = deadly & (self.heroism[games, who] > 0) & ~self.saved[games, who]
        self.heroism[games[bets], who[bets]] -= 1
        won = bets & (self.random.random(len(games)) < _at_least(self.rules.bet))
        self.saved[games[won], who[won]] = self.panicked[games[won], who[won]] = True
        games, who, loss, by = games[~won], who[~won], loss[~won], by[~won]
        table.left[games, who] = np.maximum(table.left[games, who] - loss, 0)
        out = table.left[games, who] == 0
        table.slayer[games[out], who[out]] = by[out]
        self._test(games[~out], who[~out])
        self._shake(games[out], who[out])

    def _shake(self, games: Ints, dead: Ints) -> None:
        """Test the friends near the dead whose life at the start was not greater."""
        table = self.table
        across = table.x[games] - table.x[games, dead][:, None]
        along = table.y[games] - table.y[games, dead][:, None]
        near = np.hypot(across, along) - table.base < self.rules.witness
        near &= (table.side == table.side[dead][:, None]) & (table.left[games] > 0)
        near &= table.whole <= table.whole[dead][:, None]
        for chosen, one in each_figure(near):
            self._test(games[chosen], one)

    def _test(self, games: Ints, who: Ints) -> None:
        """Test the morale of each: those that fail panic, the panic of others ends."""
        if not len(games):
            return
        needed = self.rules.nerve - self.mind[who]
        self.panicked[games, who] = self.random.random(len(games)) >= _at_least(needed)


def _at_least(face: int | Ints) -> Floats:
    """The chance of a face or a higher one."""
    return np.clip((FACES + 1 - np.asarray(face)) / FACES, 0, 1)
