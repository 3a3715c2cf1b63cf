"""CSV and TSV files to rows. The encoding and the delimiter are found."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterator
from io import StringIO

from printgen.content.limits import MAX_CELL, MAX_SHEET_ROWS
from printgen.content.spreadsheets.sheet import (
    CellNames,
    Row,
    Sheet,
    SheetError,
    checked_sheet,
    is_blank,
    too_big,
    with_line_feeds,
)
from printgen.quoting import from_csv

# Rows of a file with the empty ones, which some programs write below the last value.
MAX_RECORDS = 100_000

_DELIMITERS = (",", ";", "\t")

# First bytes of workbooks: ZIP files, and the older files of Excel.
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")

_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def read_table(content: bytes, suffix: str) -> Sheet:
    """The rows of a CSV or TSV file. Raises SheetError."""
    text = _decode(content)
    rows, lines = list[Row](), list[int]()
    delimiter = "\t" if suffix == ".tsv" else delimiter_of(text)
    for line, cells in _records(text, delimiter):
        if len(lines) <= MAX_SHEET_ROWS:
            lines.append(line)
        elif not is_blank(cells):
            raise _too_many_rows()
        rows.append(Row(line, cells))
    _check_delimiters(rows, delimiter)
    # The numbers of the rows are those of the lines unless a cell has several lines.
    several = any(number != line for number, line in enumerate(lines))
    return checked_sheet(CellNames(lines=tuple(lines) if several else ()), rows)


def _decode(content: bytes) -> str:
    if content.startswith(_WORKBOOKS):
        hint = "save it as CSV, or give it the suffix of its format"
        raise SheetError("sheet-unreadable", "this is a workbook, not a CSV file", hint)
    marked = [name for mark, name in _MARKS.items() if content.startswith(mark)]
    # French and English Excel write Windows-1252, other programs UTF-8.
    for encoding in marked or ("utf-8", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    hint = "save it as CSV UTF-8"
    raise SheetError("sheet-unreadable", "the file is not text in a known encoding", hint)


def delimiter_of(text: str) -> str:
    """The delimiter that splits the header into most cells; a comma if none does."""

    def cells_of_header(delimiter: str) -> int:
        try:
            return next(
                (len(cells) for _, cells in _records(text, delimiter) if not is_blank(cells)), 0
            )
        except (SheetError, StopIteration):
            return 0

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
