"""XLSX and ODS files: values, sheets, and files that would take too much memory or time."""

from __future__ import annotations

import datetime
import re
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook
from spreadsheet_files import (
    changed_part,
    entries_of,
    ods_bytes,
    only_problem,
    read_profiles,
    saved,
    xlsx_bytes,
    zip_bytes,
)
from tools import saved_by_libreoffice

from printgen.content.models.profile import Profile
from printgen.content.spreadsheets.reading import read_spreadsheet

SHEET = "xl/worksheets/sheet1.xml"
TEXT = 'office:value-type="string"><text:p>'
HEAD = (
    f"<table:table-row><table:table-cell {TEXT}name</text:p></table:table-cell></table:table-row>"
)
CREW = xlsx_bytes({"Crew": [["id", "name"], ["a", "A"]]})

VALUES = {
    "whole": (3.0, 3),
    "decimal": (1.5, 1.5),
    "sum": (0.1 + 0.2, 0.3),
    "true": (True, True),
    "text": ("0104", "0104"),
    "number as text": ("3", 3),
    "date": (datetime.date(2026, 1, 3), "2026-01-03"),
    "moment": (datetime.datetime(2026, 1, 3, 10, 0), "2026-01-03 10:00:00"),
    "time": (datetime.time(10, 30), "10:30:00"),
    "lines": (" a\r\nb ", "a\nb"),
}


def values_file() -> bytes:
    header = ["name", *(f"stats.gun.{key}" for key in VALUES)]
    return xlsx_bytes({"Crew": [header, [104, *(value for value, _ in VALUES.values())]]})


def test_values_of_xlsx() -> None:
    entry = entries_of(values_file(), "crew.xlsx")["104"]
    assert entry["name"] == "104"
    found = entry["stats"]["gun"]
    assert found == {key.replace(" ", "_"): value for key, (_, value) in VALUES.items()}
    assert type(found["whole"]) is int


@pytest.mark.slow
def test_libreoffice_keeps_the_values(tmp_path: Path) -> None:
    path = tmp_path / "crew.xlsx"
    path.write_bytes(values_file())
    entry = entries_of(saved_by_libreoffice(path, "ods"), "crew.ods")["104"]
    # The other program writes a truth value as the number that it shows as TRUE.
    wanted = {key.replace(" ", "_"): value for key, (_, value) in VALUES.items()} | {"true": "TRUE"}
    assert entry["stats"]["gun"] == wanted


def test_the_first_sheet_counts_and_cells_have_its_name() -> None:
    content = xlsx_bytes({"The Crew": [[], ["", "Name"], ["", "A"]], "Notes": [["x"]]})
    source = read_profiles(content, "crew.xlsx")
    place = source.at(("entries", "a", "name"))
    assert (str(place), place.line, place.column) == ("crew.xlsx:'The Crew'!B3", 3, 2)


def test_the_name_of_the_suffix_may_have_capitals() -> None:
    assert entries_of(CREW, "CREW.XLSX") == {"a": {"name": "A"}}


def test_formulas_count_by_their_saved_values_and_fetch_nothing() -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.append(["name", "story"])
    sheet.append(["A", '=WEBSERVICE("http://127.0.0.1:9/x")'])
    content = changed_part(
        saved(book), SHEET, lambda xml: re.sub(rb"<v */>|<v></v>", b"<v>42</v>", xml)
    )
    assert entries_of(content, "crew.xlsx") == {"a": {"name": "A", "story": "42"}}


@pytest.mark.parametrize("suffix", ["csv", "xlsx", "ods"])
def test_errors_of_formulas_are_at_their_cells(suffix: str) -> None:
    if suffix == "ods":
        error = (
            '<table:table-cell office:value-type="string" office:string-value="" '
            'calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>'
        )
        name = f"<table:table-cell {TEXT}%s</text:p></table:table-cell>"
        rows = [name % "name" + name % "story", name % "A" + error]
        lines = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
        content = ods_bytes(f'<table:table table:name="S">{lines}</table:table>')
    elif suffix == "xlsx":
        book = Workbook()
        book.worksheets[0].title = "S"
        book.worksheets[0].append(["name", "story"])
        book.worksheets[0].append(["A", "#N/A"])
        book.worksheets[0]["B2"].data_type = "e"
        content = saved(book)
    else:
        content = b"name,story\nA,#N/A\n"
    cell = "B2" if suffix == "csv" else "S!B2"
    problem = f"crew.{suffix}:{cell}: sheet-unreadable: the formula has an error: #N/A"
    assert only_problem(content, f"crew.{suffix}") == problem


def test_line_breaks_of_ods() -> None:
    cell = f"<table:table-cell {TEXT}a<text:line-break/>b</text:p></table:table-cell>"
    row = f"<table:table-row>{cell}</table:table-row>"
    content = ods_bytes(f'<table:table table:name="S">{HEAD}{row}</table:table>')
    assert entries_of(content, "crew.ods") == {"a-b": {"name": "a\nb"}}


def test_a_sheet_of_ods_with_repeated_rows_and_cells() -> None:
    rows = (
        '<table:table-row table:number-rows-repeated="2"><table:table-cell '
        f'table:number-columns-repeated="1" {TEXT}A</text:p></table:table-cell>'
        '<table:table-cell table:number-columns-repeated="16383"/></table:table-row>'
        '<table:table-row table:number-rows-repeated="1048573">'
        '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    )
    content = ods_bytes(f'<table:table table:name="Crew">{HEAD}{rows}</table:table>')
    assert entries_of(content, "crew.ods") == {"a": {"name": "A"}, "a-2": {"name": "A"}}


def bomb(size: int) -> bytes:
    return changed_part(CREW, SHEET, lambda xml: xml + b" " * size)


def sparse(reference: str) -> bytes:
    """A workbook whose last value is in another cell."""
    cell = f'r="{reference}"'.encode()
    return changed_part(CREW, SHEET, lambda xml: xml.replace(b'r="B2"', cell))


def shared_text() -> bytes:
    """A long text that many cells share."""
    cells = "".join(f'<row><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, 5_001))
    sheet = f"<worksheet><sheetData>{cells}</sheetData></worksheet>".encode()
    texts = "<sst><si><t>" + "x" * 32_000 + "</t></si></sst>"
    content = changed_part(CREW, SHEET, lambda _: sheet)
    return changed_part(content, "xl/sharedStrings.xml", lambda _: texts.encode())


def repeated(rows: int, cells: int) -> bytes:
    row = (
        f'<table:table-row table:number-rows-repeated="{rows}"><table:table-cell '
        f'table:number-columns-repeated="{cells}" {TEXT}{"x" * 1000}</text:p></table:table-cell>'
        "</table:table-row>"
    )
    return ods_bytes(f'<table:table table:name="Crew">{HEAD}{row}</table:table>')


def spaces() -> bytes:
    """A cell with a number of spaces, as one element."""
    cell = f'<table:table-cell {TEXT}<text:s text:c="999999999"/></text:p></table:table-cell>'
    row = f"<table:table-row>{cell}</table:table-row>"
    return ods_bytes(f'<table:table table:name="Crew">{HEAD}{row}</table:table>')


def many_parts() -> bytes:
    return zip_bytes({f"{number}.xml": "" for number in range(2_001)})


TOO_BIG: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "bomb": ("crew.xlsx", lambda: bomb(50_000_000), "the workbook holds more than 40 MB"),
    "last row": ("crew.xlsx", lambda: sparse("B1048576"), "the sheet has more than 20,000 rows"),
    "last column": ("crew.xlsx", lambda: sparse("XFD2"), "the sheet has more than 200 columns"),
    "corner": ("crew.xlsx", lambda: sparse("GR20000"), "the sheet has more than 1,000,000 cells"),
    "shared": ("crew.xlsx", shared_text, "the sheet has more than 20,000,000 characters"),
    "parts": ("crew.xlsx", many_parts, "the workbook has more than 2,000 parts"),
    "tags": (
        "crew.ods",
        lambda: ods_bytes("<a/>" * 5_000_001),
        "the workbook has too many cells",
    ),
    "rows": ("crew.ods", lambda: repeated(10_000_000, 1), "the sheet has more than 20,000 rows"),
    "columns": ("crew.ods", lambda: repeated(1, 300), "the sheet has more than 200 columns"),
    "texts": ("crew.ods", lambda: repeated(20_000, 40), "the sheet has more than 20,000,000"),
    "spaces": ("crew.ods", spaces, "the sheet has more than 20,000,000 characters"),
    "lines": ("crew.csv", lambda: b"name\n" + b"a\n" * 20_001, "more than 20,000 rows"),
    "empty lines": (
        "crew.csv",
        lambda: b"name\n" + b"\n" * 90_000 + b"a\n",
        "the file has more than 20,000 rows",
    ),
    "empty file": (
        "crew.csv",
        lambda: b"\n" * 9_999_999,
        "the file has more than 20,000 rows",
    ),
    "values": (
        "crew.csv",
        lambda: b"name" + b",#" * 11 + b"\n" + (b"a," * 11 + b"a\n") * 18_000,
        "the sheet has more than 200,000 values",
    ),
    "cells": ("crew.csv", lambda: b"," * 200 + b"name\n", "the sheet has more than 200 columns"),
    "cell": ("crew.csv", lambda: b"name\n" + b"x" * 32_768, "the cell has 32,768 characters"),
    "field": ("crew.csv", lambda: b'name\n"' + b"x" * 200_000, "a cell has more than 32,767"),
    "file": ("crew.csv", lambda: b"name\n" + b"\n" * 10_000_000, "the file has more than 10 MB"),
}


@pytest.mark.slow
@pytest.mark.sees("sheet-too-big")
@pytest.mark.parametrize("case", TOO_BIG)
def test_files_beyond_the_limits(case: str) -> None:
    name, make, message = TOO_BIG[case]
    content = make()
    tracemalloc.start()
    start = time.process_time()
    problem = only_problem(content, name)
    seconds, (_, peak) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "sheet-too-big" in problem
    assert message in problem
    assert seconds < 20
    assert peak < 200e6


@pytest.mark.slow
@pytest.mark.spares("sheet-too-big")
def test_files_at_the_limits() -> None:
    rows = b"id,name\n" + b"".join(b"a-%d,A\n" % number for number in range(19_999))
    assert len(entries_of(rows)) == 19_999
    assert len(entries_of(b"name\n" + b"x" * 32_767)) == 1
    assert len(entries_of(b"name" + b"," * 199 + b"\nA\n" + b"\n" * 90_000)) == 1
    assert read_spreadsheet("crew.xlsx", sparse("B5000"), Profile)[0]


def test_an_index_of_thousands_of_digits_is_damage() -> None:
    cell = b'<c r="A2" t="s"><v>' + b"9" * 6000 + b"</v></c>"
    content = changed_part(CREW, SHEET, lambda xml: re.sub(rb'<c r="A2".*?</c>', cell, xml))
    assert "sheet-unreadable: the workbook is damaged" in only_problem(content, "crew.xlsx")


def encrypted() -> bytes:
    """A workbook whose parts have the mark of encryption."""
    content = bytearray(CREW)
    for info in zipfile.ZipFile(BytesIO(CREW)).infolist():
        content[info.header_offset + 6] |= 1
    start = 0
    while (start := content.find(b"PK\x01\x02", start)) >= 0:
        content[start + 8] |= 1
        start += 4
    return bytes(content)


def twice() -> bytes:
    stream = BytesIO(CREW)
    with zipfile.ZipFile(stream, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr(SHEET, "<worksheet/>")
    return stream.getvalue()


def entities() -> bytes:
    levels = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    head = f'<!DOCTYPE x [<!ENTITY a0 "lol">{levels}]>'.encode()
    return changed_part(CREW, SHEET, lambda xml: head + xml[xml.index(b"<worksheet") :])


UNREADABLE: dict[str, tuple[Callable[[], bytes], str]] = {
    "text": (lambda: b"id,name\na,A\n", "the workbook is damaged, or no workbook"),
    "empty": (lambda: b"", "the workbook is damaged, or no workbook"),
    "old": (lambda: b"\xd0\xcf\x11\xe0" + b"\0" * 600, "encrypted or in an old format"),
    "cut": (lambda: CREW[:-100], "the workbook is damaged, or no workbook"),
    "no parts": (lambda: zip_bytes({"a.xml": "<a/>"}), "the workbook is damaged"),
    "no workbook": (lambda: zip_bytes({"[Content_Types].xml": "<a/>"}), "the workbook is damaged"),
    "no XML": (lambda: changed_part(CREW, SHEET, lambda _: b"\0\1"), "the workbook is damaged"),
    "row": (
        lambda: changed_part(CREW, SHEET, lambda xml: xml.replace(b'<row r="2"', b'<row r="-2"')),
        "the workbook is damaged",
    ),
    "encoding": (
        lambda: changed_part(CREW, SHEET, lambda _: b'<?xml version="1.0" encoding="nan"?><a/>'),
        "the workbook is damaged",
    ),
    "reference": (lambda: sparse("?2"), "the workbook is damaged"),
    "encrypted": (encrypted, "the workbook is encrypted"),
    "twice": (twice, "two parts of the workbook have the same name"),
    "entities": (entities, "the workbook is damaged"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_damaged_workbooks(case: str) -> None:
    make, message = UNREADABLE[case]
    problem = only_problem(make(), "crew.xlsx")
    assert problem.startswith("crew.xlsx:1:1: sheet-unreadable: ")
    assert message in problem


def test_an_ods_file_named_xlsx() -> None:
    content = ods_bytes(f'<table:table table:name="Crew">{HEAD}</table:table>')
    assert "the workbook is damaged" in only_problem(content, "crew.xlsx")
    assert "the workbook is damaged" in only_problem(CREW, "crew.ods")
