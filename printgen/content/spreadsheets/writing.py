"""Rows to CSV and XLSX files."""

from __future__ import annotations

import csv
import re
from io import BytesIO, StringIO

from printgen.content.spreadsheets.cells import column_letters
from printgen.content.spreadsheets.flatten import Table
from printgen.quoting import for_csv

# The formats that are written, by suffix.
WRITTEN = (".csv", ".tsv", ".xlsx")

# The number format of cells that keep what is typed: `4+` stays text.
_TEXT = "@"


def table_bytes(table: Table, suffix: str, title: str) -> bytes:
    """A file with these rows, in the format of a suffix in WRITTEN. `title` names the sheet."""
    return _workbook(table, title) if suffix == ".xlsx" else _text(table, suffix)


def _text(table: Table, suffix: str) -> bytes:
    stream = StringIO(newline="")
    writer = csv.writer(stream, delimiter="\t" if suffix == ".tsv" else ",")
    writer.writerows(map(for_csv, row) for row in table)
    # Excel takes the text for UTF-8 only if it begins with a byte order mark.
    return stream.getvalue().encode("utf-8-sig")


def _workbook(table: Table, title: str) -> bytes:
    # Imported here: it is slow to import.
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    sheet = book.worksheets[0]
    # The rules of Excel for names of sheets.
    sheet.title = re.sub(r"[\[\]:*?/\\\x00-\x1f]", "-", title)[:31].strip("'") or "Sheet"
    sheet.freeze_panes = "B2"
    for number, row in enumerate(table, start=1):
        for column, text in enumerate(row, start=1):
            if text:
                cell = sheet.cell(number, column)
                cell.value, cell.number_format = text, _TEXT
                # Text that begins with `=` is no formula.
                cell.data_type = "s"
                cell.font = Font(bold=number == 1)
    for column in range(len(table[0])):
        # New rows keep what is typed, too.
        sheet.column_dimensions[column_letters(column)].number_format = _TEXT
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()
