"""A skirmish with poker dice as plain data: its fighters, its lengths, its players; and tests of
nerve.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from printgen.extras.battles.battle import Play
from printgen.extras.poker_dice.odds import FACES, HANDS, Shape, dice, kept, throws, turned

# --- A skirmish with poker dice, as plain data: its fighters, its lengths and its players ---------


@dataclass(frozen=True, slots=True)
class Fighter:
    """A figure. `pots` are the rerolls while it is sound, and once it is wounded.

    `life` are the points that damage takes first, and those that wound. `shot` is the damage that
    its firearm adds, None without one; `blow` that of its close combat weapon, with `blow_dice`
    dice in the first throw. `turn` and `hurt` are those of a combatant. `moves` is the most moves
    of an activation. `place` is the centre of its base, x and y, in the unit of the table.
    """

    side: int
    place: tuple[float, float]
    pots: tuple[int, int] = (0, 0)
    life: tuple[int, int] = (1, 0)
    shot: int | None = None
    blow: int = 0
    blow_dice: int = 5
    turn: int | None = None
    hurt: int = FACES
    moves: int = 500
    star: bool = False
    fearless: bool = False
    frightening: bool = False

    @property
    def kind(self) -> Fighter:
        """What it fights like, wherever it stands."""
        return replace(self, side=0, place=(0.0, 0.0))

    def at(self, x: float, y: float) -> Fighter:
        """The same fighter at a place."""
        return replace(self, place=(x, y))


# The damage by (loser's hand, winner's hand), as a sorted tuple.
Table = tuple[tuple[tuple[str, str], int], ...]


@dataclass(frozen=True, slots=True)
class Encounter:
    """A skirmish. Lengths are in the unit of the table, which is `size` (width, height).

    `points` is the damage matrix, `guts` the weakest hand that passes a test of nerve,
    `return_fire` what shooting back adds to the rerolls of the target. `slow_moves` is the most
    moves of a wounded fighter. `players` decide for the sides 0 and 1.
    """

    fighters: tuple[Fighter, ...]
    points: Table
    guts: str
    turns: int
    actions: int
    move: int
    size: tuple[float, float]
    base: int = 0
    dodge: int = 0
    flight: int = 0
    slow_moves: int = 1
    return_fire: int = 0
    players: tuple[Play, Play] = ("greedy", "greedy")


# --- the exact chance to pass a test of nerve, also with a skill that turns a die -----------------


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
