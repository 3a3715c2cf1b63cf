"""Spreadsheets for tests: workbooks, ZIP parts of them, and what is read of them."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook

from printgen.content.characters import FORBIDDEN_IN_YAML
from printgen.content.models.profile import Profile
from printgen.content.source import Source
from printgen.content.spreadsheets.reading import read_spreadsheet

Rows = Sequence[Sequence[object]]

_OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
_NAMESPACES = " ".join(
    f'xmlns:{name}="{_OFFICE}:{name}:1.0"'
    for name in ("office", "table", "text", "calcext", "style", "fo")
)


def is_cell_text(text: str) -> bool:
    """Whether a cell may hold a text, without change; those of `#N/A` are errors of formulas."""
    plain = text == text.strip() and "\r" not in text and not text.startswith("#")
    return plain and not FORBIDDEN_IN_YAML.search(text)


def csv_bytes(rows: Rows, delimiter: str = ",", encoding: str = "utf-8") -> bytes:
    stream = StringIO(newline="")
    csv.writer(stream, delimiter=delimiter).writerows(rows)
    return stream.getvalue().encode(encoding)


def xlsx_bytes(sheets: Mapping[str, Rows]) -> bytes:
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    return saved(book)


def saved(book: Workbook) -> bytes:
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def ods_bytes(tables: str, styles: str = "") -> bytes:
    """An ODS file with the XML of its tables and styles."""
    content = (
        f"<office:document-content {_NAMESPACES}>{styles}<office:body><office:spreadsheet>{tables}"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    media = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        f'<manifest:manifest xmlns:manifest="{_OFFICE}:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{media}"/>'
        "</manifest:manifest>"
    )
    return zip_bytes({"mimetype": media, "content.xml": content, "META-INF/manifest.xml": manifest})


def zip_bytes(parts: Mapping[str, str | bytes]) -> bytes:
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return stream.getvalue()


def changed_part(book: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    """A workbook with one part changed."""
    with ZipFile(BytesIO(book)) as archive:
        parts = {each: archive.read(each) for each in archive.namelist()}
    return zip_bytes({**parts, name: change(parts.get(name, b""))})


def read_profiles(content: bytes, name: str = "crew.csv") -> Source:
    """The source of a spreadsheet of profiles, which has no problems."""
    source, problems = read_spreadsheet(name, content, Profile)
    assert source is not None, problems
    assert problems == []
    return source


def entries_of(content: bytes, name: str = "crew.csv") -> dict[str, Any]:
    found: dict[str, Any] = read_profiles(content, name).data["entries"]
    return found


def only_problem(content: bytes, name: str = "crew.csv") -> str:
    """The only problem of a spreadsheet, as printed."""
    _, problems = read_spreadsheet(name, content, Profile)
    assert len(problems) == 1, problems
    return str(problems[0])
