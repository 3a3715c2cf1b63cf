"""The attacks of a skirmish as tables of numbers: what each may do to both sides, exactly.

A showdown hurts one side at most, so that its outcome is one number: the points that the attacker
deals, or less than 0, those that it takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from printgen.extras.battles.many_games import Bools, Floats, Ints
from printgen.extras.poker_dice.duel import Damage, duel, duel_steps
from printgen.extras.poker_dice.fighter import Encounter, Fighter, nerve
from printgen.extras.poker_dice.rules import Combatant

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
        for worn, hurt in _states(kinds[attacker], kinds[target]):
            key = attacker, worn, target, hurt
            blows[key] = rows.blow(kinds[attacker], worn, kinds[target], hurt)
            for bare in (0, 1) if kinds[attacker].shot is not None else ():
                shots[(*key, bare)] = rows.shot(kinds[attacker], worn, kinds[target], hurt, bare)
    most_life = max(sum(kind.life) for kind in kinds)
    bounds, least = _bounds(rows.damages)
    return Attacks(
        np.array(of_fighter),
        shots,
        blows,
        np.array(rows.dodged),
        bounds,
        least,
        np.array([_shares(damage, most_life) for damage in rows.damages]),
        np.array([_nerves(kind, skirmish.guts) for kind in kinds]),
    )


def _states(attacker: Fighter, target: Fighter) -> Iterator[tuple[int, int]]:
    """Whether each is wounded, in all ways that occur."""
    for worn in (0, 1) if attacker.life[1] else (0,):
        for hurt in (0, 1) if target.life[1] else (0,):
            yield worn, hurt


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
        return self._row(_striking(attacker, worn), _striking(target, hurt))

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


def _striking(fighter: Fighter, worn: int) -> Combatant:
    return Combatant(
        fighter.pots[worn], fighter.blow_dice, fighter.blow, turn=fighter.turn, hurt=fighter.hurt
    )


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
    return [0.0] + [
        float(sum((min(points, left) * p for points, p in damage.dealt.items()), Fraction()) / left)
        for left in range(1, most_life + 1)
    ]


def _nerves(kind: Fighter, guts: str) -> tuple[float, float]:
    if kind.fearless:
        return 1.0, 1.0
    sound, wounded = (float(nerve(pot, guts, kind.turn)) for pot in kind.pots)
    return sound, wounded
