"""Hexes in columns and rows, and where they lie on paper: x goes right and y down, in mm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, cos, radians, sin, sqrt

from printgen.geometry.hexes import Hex, Orientation, hour_of_corner, side_at

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class HexGrid:
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

    grid: HexGrid
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
        """Half a hex for every other column or row. Where there is but one, it touches the edge."""
        first = 0.5 * self.grid.odd if of == 1 else 0.0
        return 0.5 * (number % 2 == self.grid.odd) - first

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
