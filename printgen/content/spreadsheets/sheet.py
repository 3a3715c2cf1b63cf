"""Sheets as rows of cells with their places, CSV files, and the formats of spreadsheets."""

from __future__ import annotations

import csv
import os
import re
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from io import StringIO
from itertools import dropwhile, islice
from operator import eq

from printgen.content.characters import FORBIDDEN_IN_YAML, code_point
from printgen.content.file_kinds import other_kind
from printgen.content.limits import MAX_CELL, MAX_NODES, MAX_SHEET_COLUMNS, MAX_SHEET_ROWS
from printgen.content.spreadsheets.encoding import MARKS, decode
from printgen.problems import Position, Problem, Severity
from printgen.quoting import from_csv

TABLES = (".csv", ".tsv")
WORKBOOKS = (".xlsx", ".ods")
SPREADSHEETS = (*TABLES, *WORKBOOKS)

# JSON files are read as spreadsheets, each object a row.
RECORDS = ".json"
SOURCES = (*SPREADSHEETS, RECORDS)

# Formats that are not read: old ones, and those that hold macros.
REFUSED = (".xls", ".xlsm", ".xlsb", ".xltx", ".xltm", ".fods", ".ots", ".numbers")


def format_of(name: str) -> str:
    """The suffix of a file name, in lower case: `.xlsx`. Runs for every file: without paths."""
    return os.path.splitext(name)[1].lower()  # noqa: PTH122


def is_spreadsheet(name: str) -> bool:
    """Whether a file of this name is read as a spreadsheet, or as one of JSON."""
    return format_of(name) in SOURCES


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
    """A warning about a cell, at its line and column (from 0)."""

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
                if found := FORBIDDEN_IN_YAML.search(text):
                    message = f"the character {code_point(found[0])} is not allowed"
                    raise SheetError("sheet-unreadable", message, "delete it", *place)
    return replace(sheet, rows=rows)


def too_big(message: str) -> SheetError:
    """The fault of a file that is too big as a whole."""
    return SheetError("sheet-too-big", message, "split it into several files")


# --- CSV files ------------------------------------------------------------------------------------
#
# The encoding and the delimiter are found.


# Rows of a file with the empty ones, which some programs write below the last value.
MAX_RECORDS = 100_000

_DELIMITERS = (",", ";", "\t")

# How many rows may stand above the header.
MOST_TITLES = 5

# The line by which a file tells Excel its delimiter.
_TOLD_DELIMITER = re.compile(r"\ufeff?\"?sep=([,;|\t])\"?[;,\t|]*(?:[\r\n]|$)", re.IGNORECASE)


def read_table(content: bytes, suffix: str, language: str = "en") -> Sheet:
    """The rows of a CSV or TSV file of a game in a language. Raises SheetError."""
    text = _decode(content, language)
    rows, lines = list[Row](), list[int]()
    delimiter = "\t" if suffix == ".tsv" else delimiter_of(text)
    told = _TOLD_DELIMITER.match(text)
    for line, cells in _records(text, delimiter):
        if len(lines) <= MAX_SHEET_ROWS:
            lines.append(line)
        elif not is_blank(cells):
            raise _too_many_rows()
        if line or not told:
            rows.append(Row(line, cells))
    _check_delimiters(rows, delimiter)
    # The numbers of the rows are those of the lines unless a cell has several lines.
    several = any(number != line for number, line in enumerate(lines))
    return checked_sheet(Sheet(CellNames(lines=tuple(lines) if several else ()), rows))


def _decode(content: bytes, language: str) -> str:
    if not content.startswith((*MARKS,)) and (other := other_kind(content)):
        raise SheetError("sheet-unreadable", f"{other[0]}, not a CSV file", other[1])
    if (text := decode(content, language)) is None:
        hint = "save it as CSV UTF-8"
        raise SheetError("sheet-unreadable", "the file is not text in a known encoding", hint)
    return text


def delimiter_of(text: str) -> str:
    """The delimiter that the first line tells, as `sep=;`, or else the one that splits the header
    into most cells, which may stand below titles; a comma if none does.
    """
    if told := _TOLD_DELIMITER.match(text):
        return told[1]

    def cells_of_header(delimiter: str) -> int:
        counts = list[int]()
        with suppress(SheetError):
            filled = (cells for _, cells in _records(text, delimiter) if not is_blank(cells))
            counts += map(len, islice(filled, MOST_TITLES + 2))
        first, *below = counts or [0]
        table = [*dropwhile(partial(eq, 1), below)]
        # Texts in a single column may have the sign, too.
        is_title = first == 1 and len(table) > 1 and len(set(table)) == 1 and table[0] > 2
        return table[0] if is_title else first

    return max(_DELIMITERS, key=cells_of_header)


def _check_delimiters(rows: list[Row], delimiter: str) -> None:
    """Raise SheetError if all rows below the header have another delimiter than the header."""
    header, *others = [row for row in rows if not is_blank(row.cells)] or [Row(0, [])]
    if len(header.cells) < 2 or any(len(row.cells) > 1 for row in others):
        return
    for other in _DELIMITERS:
        cells = [row.cells[0].count(other) + 1 for row in others]
        if cells and other != delimiter and set(cells) == {len(header.cells)}:
            names = {",": "a comma", ";": "a semicolon", "\t": "a tab"}
            message = (
                f"the rows have {names[other]} between cells, the header has {names[delimiter]}"
            )
            hint = "use one of them in the whole file"
            raise SheetError("sheet-unreadable", message, hint, others[0].line)


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The records of a table, each with its first line (from 0). Raises SheetError."""
    # `newline=""` keeps the line breaks in quoted cells.
    stream = StringIO(text, newline="")
    reader = csv.reader(stream, delimiter=delimiter, strict=True, skipinitialspace=True)
    line = 0
    try:
        for number, cells in enumerate(reader):
            if number > MAX_RECORDS:
                raise _too_many_rows()
            yield line, [with_line_feeds(from_csv(cell)) for cell in cells]
            line = reader.line_num
    except csv.Error as error:
        if "field limit" in str(error):
            message, hint = f"a cell has more than {MAX_CELL:,} characters", "close its quotes"
            raise SheetError("sheet-too-big", message, hint, line) from None
        message, hint = "a quote is not closed, or has text after it", 'write "" for a quote'
        raise SheetError("sheet-unreadable", message, f"{hint} in a quoted cell", line) from None


def _too_many_rows() -> SheetError:
    return too_big(f"the file has more than {MAX_SHEET_ROWS:,} rows")
