"""A showdown of two opponents with poker dice: what each side brings, and how it ends.

Both throw, and both see all the dice. The side whose activation it is rerolls first; the other one
sees what became of those dice before it rerolls its own. Each side plays for its own aim, and the
first one knows the other's and reckons with its answer. Cards are left out, and so is every skill
but two: one that turns a die into a given face after the reroll, and a hide that stops damage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Literal

from printgen.analysis.dice import mean
from printgen.mechanics.poker_dice.odds import FACES, HANDS, Shape, dice, kind

Aim = Literal["deal", "spare", "margin", "win"]

AIMS: tuple[Aim, ...] = ("deal", "spare", "margin", "win")

# The most base dice of a side: with more, the ways of all throws no longer fit into 64 bits.
MOST_BASE = 7

MOST_DAMAGE = 100


Table = Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Side:
    """One opponent: Pot and base dice, and what a win adds to the table's damage.

    `wounds` is False for a side that cannot hurt the other, as in a Dodge. `aim` is what its player
    plays for: to `deal` the most damage on average, to `spare` itself (take the least), the best
    `margin` (dealt less taken), or to `win`, which is to have the stronger hand most often. Between
    rerolls that are equal in this, the better margin decides, then the more wins, then the fewer
    dice rerolled, then the higher dice kept.

    `turn` is the face (0 for the lowest, 5 for the ace) that one die may be turned to when both
    have rerolled, always to the best of it. `hurt` is on how many faces of a die each point that
    the side takes counts: 6, or 1 for a zombie.
    """

    pot: int
    base: int = 5
    bonus: int = 0
    wounds: bool = True
    aim: Aim = "margin"
    turn: int | None = None
    hurt: int = FACES


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


def duel(first: Side, second: Side, table: Table) -> Damage:
    """The damage of one showdown, `first` being the side whose activation it is.

    `table` gives, by the loser's hand and the winner's, the damage before the winner's bonus; the
    sum is never below nought. Between hands of one kind the faces that make them decide, then the
    dice left over, a missing die being the lowest; nobody is hit between equals, or when both have
    nothing. Raises ValueError for dice, damage or an aim out of range, and for a cell that lacks.
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
def _duel(first: Side, second: Side, table: tuple[tuple[tuple[str, str], int], ...]) -> Damage:
    # Brings numpy, which whoever only asks whether a study can be answered does without.
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


def effort(first: Side, second: Side) -> float:
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
    """What so many dice can show, without order."""
    return comb(many + FACES - 1, FACES - 1)


def strength(counts: Shape) -> tuple[int, ...]:
    """What compares two hands: the kind, then its faces as poker weighs them, then the rest.

    Only the best five dice count, and fewer than five are filled up with a face below the lowest.
    """
    faces = sorted(range(FACES), key=lambda face: (counts[face], face), reverse=True)
    best = [face for face in faces for _ in range(counts[face])]
    # Of two threes or three pairs, the ones that do not fit are single dice like any other.
    made = {"full": 5, "two-pairs": 4}.get(HANDS[kind(counts)])
    if made is None:
        made = min(5, counts[faces[0]])
    rest = sorted(best[made:], reverse=True)
    return (kind(counts), *(best[:made] + rest + [-1] * 5)[:5])


def turned(counts: Shape, face: int | None) -> tuple[int, ...]:
    """The strength of a hand of which one die may be turned to `face`."""
    if face is None:
        return strength(counts)
    hands = [counts]
    for other, many in enumerate(counts):
        if many:
            changed = list(counts)
            changed[other] -= 1
            changed[face] += 1
            hands.append(tuple(changed))
    return max(map(strength, hands))
