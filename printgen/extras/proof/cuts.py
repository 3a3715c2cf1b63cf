"""Cuts that are a little off: where they go, and what they do to faces. Lengths in mm, angles in
degrees.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import radians, tan
from random import Random
from typing import NamedTuple

from printgen.extras.proof.edges import OPPOSITE, Edge, NearCut
from printgen.paper import Size

# The number of cuts that are tried, and the furthest that one goes: by hand and by guillotine,
# most are less than half of that off. Backs are printed up to `APART` beside their fronts.
CUTS, FURTHEST, TURN, APART = 200, 2.0, 0.6, 1.0

# A border looks uneven if one side is so much wider than the opposite one. It is at 5 mm when the
# cut is 1 mm off.
UNEVEN = 1.5


# A line along the cut is left on one side by a cut that is so far off.
ONE_LINE = 0.3


class Shift(NamedTuple):
    """How far a cut is off, to the right and down, and how far it is turned clockwise."""

    x: float
    y: float
    turn: float = 0.0

    def taken(self, edge: Edge, size: Size) -> float:
        """How much of a face is cut away at an edge, at most along it; negative for more shown."""
        return self._inwards(edge) + self._slant(edge, size)

    def shown(self, edge: Edge, size: Size) -> float:
        """How much of the bleed is left at an edge, at most along it."""
        return self._slant(edge, size) - self._inwards(edge)

    def _inwards(self, edge: Edge) -> float:
        return {"left": self.x, "right": -self.x, "top": self.y, "bottom": -self.y}[edge]

    def _slant(self, edge: Edge, size: Size) -> float:
        length = size.height if edge in ("left", "right") else size.width
        return abs(tan(radians(self.turn))) * length / 2


class Cut(NamedTuple):
    """A cut by its number, on the front and, seen from behind, on the back."""

    number: int
    front: Shift
    back: Shift


class Damage(NamedTuple):
    """What a cut does to a face: how deep it is in words or drawings, how wide a white edge is, and
    by how much one side of a border is wider than the opposite one; 1 is even.
    """

    lost: float
    white: float
    uneven: float

    @property
    def score(self) -> float:
        """How bad it is, to compare: lost words weigh most, then white edges."""
        return 6 * self.lost + 4 * self.white + min(self.uneven, 9.0) - 1


def seeded_cuts(count: int = CUTS) -> list[Cut]:
    """Cuts as chance gives them, the same ones each time. Of each length, small values are more
    likely than great ones: it is the difference of two even chances.
    """
    chance = Random(49)  # noqa: S311

    def off(most: float) -> float:
        return most * (chance.random() - chance.random())

    found = []
    for number in range(1, count + 1):
        x, y, turn = off(FURTHEST), off(FURTHEST), off(TURN)
        front = Shift(x, y, turn)
        # Seen from behind, left and right change places.
        back = Shift(off(APART) - x, off(APART) + y, off(TURN / 2) - turn)
        found.append(Cut(number, front, back))
    return found


def damage(face: NearCut, shift: Shift, size: Size, bleed: float) -> Damage:
    """What a cut does to a face."""
    lost = white = 0.0
    uneven = 1.0
    for edge, opposite in OPPOSITE.items():
        taken = shift.taken(edge, size)
        if (nearest := face.nearest.get(edge)) is not None:
            lost = max(lost, taken - nearest)
        white = max(white, shift.shown(edge, size) - bleed)
        border, other = face.border.get(edge), face.border.get(opposite)
        if border is not None and other is not None:
            narrow = max(border - taken, 0.1)
            uneven = max(uneven, (other + shift.shown(opposite, size)) / narrow)
        if edge in face.lines and shift.shown(edge, size) >= ONE_LINE:
            uneven = max(uneven, UNEVEN)
    return Damage(lost, white, uneven)


@dataclass(frozen=True, slots=True)
class Tally:
    """In how many cuts words or drawings are lost, white edges are seen, and borders are uneven."""

    lost: int
    white: int
    uneven: int


def tally(damages: Iterable[Sequence[Damage]]) -> Tally:
    """The tally of cuts, given what each does to all faces."""
    lost = white = uneven = 0
    for each in damages:
        lost += any(one.lost > 0 for one in each)
        white += any(one.white > 0 for one in each)
        uneven += any(one.uneven >= UNEVEN for one in each)
    return Tally(lost, white, uneven)


# The directions of a cut that is off in one of them.
_DIRECTIONS = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))


def worst_direction(face: NearCut, size: Size, bleed: float, number: int) -> tuple[float, float]:
    """The direction in which a cut that is 1 or 2 mm off does most damage to a face; where all are
    the same, they take turns by the number of the face.
    """
    turned = [*_DIRECTIONS[number % 4 :], *_DIRECTIONS[: number % 4]]

    def score(direction: tuple[float, float]) -> float:
        x, y = direction
        return sum(damage(face, Shift(x * off, y * off), size, bleed).score for off in (1.0, 2.0))

    return max(turned, key=score)
