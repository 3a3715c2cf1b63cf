"""Many games of a skirmish at once: attacks as tables of numbers, the state, and the turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import product

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
from printgen.extras.poker_dice.battle_rules import Encounter, Fighter
from printgen.extras.poker_dice.duel import Damage, duel
from printgen.extras.poker_dice.rules import Combatant, duel_steps, nerve

# --- attacks as tables of numbers: what each may do to both sides, exactly ------------------------
#
# A showdown hurts one side at most, so that its outcome is one number: the points that the attacker
# deals, or less than 0, those that it takes.


# The most steps to compute the attacks of a skirmish.
MAX_STEPS = 60_000_000


@dataclass(frozen=True)
class Attacks:
    """All attacks, numbered.

    `kinds` has the kind of each fighter. `shots` gives the number of a shot by the kind of the
    shooter, whether it is wounded, the same of the target, and whether the target may only dodge;
    `blows` that of an attack in close combat, by the first four. -1: there is none. `dodged` says
    which attacks are shots that the target dodges.

    `bounds` has a row per attack: the chance of at most each outcome, from `least` up. `shares` has
    a row per attack: the share of the target's life that it is expected to take, by life left.
    `nerves` are the chances to pass a test of nerve, by kind and whether it is wounded.
    """

    kinds: Ints
    shots: Ints
    blows: Ints
    dodged: Bools
    bounds: Floats
    least: int
    shares: Floats
    nerves: Floats

    def outcomes(self, attacks: Ints, chances: Floats) -> Ints:
        """The outcome of each attack, from random numbers between 0 and 1."""
        steps: Ints = (chances[:, None] >= self.bounds[attacks, :-1]).sum(axis=1)
        return steps + self.least


def make_attacks(skirmish: Encounter) -> Attacks:
    """The attacks between the sides of a skirmish.

    Raises ValueError as `duel` does, and for too many different attacks.
    """
    kinds = list(dict.fromkeys(fighter.kind for fighter in skirmish.fighters))
    of_fighter = [kinds.index(fighter.kind) for fighter in skirmish.fighters]
    numbered = list(zip(of_fighter, skirmish.fighters, strict=True))
    pairs = {(a, b) for a, one in numbered for b, other in numbered if one.side != other.side}
    rows = _Rows(skirmish)
    shots = np.full((len(kinds), 2, len(kinds), 2, 2), -1, np.int64)
    blows = np.full((len(kinds), 2, len(kinds), 2), -1, np.int64)
    for attacker, target in sorted(pairs):
        # Whether each is wounded, in all ways that occur.
        states = ((0, 1) if kinds[number].life[1] else (0,) for number in (attacker, target))
        for worn, hurt in product(*states):
            key = attacker, worn, target, hurt
            blows[key] = rows.blow(kinds[attacker], worn, kinds[target], hurt)
            for bare in (0, 1) if kinds[attacker].shot is not None else ():
                shots[(*key, bare)] = rows.shot(kinds[attacker], worn, kinds[target], hurt, bare)
    most_life = max(sum(kind.life) for kind in kinds)
    nerves = [
        [1.0 if k.fearless else float(nerve(pot, skirmish.guts, k.turn)) for pot in k.pots]
        for k in kinds
    ]
    bounds, least = _bounds(rows.damages)
    return Attacks(
        np.array(of_fighter),
        shots,
        blows,
        np.array(rows.dodged),
        bounds,
        least,
        np.array([_shares(damage, most_life) for damage in rows.damages]),
        np.array(nerves),
    )


class _Rows:
    """The attacks that were computed, each once."""

    def __init__(self, skirmish: Encounter):
        self.table, self.return_fire = dict(skirmish.points), skirmish.return_fire
        self.steps = 0.0
        self.damages: list[Damage] = []
        self.dodged: list[bool] = []
        self.known: dict[tuple[Combatant, Combatant], int] = {}

    def blow(self, attacker: Fighter, worn: int, target: Fighter, hurt: int) -> int:
        """The number of an attack in close combat."""
        first, second = (
            Combatant(side.pots[state], side.blow_dice, side.blow, turn=side.turn, hurt=side.hurt)
            for side, state in ((attacker, worn), (target, hurt))
        )
        return self._row(first, second)

    def shot(self, attacker: Fighter, worn: int, target: Fighter, hurt: int, bare: int) -> int:
        """The number of a shot, with the reply that the target gains most from."""
        shooter = _shooting(attacker, worn)
        aimed = _shooting(target, hurt)
        dodge = self._row(shooter, replace(aimed, bonus=0, wounds=False))
        if bare or target.shot is None:
            return dodge
        back = self._row(shooter, replace(aimed, pot=aimed.pot + self.return_fire))
        margins = [
            self.damages[row].mean_dealt - self.damages[row].mean_taken for row in (dodge, back)
        ]
        return dodge if margins[0] <= margins[1] else back

    def _row(self, first: Combatant, second: Combatant) -> int:
        if (first, second) not in self.known:
            self.steps += duel_steps(first, second)
            if self.steps > MAX_STEPS:
                raise ValueError("the figures are too different: their attacks take too long")
            self.known[first, second] = len(self.damages)
            self.damages.append(duel(first, second, self.table))
            self.dodged.append(not second.wounds)
        return self.known[first, second]


def _shooting(fighter: Fighter, worn: int) -> Combatant:
    bonus = fighter.shot or 0
    return Combatant(fighter.pots[worn], bonus=bonus, turn=fighter.turn, hurt=fighter.hurt)


def _bounds(damages: list[Damage]) -> tuple[Floats, int]:
    """The chance of at most each outcome, and the least outcome."""
    least = -max(max(damage.taken) for damage in damages)
    most = max(max(damage.dealt) for damage in damages)
    chances = np.zeros((len(damages), most - least + 1))
    for row, damage in zip(chances, damages, strict=True):
        for points, chance in damage.dealt.items():
            row[points - least] += float(chance) if points else 0
        for points, chance in damage.taken.items():
            row[-points - least] += float(chance) if points else 0
        row[-least] = 1 - row.sum()
    return chances.cumsum(axis=1), least


def _shares(damage: Damage, most_life: int) -> list[float]:
    """The expected share of the life that is taken, for each life left from 0 up."""
    takes = damage.dealt.items()
    lives = range(1, most_life + 1)
    return [0.0, *(float(sum(min(n, left) * p for n, p in takes) / left) for left in lives)]


# --- the state of many games of a skirmish at once: flight, tests of nerve and wounds -------------


# How far from contact a dodge ends, in the unit of the table.
SHORT = 0.01


class Field(OpenTable):
    """The state. See OpenTable for the arguments of its methods."""

    def __init__(
        self, skirmish: Encounter, attacks: Attacks, games: int, random: np.random.Generator
    ):
        fighters = skirmish.fighters
        super().__init__(
            fighters,
            [sum(fighter.life) for fighter in fighters],
            skirmish.base,
            games,
            skirmish.players,
        )
        self.rules, self.attacks, self.random = skirmish, attacks, random
        self.wounding = np.array([fighter.life[1] for fighter in fighters])
        self.star = np.array([fighter.star for fighter in fighters])
        self.fleeing: Bools = np.zeros_like(self.gone)

    def worn(self, games: Ints, who: Ints) -> Bools:
        """Whether each is wounded."""
        return self.left[games, who] < self.wounding[who]

    def flee(self, games: Ints, who: Ints, danger: Ints) -> None:
        """Move each directly away from a fighter, or from the nearest enemy if that is not in play.

        It stops at the edge of the table.
        """
        if not len(games):
            return
        gaps = self.gaps(games, who)
        rows = np.arange(len(games))
        danger = np.where(np.isfinite(gaps[rows, danger]), danger, gaps.argmin(axis=1))
        away = [line[games, who] - line[games, danger] for line in (self.x, self.y)]
        length = np.hypot(*away)
        able = np.isfinite(gaps[rows, danger]) & (length > 0)
        games, who, length = games[able], who[able], length[able]
        steps = [part[able] * self.rules.flight / length for part in away]
        share = np.ones(len(games))
        for line, step, size in zip((self.x, self.y), steps, self.rules.size, strict=True):
            rim = np.where(step > 0, size - self.rules.base / 2, self.rules.base / 2)
            room = np.maximum((rim - line[games, who]) * np.sign(step), 0)
            moving = step != 0
            share[moving] = np.minimum(share[moving], room[moving] / np.abs(step[moving]))
        for line, step in zip((self.x, self.y), steps, strict=True):
            line[games, who] += share * step

    def passes(self, games: Ints, who: Ints) -> Bools:
        """Draw who passes a test of nerve."""
        chances = self.attacks.nerves[self.attacks.kinds[who], self.worn(games, who) * 1]
        return np.asarray(self.random.random(len(games)) < chances)

    def test(self, games: Ints, who: Ints, danger: Ints) -> Bools:
        """Test the nerve of each: those that fail flee, those that pass flee no longer."""
        if not len(games):
            return np.zeros(0, bool)
        passed = self.passes(games, who)
        self.fleeing[games, who] = ~passed
        self.flee(games[~passed], who[~passed], danger[~passed])
        return passed

    def hit(self, games: Ints, who: Ints, points: Ints, by: Ints) -> None:
        """Take life from each, and test the nerve of those that are wounded or have lost a star."""
        struck = points > 0
        games, who, points, by = games[struck], who[struck], points[struck], by[struck]
        sound = ~self.worn(games, who)
        self.left[games, who] = np.maximum(self.left[games, who] - points, 0)
        out = self.left[games, who] == 0
        self.slayer[games[out], who[out]] = by[out]
        hurt = sound & ~out & self.worn(games, who)
        self.test(games[hurt], who[hurt], by[hurt])
        lost = out & self.star[who]
        games, sides, by = games[lost], self.side[who[lost]], by[lost]
        for chosen, one in each_figure((self.side == sides[:, None]) & self.standing(games)):
            self.test(games[chosen], one, by[chosen])


# --- play a skirmish many times, all games at once ------------------------------------------------
#
# A turn is a loop over activations. In each, one fighter of each game acts; the games whose
# fighters fight, shoot or move are gathered and played together. Only the outcomes of showdowns,
# the tests of nerve and the initiative are drawn; their chances are exact.


def play(skirmish: Encounter, games: int, seed: int) -> Outcomes:
    """Play a number of games. Raises ValueError for numbers out of range, and as `duel` does."""
    attacks = make_attacks(skirmish)
    make = partial(Batch, skirmish, attacks)
    return play_games(make, len(skirmish.fighters), games, seed)


class Batch(Games):
    """A batch of games."""

    def __init__(
        self, skirmish: Encounter, attacks: Attacks, games: int, random: np.random.Generator
    ):
        self.field = Field(skirmish, attacks, games, random)
        super().__init__(self.field, skirmish.turns)
        self.rules, self.attacks, self.random = skirmish, attacks, random
        fighters = skirmish.fighters
        self.armed = np.array([fighter.shot is not None for fighter in fighters])
        self.moves = np.array([fighter.moves for fighter in fighters])
        self.frightening = np.array([fighter.frightening for fighter in fighters])

    def turn(self) -> None:
        """One turn: the initiative, then fighters of both sides alternate."""
        state = self.field
        next_side = (self.random.random(len(self.running)) < 0.5) * 1
        waiting = state.standing(np.arange(len(self.running)))
        for _ in self.rules.fighters:
            games = np.flatnonzero(self.running)
            able = waiting[games] & state.standing(games)
            can = np.stack([(able & (state.side == side)).any(axis=1) for side in (0, 1)], axis=1)
            wanted = next_side[games]
            sides = np.where(can[np.arange(len(games)), wanted], wanted, 1 - wanted)
            some = can.any(axis=1)
            if not some.any():
                return
            games, sides, able = games[some], sides[some], able[some]
            who = state.nearest(games, sides, able)
            waiting[games, who] = False
            next_side[games] = 1 - sides
            self._activate(games, who)
            self.end(games)

    def _activate(self, games: Ints, who: Ints) -> None:
        """The actions of one fighter in each game; those that flee rally first, or are gone."""
        state = self.field
        flees = np.flatnonzero(state.fleeing[games, who])
        if len(flees):
            runners = games[flees], who[flees]
            fails = ~state.passes(*runners)
            state.fleeing[runners] = False
            state.gone[runners[0][fails], runners[1][fails]] = True
        moved = np.zeros(len(games), np.int64)
        for _ in range(self.rules.actions):
            able = state.standing(games)[np.arange(len(games)), who] & ~state.fleeing[games, who]
            games, who, moved = games[able], who[able], moved[able]
            if len(games):
                moved = moved + self._act(games, who, moved)

    def _act(self, games: Ints, who: Ints, moved: Ints) -> Bools:
        """One action of each: fight an enemy in contact, or else shoot, or else advance.

        Returns which of them have moved.
        """
        state = self.field
        gaps = state.gaps(games, who)
        touching = gaps <= TOUCH
        fights = touching.any(axis=1)
        self._attack(games[fights], who[fights], gaps[fights], touching[fights], shot=False)
        shoots = ~fights & self.armed[who]
        targets = np.isfinite(gaps[shoots]) & ~state.engaged(games[shoots], who[shoots])
        some = targets.any(axis=1)
        shooters = np.flatnonzero(shoots)[some]
        self._attack(games[shooters], who[shooters], gaps[shooters], targets[some], shot=True)
        most = np.where(state.worn(games, who), self.rules.slow_moves, 500)
        moves: Bools = ~fights & (moved < np.minimum(self.moves[who], most))
        moves[shooters] = False
        state.advance(games[moves], who[moves], self.rules.move)
        return moves

    def _attack(self, games: Ints, who: Ints, gaps: Floats, targets: Bools, shot: bool) -> None:
        """Attack one of the targets in each game, after the tests that frightening enemies ask."""
        if not len(games):
            return
        state, kinds, rows = self.field, self.attacks.kinds, np.arange(len(games))
        key = kinds[who][:, None], state.worn(games, who)[:, None] * 1
        worn = (state.left[games] < state.wounding) * 1
        if shot:
            attacks = self.attacks.shots[(*key, kinds[None, :], worn, state.fleeing[games] * 1)]
        else:
            attacks = self.attacks.blows[(*key, kinds[None, :], worn)]
        shares = self.attacks.shares[attacks, state.left[games]]
        target = state.target(who, gaps, targets, shares)
        attack = attacks[rows, target]
        # Those that face a frightening enemy test their nerve; whether both then fight.
        dares = np.ones(len(games), bool)
        for one, other in ((who, target), (target, who)):
            afraid = np.flatnonzero(dares & self.frightening[other])
            dares[afraid] = state.test(games[afraid], one[afraid], other[afraid])
        self._showdown(games[dares], who[dares], target[dares], attack[dares])

    def _showdown(self, games: Ints, who: Ints, target: Ints, attack: Ints) -> None:
        """Draw the outcome of each attack; targets that dodge move before they are hit."""
        outcome = self.attacks.outcomes(attack, self.random.random(len(games)))
        closes = self.attacks.dodged[attack] & ~self.armed[target]
        closes &= ~self.field.fleeing[games, target]
        self.field.advance(games[closes], target[closes], self.rules.dodge, SHORT)
        self.field.hit(games, target, np.maximum(outcome, 0), who)
        self.field.hit(games, who, np.maximum(-outcome, 0), target)
