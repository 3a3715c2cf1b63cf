"""Translations written into CSV files: a column for each language, and nothing else changes."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from printgen.content.spreadsheets.tables import delimiter_of
from printgen.quoting import for_csv, from_csv


class CellEdit(NamedTuple):
    """Words for the row of a cell, by its line and column from 0, in another language."""

    line: int
    column: int
    lang: str
    words: str


@dataclass(slots=True)
class _Record:
    """The cells of a row as written, the line (from 0) where it begins, and its line end."""

    line: int
    cells: list[str]
    end: str


def with_cells(
    text: str, edits: Sequence[CellEdit], source: str, *, tabs: bool = False
) -> str | None:
    """A table with words in the columns of their languages, which are added if need be; None if
    that is not possible.
    """
    delimiter = "\t" if tabs else delimiter_of(text)
    records = _records(text, delimiter)
    if not records or "".join(_joined(records, delimiter)) != text:
        return None
    header, by_line = records[0], {record.line: record for record in records}
    if any(len(record.cells) > len(header.cells) for record in records):
        return None
    places = dict[tuple[int, str], int]()
    for edit in edits:
        if edit.line not in by_line or edit.column >= len(header.cells):
            return None
        place = places.get((edit.column, edit.lang))
        if place is None:
            place = places[edit.column, edit.lang] = _column(records, edit, source, delimiter)
        cells = by_line[edit.line].cells
        cells += [""] * (place + 1 - len(cells))
        cells[place] = _written(edit.words, delimiter)
    return "".join(_joined(records, delimiter))


def _column(records: list[_Record], edit: CellEdit, source: str, delimiter: str) -> int:
    """The column of a language beside that of the source; a new one is the last."""
    header = records[0].cells
    names = [_said(cell) for cell in header]
    suffix = re.compile(rf"_{re.escape(source)}\Z", re.IGNORECASE)
    name = names[edit.column]
    if not suffix.search(name):
        # A column without a language gets that of its texts.
        header[edit.column] = _written(f"{name}_{source}", delimiter)
        names[edit.column] = f"{name}_{source}"
    wanted = f"{suffix.sub('', name)}_{edit.lang}"
    for place, known in enumerate(names):
        if known.casefold() == wanted.casefold():
            return place
    width = len(header)
    for record in records:
        if any(record.cells):
            record.cells += [""] * (width + 1 - len(record.cells))
    header[width] = _written(wanted, delimiter)
    return width


def _said(cell: str) -> str:
    """What a cell says, without its quotes."""
    row = next(csv.reader(io.StringIO(cell.strip(), newline=""), delimiter="\0"), [""])
    return from_csv(row[0].strip()) if row else ""


def _written(words: str, delimiter: str) -> str:
    words = for_csv(words)
    needs = any(sign in words for sign in (delimiter, '"', "\n", "\r")) or words != words.strip()
    doubled = words.replace('"', '""')
    return f'"{doubled}"' if needs else words


def _joined(records: Sequence[_Record], delimiter: str) -> list[str]:
    return [delimiter.join(record.cells) + record.end for record in records]


def _records(text: str, delimiter: str) -> list[_Record]:
    """The rows of a table with their cells as written."""
    sign = re.escape(delimiter)
    plain = rf"[^\r\n{sign}]*"
    quoted = rf'[ ]*"[^"]*(?:""[^"]*)*"{plain}'
    cell = re.compile(rf"(?P<cell>{quoted}|{plain})(?P<end>{sign}|\r\n|\r|\n|\Z)")
    found, cells, at, line = list[_Record](), list[str](), 0, 0
    while at < len(text):
        match = cell.match(text, at)
        if match is None:
            return []
        cells.append(match["cell"])
        at = match.end()
        if match["end"] != delimiter:
            found.append(_Record(line, cells, match["end"]))
            line += sum(map(len, (re.findall(r"\r\n|\r|\n", each) for each in cells)))
            line, cells = line + bool(match["end"]), []
        elif at == len(text):
            found.append(_Record(line, [*cells, ""], ""))
    return found
