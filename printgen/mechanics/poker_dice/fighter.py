"""A skirmish with poker dice, as plain data: its fighters, its lengths and its players."""

from __future__ import annotations

from dataclasses import dataclass, replace

from printgen.mechanics.battle import Play
from printgen.mechanics.poker_dice.odds import FACES


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
class Skirmish:
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
