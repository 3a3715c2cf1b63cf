"""Cells of all number formats, compared with what LibreOffice shows."""

from __future__ import annotations

import csv
from datetime import date, datetime, time, timedelta
from io import StringIO
from pathlib import Path

import pytest
from openpyxl import Workbook
from spreadsheet_files import saved
from tools import saved_by_libreoffice

from printgen.extras.workbooks.reading import read_excel, read_libreoffice

pytestmark = pytest.mark.slow

# The filter of CSV files whose cells are as they are shown.
AS_SHOWN = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true"

DAY, MOMENT = date(2026, 3, 1), datetime(2026, 11, 28, 16, 5, 9)
SPANS = (timedelta(hours=26, minutes=3, seconds=4), timedelta(minutes=90), timedelta(seconds=7))

FORMATS: dict[str, tuple[object, ...]] = {
    "General": (0, 7, -3, 2.5, 0.1 + 0.2, 1234567, "text", True, False),
    "0.000": (0.12345, -7, 1e6),
    "#": (0, 5, -5),
    "0/4": (0.5, 2.25),
    "$#,##0;($#,##0)": (3, -1234),
    '0" of 10"': (3,),
    "yyyy/m/d": (DAY, MOMENT),
    "d mmm": (DAY,),
    "h": (time(9, 5), MOMENT),
    '0"d6"': (2, 3),
    "0": (0, 7, 2.5, -2.5, 0.4, -0.4, 1234567),
    "0.00": (0, 7, 2.505, -2.5, 1e-9),
    "0.##": (5, 5.25, 0.005),
    "#,##0": (0, 999, 1000, -1234567.8),
    "#,##0.00": (0, 1234.5, -1234.567),
    "#,##0.0,": (1234567, 999),
    '0.0,,"M"': (5_000_000, 123_456_789),
    "000": (0, 7, 12, 1234, -7),
    "00-00": (1234, 7),
    "(000) 000-0000": (5551234567,),
    "0%": (0, 0.25, 1, -0.5, 0.255),
    "0.0%": (0.255, 12),
    "0 %": (0.25,),
    '0.00 "€"': (3, 1234.5),
    '#,##0.00 "€";[Red]-#,##0.00 "€"': (3, -1234.5),
    '"$"#,##0.00': (3, 1234.5, -2),
    "[$£-809]#,##0.00": (3, 1234.5),
    "[$$-409]#,##0.00": (3, 1234.5),
    "£0": (5,),
    "# ?/?": (0, 0.5, 1, 1.25, 2.333, -0.75),
    "# ??/??": (0.5, 1.37, 3),
    "# ?/8": (0.5, 1.375),
    "?/?": (1.5, 0.25),
    "0.00E+00": (0, 12345, -0.00012, 1e100),
    "0E+0": (12345, 9.9e9),
    "##0.0E+0": (12345, 0.00012),
    '0"+"': (3, 12),
    '"+"0': (3,),
    "+0;-0;0": (3, -3, 0),
    "+0;-0": (3, -3, 0),
    '"Level "0': (1, 20),
    "0\\x": (2,),
    '0"″"': (6,),
    '0" cm"': (6,),
    "0;(0)": (5, -5, 0),
    "#,##0_);(#,##0)": (5, -1234),
    '0;-0;"none"': (0, 1, -1),
    '0;-0;"none";"text: "@': (0, "word"),
    ";;;": (5, "hidden"),
    '[<1]"few";[<10]"some";"many"': (0, 5, 20),
    '[>=100]0" big";0': (120, 12),
    '[=1]0" card";0" cards"': (1, 2),
    "[Red]0": (3,),
    "[Blue]0.0;[Red]-0.0": (3, -3),
    "@": ("007", "3/1", "a word", 7),
    '"Card "@': ("A",),
    "0_ ": (4,),
    ".00": (0.5, 12.345),
    "#.#": (0.25, 3),
    "?0.0?": (3.5, 12.25),
    "yyyy-mm-dd": (DAY, MOMENT),
    "d/m": (DAY,),
    "d/m/yyyy": (DAY,),
    "dd/mm/yy": (DAY,),
    "mm/dd/yyyy": (DAY,),
    "d.m.yyyy": (DAY,),
    "d-mmm-yy": (DAY, MOMENT),
    "mmm yyyy": (DAY, MOMENT),
    "mmmm d, yyyy": (DAY, MOMENT),
    "dddd": (DAY, MOMENT),
    "ddd d mmm": (DAY, MOMENT),
    "dddd, mmmm dd, yyyy": (DAY,),
    "[$-40C]d mmmm yyyy": (DAY, MOMENT),
    "[$-407]dddd, d. mmmm yyyy": (DAY, MOMENT),
    "[$-409]d-mmm-yy": (DAY,),
    "mmmmm": (DAY,),
    "yy": (DAY,),
    "h:mm": (time(9, 5), time(16, 59, 59), MOMENT),
    "hh:mm:ss": (time(9, 5, 7),),
    "h:mm AM/PM": (time(0, 5), time(12, 5), time(16, 5)),
    "hh AM/PM": (time(16, 5),),
    "mm:ss": (time(0, 9, 5),),
    "mm:ss.0": (time(0, 9, 5, 250_000),),
    "yyyy-mm-dd hh:mm": (MOMENT,),
    'd/m/yy "at" h:mm': (MOMENT,),
    "[h]:mm": SPANS,
    "[h]:mm:ss": SPANS,
    "[mm]:ss": SPANS,
    "[ss]": SPANS,
    "[mm]": SPANS,
}


def judged_book() -> bytes:
    """A workbook with a cell for each value, in the second column."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.append(["Format", "Value"])
    for code, values in FORMATS.items():
        for value in values:
            sheet.append([f"code {code}", value])
            sheet.cell(sheet.max_row, 2).number_format = code
    return saved(book)


def shown(content: bytes, suffix: str) -> tuple[list[str], set[int]]:
    """The second column of a workbook, and the lines of which something is told."""
    read = read_libreoffice if suffix == ".ods" else read_excel
    sheet = read(content, None, "en")
    return [row.cell(1) for row in sheet.rows], {note.line for note in sheet.notes}


def test_two_hundred_cells_are_as_libreoffice_shows_them(tmp_path: Path) -> None:
    path = tmp_path / "cells.xlsx"
    path.write_bytes(judged_book())
    written = saved_by_libreoffice(path, AS_SHOWN).decode("utf-8")
    wanted = [" ".join(row[1].split()) for row in csv.reader(StringIO(written))]
    codes = [code for code, values in FORMATS.items() for _ in values]
    assert len(wanted) == len(codes) + 1 > 200
    books = {
        "written by openpyxl": (path.read_bytes(), ".xlsx"),
        "XLSX of LibreOffice": (saved_by_libreoffice(path, "xlsx"), ".xlsx"),
        "ODS of LibreOffice": (saved_by_libreoffice(path, "ods"), ".ods"),
    }
    for name, (content, suffix) in books.items():
        found, told = shown(content, suffix)
        differing = [
            (codes[line - 1], value, right)
            for line, (value, right) in enumerate(zip(found, wanted, strict=True))
            if value != right and line not in told
        ]
        assert differing == [], name
        assert len(told) < 12, name
