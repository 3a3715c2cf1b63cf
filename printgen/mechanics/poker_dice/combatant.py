"""One side of a showdown: its dice, the aim of its player, and limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from printgen.mechanics.poker_dice.odds import FACES

Aim = Literal["deal", "spare", "margin", "win"]

AIMS: tuple[Aim, ...] = ("deal", "spare", "margin", "win")

# The maximum of base dice per side: with more, the counts of throws overflow 64 bits.
MAX_BASE = 7

MAX_DAMAGE = 100


@dataclass(frozen=True, slots=True)
class Combatant:
    """One opponent: Pot, number of base dice, and the damage `bonus` of a win.

    `wounds` is False for a side that cannot damage the other, as in a Dodge. `aim` is what its
    player optimises: the mean damage dealt (`deal`), the mean damage taken (`spare`), dealt minus
    taken (`margin`), or the chance of the stronger hand (`win`). Ties are broken by the better
    margin, more wins, fewer dice rerolled, higher dice kept, in this order.

    `turn` is a face (0 for the lowest, 5 for the ace): after both rerolls the side may set one die
    to it, and does so optimally. `hurt` is the number of faces of a die, rolled per point of
    damage, on which the point counts: 6, or 1 for a zombie.
    """

    pot: int
    base: int = 5
    bonus: int = 0
    wounds: bool = True
    aim: Aim = "margin"
    turn: int | None = None
    hurt: int = FACES
