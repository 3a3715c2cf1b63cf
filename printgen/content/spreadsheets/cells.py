"""Names of cells, such as `Cards!B3`."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

_PLAIN_SHEET = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class CellNames:
    """Names the cells of one sheet.

    `sheet` is empty for a file without named sheets. `lines` are the lines (from 0) where the rows
    of a text file start, if these are not the numbers of the rows.
    """

    sheet: str = ""
    lines: tuple[int, ...] = ()

    def name(self, line: int, column: int) -> str:
        """The name of the cell at a line and a column, both from 0."""
        cell = f"{column_letters(column)}{self.row(line)}"
        return f"{_quoted(self.sheet)}!{cell}" if self.sheet else cell

    def row(self, line: int) -> int:
        """The number (from 1) of the row at a line (from 0)."""
        return bisect_right(self.lines, line) if self.lines else line + 1


def column_letters(column: int) -> str:
    """The letters of a column (from 0): A to Z, then AA."""
    letters, number = "", column + 1
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def _quoted(sheet: str) -> str:
    """The name of a sheet as formulas write it: in quotes if it has spaces or signs."""
    if _PLAIN_SHEET.fullmatch(sheet):
        return sheet
    return "'" + sheet.replace("'", "''") + "'"
