"""A showdown of two opponents with poker dice.

Both sides throw, and all dice are visible. The active side rerolls first; the other sees the result
before its own reroll. Each side optimises its own aim, and the first anticipates the best reply of
the second. Not modelled: cards, and all skills except two, one that sets a die to a given face
after the reroll, and one (a hide) that stops damage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from printgen.extras.poker_dice.odds import FACES, dice
from printgen.extras.poker_dice.rules import AIMS, MAX_BASE, Combatant
from printgen.rules.chances import mean

Table = Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Damage:
    """The outcome of a showdown for its first side: the chance of each possible damage."""

    dealt: dict[int, Fraction]
    taken: dict[int, Fraction]
    won: Fraction
    lost: Fraction

    @property
    def mean_dealt(self) -> Fraction:
        """The mean damage that the first side deals, in life points."""
        return mean(self.dealt)

    @property
    def mean_taken(self) -> Fraction:
        """The mean damage that the first side takes, in life points."""
        return mean(self.taken)


def duel(first: Combatant, second: Combatant, table: Table) -> Damage:
    """The damage of one showdown; `first` is the active side.

    `table` gives the damage before the winner's bonus by (loser's hand, winner's hand); the sum is
    at least 0. Hands of one kind are compared by the faces that make them, then by the other dice;
    a missing die ranks lowest. Equal hands, and two hands of nothing, deal no damage. Raises
    ValueError for dice, damage or an aim out of range, and for a missing cell.
    """
    for side in (first, second):
        if side.aim not in AIMS:
            raise ValueError(f"no aim '{side.aim}'")
        if not 1 <= side.base <= MAX_BASE:
            raise ValueError(f"base dice must be 1 to {MAX_BASE}, not {side.base}")
        if not 0 <= side.hurt <= FACES or (side.turn is not None and not 0 <= side.turn < FACES):
            raise ValueError(f"a die has {FACES} faces")
    return _duel(first, second, tuple(sorted(table.items())))


@lru_cache(maxsize=512)
def _duel(
    first: Combatant, second: Combatant, table: tuple[tuple[tuple[str, str], int], ...]
) -> Damage:
    # Imported here: numpy is slow to import, and `check` does not need it.
    from printgen.extras.poker_dice.showdown import play

    whole, signs, dealt, taken = play(first, second, dict(table))
    won = {sign: Fraction(ways, whole) for sign, ways in signs.items()}
    return Damage(
        _chances(dealt, whole, second.hurt),
        _chances(taken, whole, first.hurt),
        won.get(1, Fraction()),
        won.get(-1, Fraction()),
    )


def _chances(ways: Mapping[int, int], whole: int, hurt: int) -> dict[int, Fraction]:
    """The chance of each damage; a point counts on `hurt` of the FACES faces of its own die."""
    found: dict[int, int] = {}
    most = max(ways)
    for points, many in ways.items():
        for counts in range(points + 1):
            hits = comb(points, counts) * hurt**counts * (FACES - hurt) ** (points - counts)
            if hits:
                share = many * hits * FACES ** (most - points)
                found[counts] = found.get(counts, 0) + share
    return {points: Fraction(found[points], whole * FACES**most) for points in sorted(found)}


def duel_steps(first: Combatant, second: Combatant) -> float:
    """The steps to compute a showdown, each for forty pairs of a throw of one side and a throw or a
    kept set of the other.
    """
    sizes = []
    for side in (first, second):
        thrown, rerolls = dice(side.pot, side.base)
        kept = sum(_multisets(thrown - fewer) * _multisets(fewer) for fewer in range(rerolls + 1))
        sizes.append((_multisets(thrown), kept))
    (ends, keeps), (others, choices) = sizes
    return 1_000 + (ends * choices + others * keeps) / 40


def _multisets(count: int) -> int:
    """The number of multisets of `count` dice."""
    return comb(count + FACES - 1, FACES - 1)
