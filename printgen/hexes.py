"""Hexes: where they lie, how far they are apart, what lies around and between them.

A hex is a pair (q, r) of axial coordinates; with s = -q - r the three are cube coordinates, whose
sum is 0. The six neighbours are numbered clockwise from (0, -1), the six corners with them: corner
n lies between the neighbours n and n + 1. What depends on the way up that hexes stand is said in
hours of a clock: flat-top hexes have sides at 12, 2, 4 … o'clock and corners at 1, 3, 5 …,
pointy-top ones the other way round. So each of the twelve hours is one side or one corner.

On paper x goes right and y down, in mm. The formulas are those of cube coordinates as they are
commonly used; everything but geometry is exact, in whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import ceil, cos, radians, sin, sqrt
from typing import Literal, NamedTuple, TypeVar

Orientation = Literal["flat-top", "pointy-top"]
Point = tuple[float, float]

_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
# The hour of side 0, by orientation. Corner n lies an hour after side n.
_FIRST = {"flat-top": 12, "pointy-top": 11}


class Hex(NamedTuple):
    """A hex in axial coordinates."""

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate."""
        return -self.q - self.r

    def plus(self, other: Hex) -> Hex:
        """The sum, hexes taken as steps from (0, 0)."""
        return Hex(self.q + other.q, self.r + other.r)

    def minus(self, other: Hex) -> Hex:
        """The step that leads here from another hex."""
        return Hex(self.q - other.q, self.r - other.r)

    def times(self, factor: int) -> Hex:
        """So many times the step."""
        return Hex(self.q * factor, self.r * factor)

    def next(self, side: int) -> Hex:
        """The neighbour across a side, which is taken modulo 6."""
        q, r = _STEPS[side % 6]
        return Hex(self.q + q, self.r + r)

    def turned(self, sixths: int) -> Hex:
        """The step turned clockwise about (0, 0) by so many times 60 degrees."""
        found = self
        for _ in range(sixths % 6):
            found = Hex(-found.r, -found.s)
        return found


def neighbours(hex: Hex) -> list[Hex]:
    """The six hexes around a hex, clockwise from side 0."""
    return [hex.next(side) for side in range(6)]


def distance(one: Hex, other: Hex) -> int:
    """How many steps lead from one hex to another."""
    step = other.minus(one)
    return max(abs(step.q), abs(step.r), abs(step.s))


def within(middle: Hex, radius: int) -> list[Hex]:
    """The hexes that are so far away at most, column by column; 1 + 3 n (n + 1) of them."""
    return [
        Hex(middle.q + q, middle.r + r)
        for q in range(-radius, radius + 1)
        for r in range(max(-radius, -q - radius), min(radius, -q + radius) + 1)
    ]


def ring(middle: Hex, radius: int) -> list[Hex]:
    """The hexes that are just so far away, clockwise from straight across side 0."""
    if radius == 0:
        return [middle]
    at = middle.plus(Hex(*_STEPS[0]).times(radius))
    found = []
    for side in range(2, 8):
        for _ in range(radius):
            found.append(at)
            at = at.next(side)
    return found


def line(one: Hex, other: Hex) -> list[Hex]:
    """A shortest way as straight as can be, both ends included.

    Where it runs along a side, the hex is taken that lies clockwise of the way.
    """
    steps = distance(one, other)
    return [one] + [_nearest(one, other, n, steps)[0] for n in range(1, steps + 1)]


def _nearest(one: Hex, other: Hex, part: int, whole: int) -> list[Hex]:
    """The hexes in which a point of a line lies, part/whole of the way: two on a side."""
    scaled = [a * (whole - part) + b * part for a, b in zip(_cube(one), _cube(other), strict=True)]
    # Rounded down, with what is left over: the left-overs sum to 0, 1 or 2 wholes.
    floors, rests = zip(*(divmod(value, whole) for value in scaled), strict=True)
    found = []
    for q, r, s in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1)):
        if floors[0] + floors[1] + floors[2] + q + r + s == 0:
            away = [rest - whole * up for rest, up in zip(rests, (q, r, s), strict=True)]
            apart = max(abs(away[0] - away[1]), abs(away[1] - away[2]), abs(away[2] - away[0]))
            found.append((apart, Hex(floors[0] + q, floors[1] + r)))
    least = min(apart for apart, _ in found)
    return sorted((hex for apart, hex in found if apart == least), key=_clockwise(one, other))


def _cube(hex: Hex) -> tuple[int, int, int]:
    return hex.q, hex.r, hex.s


def _clockwise(one: Hex, other: Hex) -> Callable[[Hex], int]:
    """A key that puts what lies clockwise of a line first."""
    way = other.minus(one)

    def side(hex: Hex) -> int:
        step = hex.minus(one)
        return step.q * way.r - step.r * way.q

    return side


def crossed(one: Hex, other: Hex) -> tuple[list[Hex], list[tuple[Hex, Hex]]]:
    """What the straight line between the middles of two hexes meets, the two left out: the hexes
    that it crosses, and the pairs of hexes between which it runs along their common side.
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
    """Whether the line between two middles crosses the inside of a hex.

    Inside are the points of which the cube coordinates, from the middle of the hex, differ by less
    than 1 from each other. Along the line each difference is linear, so what is inside is a stretch
    of it; its ends are compared as fractions.
    """
    start, way = one.minus(hex), other.minus(one)
    # The stretch, from a/b to c/d of the way.
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
    """Whether nothing between two hexes blocks the straight line from middle to middle.

    A line that runs along a side is blocked only where the hexes on both sides of it block. What
    stands in the two hexes themselves does not count. The same both ways.
    """
    hexes, pairs = crossed(one, other)
    if any(blocks(hex) for hex in hexes):
        return False
    return not any(blocks(left) and blocks(right) for left, right in pairs)


# --- ways ------------------------------------------------------------------------------------

State = TypeVar("State", bound=Hashable)


def explore(
    start: State, points: int, steps: Callable[[State, int], Iterable[tuple[State, int]]]
) -> dict[State, int]:
    """Every state that so many points lead to, with the least that it takes.

    `steps` takes a state and what was spent to come there, and gives those that follow with the
    cost of each (0 or more). A state is a hex, or a hex and a facing. Dijkstra's algorithm.
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
    """The hour at which a side lies, from 1 to 12."""
    return (_FIRST[orientation] + 2 * side - 1) % 12 + 1


def hour_of_corner(corner: int, orientation: Orientation) -> int:
    """The hour at which a corner lies, from 1 to 12."""
    return (_FIRST[orientation] + 2 * corner) % 12 + 1


def side_at(hour: int, orientation: Orientation) -> int | None:
    """The side that lies at an hour; None where a corner does."""
    sixth, rest = divmod((hour - _FIRST[orientation]) % 12, 2)
    return None if rest else sixth


def corner_at(hour: int, orientation: Orientation) -> int | None:
    """The corner that lies at an hour; None where a side does."""
    sixth, rest = divmod((hour - _FIRST[orientation]) % 12, 2)
    return sixth if rest else None


# --- on paper --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns and rows of hexes, each numbered from 1, the first hex at the top left.

    Every other column (flat-top) lies half a hex lower, or every other row (pointy-top) half a hex
    to the right: the even ones, or with `odd` the odd ones.
    """

    columns: int
    rows: int
    orientation: Orientation = "flat-top"
    odd: bool = False

    def hex(self, column: int, row: int) -> Hex:
        """The hex in a column and a row, which may lie outside."""
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
        """Row by row, as they are read."""
        for row in range(1, self.rows + 1):
            for column in range(1, self.columns + 1):
                yield self.hex(column, row)

    def __len__(self) -> int:
        return self.columns * self.rows


SQRT3 = sqrt(3)


@dataclass(frozen=True, slots=True)
class Geometry:
    """Where the hexes of a grid lie on paper: `side` is the length of their sides in mm.

    The paper's left and top edge touch the first column and the first row.
    """

    grid: Grid
    side: float

    @property
    def flats(self) -> float:
        """The distance (mm) of opposite sides."""
        return self.side * SQRT3

    @property
    def spacing(self) -> Point:
        """How far (mm) columns and rows are apart."""
        across, along = 1.5 * self.side, self.flats
        return (across, along) if self.grid.orientation == "flat-top" else (along, across)

    def size(self) -> Point:
        """Width and height (mm) of the whole grid, with all of its hexes whole."""
        dx, dy = self.spacing
        if self.grid.orientation == "flat-top":
            lower = 0.5 if self.grid.columns > 1 else 0.0
            return dx * self.grid.columns + self.side / 2, dy * (self.grid.rows + lower)
        right = 0.5 if self.grid.rows > 1 else 0.0
        return dx * (self.grid.columns + right), dy * self.grid.rows + self.side / 2

    def middle(self, hex: Hex) -> Point:
        """The middle of a hex."""
        return self._at(*self.grid.place(hex))

    def _at(self, column: int, row: int) -> Point:
        dx, dy = self.spacing
        if self.grid.orientation == "flat-top":
            lower = self._shifted(column, self.grid.columns)
            return self.side + dx * (column - 1), dy * (row - 0.5 + lower)
        right = self._shifted(row, self.grid.rows)
        return dx * (column - 0.5 + right), self.side + dy * (row - 1)

    def _shifted(self, number: int, of: int) -> float:
        """Half a hex for every other column or row; none where there is but one."""
        return 0.5 * (number % 2 == self.grid.odd) if of > 1 else 0.0

    def at_hour(self, hex: Hex, hour: float, share: float = 1.0) -> Point:
        """A point at an hour of the clock from the middle of a hex, at a share of the way to its
        border there, which for a corner is longer than for a side.
        """
        x, y = self.middle(hex)
        far = self.side * share
        if hour % 1 == 0 and side_at(int(hour), self.grid.orientation) is not None:
            far *= SQRT3 / 2
        angle = radians(30 * hour)
        return x + far * sin(angle), y - far * cos(angle)

    def corners(self, hex: Hex) -> list[Point]:
        """The six corners, clockwise from corner 0."""
        hours = (hour_of_corner(corner, self.grid.orientation) for corner in range(6))
        return [self.at_hour(hex, hour) for hour in hours]

    def hexside(self, hex: Hex, side: int) -> tuple[Point, Point]:
        """The two ends of a side, clockwise."""
        corners = self.corners(hex)
        return corners[(side - 1) % 6], corners[side % 6]

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex in which a point lies."""
        # The middles of three columns and rows are near enough; the nearest one it is.
        dx, dy = self.spacing
        column, row = ceil(x / dx), ceil(y / dy)
        near = [
            self.grid.hex(c, r)
            for c in range(column - 1, column + 2)
            for r in range(row - 1, row + 2)
        ]
        return min(near, key=lambda hex: _apart(self.middle(hex), (x, y)))


def _apart(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
