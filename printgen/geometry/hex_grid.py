"""Grids of hexes and their layout on paper. Coordinates are in mm, x to the right, y down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, cos, radians, sin, sqrt

from printgen.geometry.hexes import Hex, Orientation, hour_of_corner, side_at

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
        return min(near, key=lambda hex: _squared_distance(self.middle(hex), (x, y)))


def _squared_distance(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
