"""The exact chance to pass a test of nerve, also with a skill that turns a die."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from printgen.mechanics.poker_dice.odds import FACES, HANDS, Shape, dice, kept, throws
from printgen.mechanics.poker_dice.strength import turned


def nerve(pot: int, guts: str, turn: int | None = None, base: int = 5) -> Fraction:
    """The chance of the hand `guts` or a better one, with the best reroll.

    `turn` is the face that one die may be set to after the reroll, None without the skill. Raises
    ValueError for a number of dice out of range.
    """
    return _nerve(*dice(pot, base), HANDS.index(guts), turn)


@cache
def _nerve(count: int, rerolls: int, least: int, turn: int | None) -> Fraction:
    won = Fraction()
    for shape, ways in throws(count).items():
        keeps = kept(shape, count - rerolls)
        won += ways * max(_passes(keep, count, least, turn) for keep in keeps)
    return won * Fraction(1, FACES**count)


@cache
def _passes(keep: Shape, count: int, least: int, turn: int | None) -> Fraction:
    """The chance of `least` or better, with the dice in `keep` kept and the others rerolled."""
    rolled = count - sum(keep)
    ways = sum(
        many
        for shape, many in throws(rolled).items()
        if turned(tuple(map(sum, zip(keep, shape, strict=True))), turn)[0] >= least
    )
    return Fraction(ways, FACES**rolled)
