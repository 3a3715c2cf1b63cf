"""A showdown of two opponents with poker dice: what each side brings, and how it ends.

Both throw, and both see all the dice. The side whose activation it is rerolls first; the other one
sees what became of those dice before it rerolls its own. Each side plays for its own aim, and the
first one knows the other's aim and expects its answer. Cards are left out, and so is every skill
but two: one that turns a die into a given face after the reroll, and a hide that stops damage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from printgen.analysis.dice import mean
from printgen.mechanics.poker_dice.combatant import AIMS, MOST_BASE, Combatant
from printgen.mechanics.poker_dice.odds import FACES, dice

Table = Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Damage:
    """How a showdown ends, seen by its first side: the chance of every damage that can occur."""

    dealt: dict[int, Fraction]
    taken: dict[int, Fraction]
    won: Fraction
    lost: Fraction

    @property
    def mean_dealt(self) -> Fraction:
        """The life points that the first side takes from the second, on average."""
        return mean(self.dealt)

    @property
    def mean_taken(self) -> Fraction:
        """The life points that the first side loses, on average."""
        return mean(self.taken)


def duel(first: Combatant, second: Combatant, table: Table) -> Damage:
    """The damage of one showdown, `first` being the side whose activation it is.

    `table` gives the damage before the winner's bonus, by the loser's hand and the winner's; the
    sum is never below 0. Between hands of one kind the faces that make them decide, then the other
    dice, a missing die being the lowest. Equal hands deal no damage, nor do two hands of nothing.
    Raises ValueError for dice, damage or an aim out of range, and for a missing cell.
    """
    for side in (first, second):
        if side.aim not in AIMS:
            raise ValueError(f"no aim '{side.aim}'")
        if not 1 <= side.base <= MOST_BASE:
            raise ValueError(f"base dice must be 1 to {MOST_BASE}, not {side.base}")
        if not 0 <= side.hurt <= FACES or (side.turn is not None and not 0 <= side.turn < FACES):
            raise ValueError(f"a die has {FACES} faces")
    return _duel(first, second, tuple(sorted(table.items())))


@lru_cache(maxsize=512)
def _duel(
    first: Combatant, second: Combatant, table: tuple[tuple[tuple[str, str], int], ...]
) -> Damage:
    # Imported here: numpy is slow to import, and `check` does without.
    from printgen.mechanics.poker_dice.showdown import play

    whole, signs, dealt, taken = play(first, second, dict(table))
    won = {sign: Fraction(ways, whole) for sign, ways in signs.items()}
    return Damage(
        _counted(dealt, whole, second.hurt),
        _counted(taken, whole, first.hurt),
        won.get(1, Fraction()),
        won.get(-1, Fraction()),
    )


def _counted(ways: Mapping[int, int], whole: int, hurt: int) -> dict[int, Fraction]:
    """The chance of each damage, each point counting on `hurt` faces of a die of its own."""
    found: dict[int, int] = {}
    most = max(ways)
    for points, many in ways.items():
        for counts in range(points + 1):
            hits = comb(points, counts) * hurt**counts * (FACES - hurt) ** (points - counts)
            if hits:
                share = many * hits * FACES ** (most - points)
                found[counts] = found.get(counts, 0) + share
    return {points: Fraction(found[points], whole * FACES**most) for points in sorted(found)}


def estimated_cost(first: Combatant, second: Combatant) -> float:
    """About how many milliseconds a showdown takes, on a machine of 2020: what one side may throw,
    times what the other may throw and keep, both ways.
    """
    sizes = []
    for side in (first, second):
        thrown, rerolls = dice(side.pot, side.base)
        kept = sum(_sets(thrown - less) * _sets(less) for less in range(rerolls + 1))
        sizes.append((_sets(thrown), kept))
    (ends, keeps), (others, choices) = sizes
    return 1 + (ends * choices + others * keeps) / 40_000


def _sets(many: int) -> int:
    """The number of multisets of `many` dice."""
    return comb(many + FACES - 1, FACES - 1)
