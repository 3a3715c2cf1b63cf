"""A skirmish of Power against Defence, as plain data: its fighters and its numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from printgen.extras.battles.battle import Play


@dataclass(frozen=True, slots=True)
class Arm:
    """An attack: its Power, and for shots the short range and the maximum range, if any.

    `short` is None for an attack in close combat.
    """

    power: int
    short: int | None = None
    reach: int | None = None


@dataclass(frozen=True, slots=True)
class Fighter:
    """A figure. `place` is the centre of its base, x and y, in the unit of the table."""

    side: int
    place: tuple[float, float]
    move: int = 6
    defence: int = 6
    mind: int = 3
    life: int = 1
    size: int = 2
    heroism: int = 0
    arms: tuple[Arm, ...] = ()

    def at(self, x: float, y: float) -> Fighter:
        """The same fighter at a place."""
        return replace(self, place=(x, y))


@dataclass(frozen=True, slots=True)
class Skirmish:
    """A skirmish. Lengths are in the unit of the table.

    `sizes` are the modifiers of shots by the size of the target, `smaller` that of a blow against
    a larger target, `far` those of medium and of long range. `aim`, `crowd` and `panic_power`
    change the Power of attacks, `panic_defence` the Defence. A figure gives up attacks for
    `inch` each. `nerve` and `bet` are what dice must come to; friends nearer than `witness` test
    their nerve when a figure falls. `players` decide for the sides 0 and 1.
    """

    fighters: tuple[Fighter, ...]
    turns: int
    base: int = 0
    sizes: tuple[tuple[int, int], ...] = ()
    smaller: int = 0
    far: tuple[int, int] = (0, 0)
    inch: int = 0
    aim: int = 0
    crowd: int = 0
    nerve: int = 7
    witness: int = 0
    panic_power: int = 0
    panic_defence: int = 0
    bet: int = 7
    players: tuple[Play, Play] = ("greedy", "greedy")
