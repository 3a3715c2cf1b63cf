"""The names of hexes, as printed on maps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.resolve import ComputationError
from printgen.geometry.hex_grid import HexGrid
from printgen.geometry.hexes import Hex, Side, side_at

_LETTERS = re.compile(r"([A-Z]+)([0-9]+)")


@dataclass(frozen=True, slots=True)
class HexNames:
    """Names of the hexes of a grid: `0304` for column 3 and row 4, or `C4` with `letters`.

    Both forms are accepted as input. Columns and rows have three digits each in grids of more than
    99 columns or rows.
    """

    grid: HexGrid
    letters: bool = False

    @property
    def digits(self) -> int:
        """The number of digits of a column or row."""
        return 3 if max(self.grid.columns, self.grid.rows) > 99 else 2

    def of(self, hex: Hex) -> str:
        """The name of a hex."""
        column, row = self.grid.place(hex)
        if self.letters:
            return f"{_letters(column)}{row}"
        return f"{column:0{self.digits}}{row:0{self.digits}}"

    def hex(self, name: str, *path: str | int) -> Hex:
        """The hex with a name. Raises ComputationError when the grid has none."""
        place = self._place(name)
        if place is None:
            raise ComputationError(
                f"'{name}' is not the name of a hex", *path, hint=f"such as {self._example()}"
            )
        hex = self.grid.hex(*place)
        if hex not in self.grid:
            raise ComputationError(f"{name} is outside the map", *path, hint=self._ends(place))
        return hex

    def _ends(self, place: tuple[int, int]) -> str:
        """What tells a place outside of the map where the map is."""
        last = self.of(self.grid.hex(self.grid.columns, self.grid.rows))
        if min(place) > 0:
            return f"the last is {last}"
        which = "columns" if place[0] < 1 else "rows"
        return f"{which} begin at 1: this map has {self.of(self.grid.hex(1, 1))} to {last}"

    def _place(self, name: str) -> tuple[int, int] | None:
        """The column and the row of a name; None for other text."""
        if found := _LETTERS.fullmatch(name):
            return _column_number(found[1]), int(found[2])
        if len(name) != 2 * self.digits:
            return None
        return int(name[: self.digits]), int(name[self.digits :])

    def block(self, names: str, *path: str | int) -> Iterator[Hex]:
        """The hexes of a block `0101-0304`, named by its upper left and its lower right hex, or of
        a single name. Raises ComputationError.
        """
        first, _, last = names.partition("-")
        one = self.grid.place(self.hex(first, *path))
        two = self.grid.place(self.hex(last or first, *path))
        if two[0] < one[0] or two[1] < one[1]:
            hint = "a block goes from its upper left hex to its lower right one"
            raise ComputationError(f"{last} is above or left of {first}", *path, hint=hint)
        for row in range(one[1], two[1] + 1):
            for column in range(one[0], two[0] + 1):
                yield self.grid.hex(column, row)

    def sides(self, named: str, *path: str | int) -> Iterator[Side]:
        """The sides of `0304/2-6`, clockwise. Raises ComputationError for the hour of a corner."""
        name, _, hours = named.partition("/")
        hex, ends = self.hex(name, *path), []
        for hour in map(int, hours.split("-")):
            side = side_at(hour, self.grid.orientation)
            if side is None:
                kind = "even" if self.grid.orientation == "flat-top" else "odd"
                hint = f"sides of this map: {kind} hours"
                raise ComputationError(f"{hour} o'clock is a corner, not a side", *path, hint=hint)
            ends.append(side)
        for step in range((ends[-1] - ends[0]) % 6 + 1):
            yield hex, (ends[0] + step) % 6

    def _example(self) -> str:
        return self.of(self.grid.hex(min(2, self.grid.columns), min(3, self.grid.rows)))


def _letters(number: int) -> str:
    """A, B … Z, AA, AB … for 1, 2 …"""
    rounds, rest = divmod(number - 1, 26)
    return (_letters(rounds) if rounds else "") + chr(ord("A") + rest)


def _column_number(letters: str) -> int:
    found = 0
    for letter in letters:
        found = 26 * found + ord(letter) - ord("A") + 1
    return found
