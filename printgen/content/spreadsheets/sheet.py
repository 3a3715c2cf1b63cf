"""Sheets as rows of cells with their places, and the formats of spreadsheets."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace

from printgen.content.characters import FORBIDDEN_IN_YAML, code_point
from printgen.content.limits import MAX_CELL, MAX_NODES, MAX_SHEET_COLUMNS, MAX_SHEET_ROWS
from printgen.extra import named_parts
from printgen.problems import Position, Problem, Severity

TABLES = (".csv", ".tsv")

# Formats that are not read: old ones, and those that hold macros.
REFUSED = (".xls", ".xlsm", ".xlsb", ".xltx", ".xltm", ".fods", ".ots", ".numbers")


def format_of(name: str) -> str:
    """The suffix of a file name, in lower case: `.xlsx`. Runs for every file: without paths."""
    return os.path.splitext(name)[1].lower()  # noqa: PTH122


def sheet_formats() -> tuple[str, ...]:
    """The suffixes of the files that are read as sheets, also those of extras."""
    return *TABLES, *named_parts("readers")


def is_spreadsheet(name: str) -> bool:
    """Whether a file of this name is read as a sheet, also by an extra."""
    suffix = format_of(name)
    return suffix in TABLES or suffix in named_parts("readers")


def is_packed(name: str) -> bool:
    """Whether a file of this name is an archive, such as a workbook."""
    return format_of(name) in named_parts("packed")


def is_refused(name: str) -> bool:
    """Whether a file of this name is a spreadsheet in a format that is not read."""
    return format_of(name) in REFUSED


# --- names of cells, such as `Cards!B3` -----------------------------------------------------------


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

    def place(self, line: int, column: int) -> tuple[int, int, str]:
        """The line and the column (from 0) in the file, and the name of the cell."""
        return line, column, self.name(line, column)

    def row(self, line: int) -> int:
        """The number (from 1) of the row at a line (from 0)."""
        return bisect_right(self.lines, line) if self.lines else line + 1


def column_letters(column: int) -> str:
    """The letters of a column (from 0): A to Z, then AA."""
    rounds, rest = divmod(column, 26)
    return (column_letters(rounds - 1) if rounds else "") + chr(ord("A") + rest)


def column_number(letters: str) -> int:
    """The number (from 0) of the column with these letters."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number - 1


def _quoted(sheet: str) -> str:
    """The name of a sheet as formulas write it: in quotes if it has spaces or signs."""
    if _PLAIN_SHEET.fullmatch(sheet):
        return sheet
    return "'" + sheet.replace("'", "''") + "'"


# --- the rows of one sheet, and what is wrong with a file of rows ---------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """A row with at least one value: its line (from 0), and its cells as text, as written."""

    line: int
    cells: list[str]
    # The numbers that texts such as `25%` show, and texts without marks, by column.
    numbers: dict[int, str] = field(default_factory=dict)
    plain: dict[int, str] = field(default_factory=dict)

    def cell(self, column: int | None) -> str:
        """The text of a column (from 0) without spaces around it; empty without a column."""
        return self.written(column).strip()

    def written(self, column: int | None) -> str:
        """The text of a column with the spaces around it."""
        return self.cells[column] if column is not None and column < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class Note:
    """What is wrong with a cell, at its line and column (from 0)."""

    line: int
    column: int
    message: str
    hint: str
    severity: Severity = "warning"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of one sheet that are not empty, and the names of its cells.

    `hidden_rows` are lines, `hidden_columns` columns, both from 0; `filtered` says whether a filter
    hides the rows. `hidden_before` is a hidden sheet that stands before this one.
    """

    names: CellNames
    rows: list[Row]
    notes: list[Note] = field(default_factory=list)
    hidden_rows: tuple[int, ...] = ()
    hidden_columns: tuple[int, ...] = ()
    filtered: bool = False
    hidden_before: str = ""


class SheetError(Exception):
    """A fatal fault of a spreadsheet, at a line and column from 0. `cell` is empty for the file."""

    def __init__(
        self,
        code: str,
        message: str,
        hint: str = "",
        line: int = 0,
        column: int = 0,
        cell: str = "",
    ):
        # Exceptions are made again of these, in another process.
        super().__init__(code, message, hint, line, column, cell)
        self.code, self.message, self.hint = code, message, hint
        self.line, self.column, self.cell = line, column, cell

    def __str__(self) -> str:
        return self.message

    def problem(self, file: str) -> Problem:
        """The fault as a problem of a file."""
        place = Position(file, self.line + 1, self.column + 1, self.cell)
        return Problem(place, self.code, self.message, self.hint)


class UnknownSheet(SheetError):
    """A file that lacks the sheet that is asked for."""


def with_line_feeds(text: str) -> str:
    """The text of a cell with line feeds for all line breaks."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_blank(cells: list[str]) -> bool:
    """Whether a row has no value."""
    return not any(map(str.strip, cells))


def checked_sheet(sheet: Sheet) -> Sheet:
    """A sheet with its rows that have values. Raises SheetError at the first cell beyond the
    limits.
    """
    names, rows = sheet.names, sheet.rows
    rows, values = [row for row in rows if not is_blank(row.cells)], 0
    for number, row in enumerate(rows):
        if number >= MAX_SHEET_ROWS:
            raise too_big(f"the sheet has more than {MAX_SHEET_ROWS:,} rows")
        if len(row.cells) > MAX_SHEET_COLUMNS and not is_blank(row.cells[MAX_SHEET_COLUMNS:]):
            raise too_big(f"the sheet has more than {MAX_SHEET_COLUMNS} columns")
        values += sum(map(bool, row.cells))
        if values > MAX_NODES:
            raise too_big(f"the sheet has more than {MAX_NODES:,} values")
        # One search a row is faster than one a cell.
        if FORBIDDEN_IN_YAML.search("".join(row.cells)) or len(max(row.cells, key=len)) > MAX_CELL:
            for column, text in enumerate(row.cells):
                place = names.place(row.line, column)
                if len(text) > MAX_CELL:
                    message = f"the cell has {len(text):,} characters"
                    raise SheetError("sheet-too-big", message, f"at most {MAX_CELL:,}", *place)
                if forbidden := FORBIDDEN_IN_YAML.search(text):
                    message = f"the character {code_point(forbidden[0])} is not allowed"
                    raise SheetError("sheet-unreadable", message, "delete it", *place)
    return replace(sheet, rows=rows)


def too_big(message: str) -> SheetError:
    """The fault of a file that is too big as a whole."""
    return SheetError("sheet-too-big", message, "split it into several files")
