"""Hexes: coordinates, neighbours, distances, lines and shortest paths.

A hex is a pair (q, r) of axial coordinates; with s = -q - r the three are cube coordinates, whose
sum is 0. The six sides are numbered clockwise from the neighbour at (0, -1); corner n is between
sides n and n + 1. Directions that depend on the orientation are given in hours of a clock:
flat-top hexes have sides at 12, 2, 4 … o'clock and corners at 1, 3, 5 …; pointy-top hexes the
other way round. So each of the twelve hours is one side or one corner.

The formulas are the usual ones for cube coordinates, computed exactly in integers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import ceil, cos, dist, radians, sin, sqrt
from typing import NamedTuple, TypeVar

from printgen.content.models.hexes import Orientation

_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))

# The hour of side 0, by orientation. Corner n is one hour after side n.
_FIRST_HOUR = {"flat-top": 12, "pointy-top": 11}


class Hex(NamedTuple):
    """A hex in axial coordinates."""

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate."""
        return -self.q - self.r

    def minus(self, other: Hex) -> Hex:
        """The vector from another hex to this one."""
        return Hex(self.q - other.q, self.r - other.r)

    def next(self, side: int) -> Hex:
        """The neighbour across a side. Side numbers are taken modulo 6."""
        q, r = _STEPS[side % 6]
        return Hex(self.q + q, self.r + r)


# A hex and the number of one of its sides.
Side = tuple[Hex, int]


def neighbours(hex: Hex) -> list[Hex]:
    """The six neighbours of a hex, clockwise from side 0."""
    return [hex.next(side) for side in range(6)]


def distance(one: Hex, other: Hex) -> int:
    """The number of steps from one hex to another."""
    step = other.minus(one)
    return max(abs(step.q), abs(step.r), abs(step.s))


def within(middle: Hex, radius: int) -> list[Hex]:
    """The 1 + 3 n (n + 1) hexes at a distance of n = `radius` or less, column by column."""
    return [
        Hex(middle.q + q, middle.r + r)
        for q in range(-radius, radius + 1)
        for r in range(max(-radius, -q - radius), min(radius, -q + radius) + 1)
    ]


def line(one: Hex, other: Hex) -> list[Hex]:
    """The hexes of the straight line between two hexes, both ends included.

    Where the line runs along a side, the hex on its clockwise side is taken.
    """
    steps = distance(one, other)
    return [one] + [_nearest(one, other, n, steps)[0] for n in range(1, steps + 1)]


def _nearest(one: Hex, other: Hex, part: int, whole: int) -> list[Hex]:
    """The hex that contains the point at part/whole of a line; two hexes if it is on a side."""
    scaled = [a * (whole - part) + b * part for a, b in zip(_cube(one), _cube(other), strict=True)]
    # Round down: the remainders sum to 0, 1 or 2 times `whole`.
    floors, rests = zip(*(divmod(value, whole) for value in scaled), strict=True)
    found = []
    for q, r, s in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1)):
        if floors[0] + floors[1] + floors[2] + q + r + s == 0:
            away = [rest - whole * up for rest, up in zip(rests, (q, r, s), strict=True)]
            apart = max(abs(away[0] - away[1]), abs(away[1] - away[2]), abs(away[2] - away[0]))
            found.append((apart, Hex(floors[0] + q, floors[1] + r)))
    least, way = min(apart for apart, _ in found), other.minus(one)

    def side(hex: Hex) -> int:
        step = hex.minus(one)
        return step.q * way.r - step.r * way.q

    # Hexes clockwise of the line are first.
    return sorted((hex for apart, hex in found if apart == least), key=side)


def _cube(hex: Hex) -> tuple[int, int, int]:
    return hex.q, hex.r, hex.s


def crossed(one: Hex, other: Hex) -> tuple[list[Hex], list[tuple[Hex, Hex]]]:
    """The hexes that the straight line between the centres of two hexes crosses, and the pairs of
    hexes whose common side it runs along. The two hexes at the ends are left out.
    """
    steps = distance(one, other)
    near: dict[Hex, None] = {}
    pairs: list[tuple[Hex, Hex]] = []
    for part in range(1, steps):
        touched = _nearest(one, other, part, steps)
        near |= dict.fromkeys(touched)
        for hex in touched:
            near |= dict.fromkeys(neighbours(hex))
        if len(touched) == 2 and not any(_crosses(one, other, hex) for hex in touched):
            pairs.append((touched[0], touched[1]))
    hexes = [hex for hex in near if hex not in (one, other) and _crosses(one, other, hex)]
    return sorted(hexes, key=lambda hex: (distance(one, hex), hex)), pairs


def _crosses(one: Hex, other: Hex, hex: Hex) -> bool:
    """Whether the line between the centres of two hexes crosses the interior of `hex`.

    A point is in the interior if its cube coordinates, relative to the centre of the hex, differ by
    less than 1 from each other. Each difference is linear along the line, so the part inside is one
    interval. Its ends are compared as fractions to stay exact.
    """
    start, way = one.minus(hex), other.minus(one)
    # The interval, from a/b to c/d of the line.
    a, b, c, d = 0, 1, 1, 1
    for at, step in zip(
        (start.q - start.r, start.r - start.s, start.s - start.q),
        (way.q - way.r, way.r - way.s, way.s - way.q),
        strict=True,
    ):
        if step == 0:
            if abs(at) >= 1:
                return False
            continue
        first, last, size = (-1 - at, 1 - at, step) if step > 0 else (at - 1, at + 1, -step)
        if first * b > a * size:
            a, b = first, size
        if last * d < c * size:
            c, d = last, size
    return a * d < c * b


def sees(one: Hex, other: Hex, blocks: Callable[[Hex], bool]) -> bool:
    """Whether no hex between two hexes blocks the straight line from centre to centre.

    A line along a side is blocked only if both hexes of that side block. The hexes at the ends
    never block. The result is symmetric.
    """
    hexes, pairs = crossed(one, other)
    if any(blocks(hex) for hex in hexes):
        return False
    return not any(blocks(left) and blocks(right) for left, right in pairs)


# --- shortest paths --------------------------------------------------------------------------

State = TypeVar("State", bound=Hashable)


def explore(
    start: State, points: int, steps: Callable[[State, int], Iterable[tuple[State, int]]]
) -> dict[State, int]:
    """All states that can be reached with `points`, each with its lowest cost.

    `steps` takes a state and the cost spent so far; it yields the next states, each with the cost
    of that step (0 or more). A state is a hex, or a hex and a facing. Dijkstra's algorithm.
    """
    order = count()
    spent = {start: 0}
    waiting: list[tuple[int, int, State]] = [(0, next(order), start)]
    while waiting:
        cost, _, state = heappop(waiting)
        if cost > spent[state]:
            continue
        for after, more in steps(state, cost):
            total = cost + more
            if total <= points and total < spent.get(after, points + 1):
                spent[after] = total
                heappush(waiting, (total, next(order), after))
    return spent


# --- clocks ----------------------------------------------------------------------------------


def hour_of_side(side: int, orientation: Orientation) -> int:
    """The clock hour of a side, from 1 to 12."""
    return (_FIRST_HOUR[orientation] + 2 * side - 1) % 12 + 1


def hour_of_corner(corner: int, orientation: Orientation) -> int:
    """The clock hour of a corner, from 1 to 12."""
    return (_FIRST_HOUR[orientation] + 2 * corner) % 12 + 1


def side_at(hour: int, orientation: Orientation) -> int | None:
    """The side at a clock hour; None if there is a corner."""
    sixth, rest = divmod((hour - _FIRST_HOUR[orientation]) % 12, 2)
    return None if rest else sixth


def corner_at(hour: int, orientation: Orientation) -> int | None:
    """The corner at a clock hour; None if there is a side."""
    sixth, rest = divmod((hour - _FIRST_HOUR[orientation]) % 12, 2)
    return sixth if rest else None


# --- grids of hexes and their layout on paper, in mm: x to the right, y down ----------------------


Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A grid of hexes in columns and rows, numbered from 1, starting at the top left.

    Every other column (flat-top) is offset half a hex downward, or every other row (pointy-top)
    half a hex to the right: the even ones, or the odd ones if `odd`.
    """

    columns: int
    rows: int
    orientation: Orientation = "flat-top"
    odd: bool = False

    def hex(self, column: int, row: int) -> Hex:
        """The hex in a column and a row, which may be outside the grid."""
        if self.orientation == "flat-top":
            return Hex(column, row - (column - 1 + self.odd) // 2)
        return Hex(column - (row - 1 + self.odd) // 2, row)

    def place(self, hex: Hex) -> tuple[int, int]:
        """The column and the row of a hex."""
        if self.orientation == "flat-top":
            return hex.q, hex.r + (hex.q - 1 + self.odd) // 2
        return hex.q + (hex.r - 1 + self.odd) // 2, hex.r

    def __contains__(self, hex: Hex) -> bool:
        column, row = self.place(hex)
        return 1 <= column <= self.columns and 1 <= row <= self.rows

    def __iter__(self) -> Iterator[Hex]:
        """Iterate row by row, from left to right."""
        for row in range(1, self.rows + 1):
            for column in range(1, self.columns + 1):
                yield self.hex(column, row)

    def __len__(self) -> int:
        return self.columns * self.rows


SQRT3 = sqrt(3)


@dataclass(frozen=True, slots=True)
class Geometry:
    """The layout of a grid on paper. `side` is the side length of a hex in mm.

    The origin is the top left corner of the grid's bounding box.
    """

    grid: HexGrid
    side: float

    @property
    def flats(self) -> float:
        """The distance between opposite sides of a hex, in mm."""
        return self.side * SQRT3

    @property
    def spacing(self) -> Point:
        """The distance between adjacent columns and between adjacent rows, in mm."""
        across, along = 1.5 * self.side, self.flats
        return (across, along) if self.grid.orientation == "flat-top" else (along, across)

    def size(self) -> Point:
        """Width and height of the grid's bounding box, in mm."""
        dx, dy = self.spacing
        if self.grid.orientation == "flat-top":
            lower = 0.5 if self.grid.columns > 1 else 0.0
            return dx * self.grid.columns + self.side / 2, dy * (self.grid.rows + lower)
        right = 0.5 if self.grid.rows > 1 else 0.0
        return dx * (self.grid.columns + right), dy * self.grid.rows + self.side / 2

    def middle(self, hex: Hex) -> Point:
        """The centre of a hex."""
        return self._centre(*self.grid.place(hex))

    def _centre(self, column: int, row: int) -> Point:
        dx, dy = self.spacing
        if self.grid.orientation == "flat-top":
            lower = self._offset(column, self.grid.columns)
            return self.side + dx * (column - 1), dy * (row - 0.5 + lower)
        right = self._offset(row, self.grid.rows)
        return dx * (column - 0.5 + right), self.side + dy * (row - 1)

    def _offset(self, number: int, of: int) -> float:
        """The offset of a column or row, in hexes. A single column or row has none."""
        first = 0.5 * self.grid.odd if of == 1 else 0.0
        return 0.5 * (number % 2 == self.grid.odd) - first

    def at_hour(self, hex: Hex, hour: float, share: float = 1.0) -> Point:
        """The point in the direction of a clock hour, at a share of the distance from the centre of
        a hex to its border. The border is farther away at a corner than at a side.
        """
        x, y = self.middle(hex)
        far = self.side * share
        if hour % 1 == 0 and side_at(int(hour), self.grid.orientation) is not None:
            far *= SQRT3 / 2
        angle = radians(30 * hour)
        return x + far * sin(angle), y - far * cos(angle)

    def corners(self, hex: Hex) -> list[Point]:
        """The six corners of a hex, clockwise from corner 0."""
        hours = (hour_of_corner(corner, self.grid.orientation) for corner in range(6))
        return [self.at_hour(hex, hour) for hour in hours]

    def hexside(self, hex: Hex, side: int) -> tuple[Point, Point]:
        """The two ends of a side of a hex, clockwise."""
        corners = self.corners(hex)
        return corners[(side - 1) % 6], corners[side % 6]

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex that contains a point."""
        # The hex with the nearest centre, among three columns by three rows around the point.
        dx, dy = self.spacing
        column, row = ceil(x / dx), ceil(y / dy)
        near = [
            self.grid.hex(c, r)
            for c in range(column - 1, column + 2)
            for r in range(row - 1, row + 2)
        ]
        return min(near, key=lambda hex: dist(self.middle(hex), (x, y)))
