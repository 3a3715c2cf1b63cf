"""XLSX and ODS files to rows. Formulas count by the values that were saved with them."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import TypeAlias

from printgen.content.spreadsheets.archive import stored, xml_parts
from printgen.content.spreadsheets.cells import CellNames
from printgen.content.spreadsheets.extent import check_extent
from printgen.content.spreadsheets.sheet import (
    Row,
    Sheet,
    SheetError,
    UnknownSheet,
    checked_sheet,
    with_line_feeds,
)
from printgen.problems import did_you_mean

Value: TypeAlias = "str | bool | int | float | date | datetime | time | timedelta"

# What the reader would lose, and how it finds it.
_AS_TEXT = (
    (re.compile(rb'(<c\b[^<>]*) t="e"'), rb'\1 t="str"'),
    (re.compile(rb"<text:line-break/>"), rb"\n"),
)

# Cells of ODS. Those of formulas with errors have an empty text.
_CELLS, _EMPTY = re.compile(rb"<table:table-cell\b[^<>]*"), b' office:string-value=""'

# How many texts a workbook says that it has: its reader would reserve memory for them.
_TEXTS = re.compile(rb"<(?:\w+:)?sst\b[^<>]*>")
_COUNTS = re.compile(rb"""\s(?:c|uniqueC)ount\s*=\s*(?:"[^"]*"|'[^']*')""")


def read_workbook(content: bytes, suffix: str, sheet: str | None) -> Sheet:
    """The rows of a sheet, by default the first one. Raises SheetError."""
    parts = {name: _readable(part) for name, part in xml_parts(content).items()}
    check_extent(parts, suffix)
    name, values = _read(parts, suffix, sheet)
    rows = [Row(line, [_text(value) for value in row]) for line, row in enumerate(values)]
    return checked_sheet(CellNames(name), rows)


def _readable(part: bytes) -> bytes:
    """A part without what its reader loses, such as errors of formulas, or trusts."""
    for pattern, text in _AS_TEXT:
        part = pattern.sub(text, part)
    part = _CELLS.sub(_with_error, part)
    return _TEXTS.sub(lambda tag: _COUNTS.sub(b"", tag[0]), part, count=1)


def _with_error(cell: re.Match[bytes]) -> bytes:
    """A cell of ODS: that of a formula with an error has no empty text."""
    return cell[0].replace(_EMPTY, b"") if b'"error"' in cell[0] else cell[0]


def _read(parts: dict[str, bytes], suffix: str, sheet: str | None) -> tuple[str, list[list[Value]]]:
    # Imported here: most commands read no workbook.
    from python_calamine import CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(stored(parts, suffix))
        names = book.sheet_names
        if sheet is None or sheet in names:
            name = sheet or names[0]
            return name, book.get_sheet_by_name(name).to_python(skip_empty_area=False)
    # A panic of the reader is no Exception.
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt | MemoryError):
            raise
        hint = "open it and save it again"
        raise SheetError("sheet-unreadable", "the workbook is damaged", hint) from None
    raise UnknownSheet("sheet-unreadable", f"no sheet '{sheet}'", did_you_mean(sheet, names))


def _text(value: Value) -> str:
    """A value as it would be typed: whole numbers without decimals, dates in ISO form."""
    if isinstance(value, str):
        return with_line_feeds(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        # Spreadsheets show 15 digits.
        return f"{value:.15g}"
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value)
