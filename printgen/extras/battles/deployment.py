"""Where the figures of a battle start: the table of its scenario, and its zones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.content.library import GameContent, Library
from printgen.content.models.base import Model
from printgen.content.models.table_plan import Edge, Layout
from printgen.extras.battles.battle import Muster
from printgen.rules.resolve import ComputationError, fact_number

# Opposite sides of a table.
_OPPOSITE: tuple[tuple[str, str], ...] = (("north", "south"), ("west", "east"))

# The least value of numbers that are not 0 or more, and the greatest of all.
LEAST = {"turns": 1, "actions": 1, "move": 1, "table": 1, "packs": 1, "hand": 1, "cohesion": 1}
MOST = {"turns": 50, "actions": 10, "packs": 10, "jokers": 40, "hand": 20, "courier": 10}
GREATEST = 500


class Numbers:
    """The numbers of the rules of battles, from the facts of a game."""

    def __init__(self, library: Library, content: GameContent, rules: Model):
        self.library, self.content, self.rules = library, content, rules

    def of(self, key: str) -> int:
        """A number of the rules, in its range. Raises ComputationError."""
        return self.within(key, getattr(self.rules, key))

    def within(self, key: str, wanted: int | str) -> int:
        """A number in the place of the one at `key`. Raises ComputationError."""
        number = self.signed(wanted, key)
        least, most = LEAST.get(key, 0), MOST.get(key, GREATEST)
        if not least <= number <= most:
            message = f"`{key}` comes to {number}"
            raise ComputationError(message, key, hint=f"{least} to {most}")
        return number

    def signed(self, wanted: int | str, *path: str) -> int:
        """A number, or that of an expression over facts. Raises ComputationError."""
        try:
            return fact_number(self.library, self.content, wanted)
        except ComputationError as error:
            raise error.within(*path) from None


@dataclass(frozen=True, slots=True)
class Ground:
    """The table: its size along the zones of deployment and across, and the depths of both."""

    size: tuple[float, float]
    depths: tuple[float, float]

    @property
    def gap(self) -> float:
        """The distance between the zones."""
        return self.size[1] - sum(self.depths)


def ground(numbers: Numbers, layout: Layout | None) -> Ground:
    """The table of a scenario; what it lacks are the `table` and `deployment` of the rules.

    Raises ComputationError.
    """
    usual = float(numbers.of("deployment"))
    if layout is None:
        side = float(numbers.of("table"))
        return _checked(Ground((side, side), (usual, usual)))
    zones = {
        feature.side: feature.depth
        for feature in layout.features
        if isinstance(feature, Edge) and feature.style == "zone"
    }
    for one, other in _OPPOSITE:
        if one in zones and other in zones:
            turned = one == "west"
            size = (layout.height, layout.width) if turned else (layout.width, layout.height)
            return _checked(Ground(size, (zones[one], zones[other])))
    return _checked(Ground((layout.width, layout.height), (usual, usual)))


def _checked(ground: Ground) -> Ground:
    if ground.gap <= 0:
        raise ComputationError("the zones of deployment leave no room between them", "layout")
    return ground


def places(
    forces: Muster, ground: Ground, base: float, apart: float
) -> Iterator[tuple[int, tuple[float, float]]]:
    """The number of the company of each figure, and its place: side by side at the front of its
    zone, `apart` at most. Those of side 0 come first.
    """
    fronts = ground.depths[0] - base / 2, ground.size[1] - ground.depths[1] + base / 2
    for side in (0, 1):
        own = [number for number, c in enumerate(forces.companies) if c.side == side]
        figures = [number for number in own for _ in range(forces.companies[number].count)]
        step = min(apart, ground.size[0] / len(figures))
        start = ground.size[0] / 2 - (len(figures) - 1) / 2 * step
        for place, number in enumerate(figures):
            yield number, (start + place * step, fronts[side])
