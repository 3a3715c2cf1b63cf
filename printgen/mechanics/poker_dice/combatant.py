"""One side of a showdown: its dice, what its player aims for, and the limits of both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from printgen.mechanics.poker_dice.odds import FACES

Aim = Literal["deal", "spare", "margin", "win"]

AIMS: tuple[Aim, ...] = ("deal", "spare", "margin", "win")

# The most base dice of a side: with more, the ways of all throws no longer fit into 64 bits.
MOST_BASE = 7

MOST_DAMAGE = 100


@dataclass(frozen=True, slots=True)
class Combatant:
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
