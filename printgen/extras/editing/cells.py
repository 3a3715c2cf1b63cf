"""Edits of the texts of CSV files: a column for each language, and nothing else changes."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from printgen.content.spreadsheets.tables import delimiter_of
from printgen.extras.editing.files import LINE_END, Edit
from printgen.quoting import for_csv, from_csv


class CellText(NamedTuple):
    """Words for the row of a cell, by its line and column from 0, in another language."""

    line: int
    column: int
    lang: str
    words: str


@dataclass(slots=True)
class _Record:
    """The cells of a row as they are to be written, the line (from 0) where it begins, and the
    places and the text of its cells as they are.
    """

    line: int
    cells: list[str]
    places: list[int]
    before: list[str]


def cell_edits(
    file: str, text: str, wanted: Sequence[CellText], source: str, *, tabs: bool = False
) -> list[Edit] | None:
    """The edits that write words into the columns of their languages, which are added if need be;
    None if that is not possible.
    """
    delimiter = "\t" if tabs else delimiter_of(text)
    records = _records(text, delimiter)
    if not records or any(len(each.cells) > len(records[0].cells) for each in records):
        return None
    if len(records[0].cells) > 1 and sum(map(bool, map(str.strip, records[0].cells))) < 2:
        # A title above the header.
        return None
    by_line, columns = {record.line: record for record in records}, dict[tuple[int, str], int]()
    for each in wanted:
        if each.line not in by_line or each.column >= len(records[0].cells):
            return None
        column = columns.get((each.column, each.lang))
        if column is None:
            column = columns[each.column, each.lang] = _column(records, each, source, delimiter)
        cells = by_line[each.line].cells
        cells += [""] * (column + 1 - len(cells))
        cells[column] = _cell_text(each.words, delimiter)
    return [edit for record in records for edit in _edits(file, record, delimiter)]


def _edits(file: str, record: _Record, delimiter: str) -> list[Edit]:
    """The edits of a row."""
    there = zip(record.places, record.before, record.cells, strict=False)
    edits = [Edit(file, place, old, new) for place, old, new in there if old != new]
    if added := record.cells[len(record.before) :]:
        end = record.places[-1] + len(record.before[-1])
        edits.append(Edit(file, end, "", "".join(f"{delimiter}{cell}" for cell in added)))
    return edits


def _column(records: list[_Record], wanted: CellText, source: str, delimiter: str) -> int:
    """The column of a language beside that of the source; a new one is the last."""
    header = records[0].cells
    names = [_words(cell) for cell in header]
    suffix = re.compile(rf"_{re.escape(source)}\Z", re.IGNORECASE)
    name = names[wanted.column]
    if not suffix.search(name):
        # A column without a language gets that of its texts.
        header[wanted.column] = _cell_text(f"{name}_{source}", delimiter)
    name = f"{suffix.sub('', name)}_{wanted.lang}"
    for place, known in enumerate(names):
        if known.casefold() == name.casefold():
            return place
    width = len(header)
    for record in records:
        if any(record.cells):
            record.cells += [""] * (width + 1 - len(record.cells))
    header[width] = _cell_text(name, delimiter)
    return width


def _words(cell: str) -> str:
    """The words of a cell, without its quotes."""
    row = next(csv.reader(io.StringIO(cell.strip(), newline=""), delimiter="\0"), [""])
    return from_csv(row[0].strip()) if row else ""


def _cell_text(words: str, delimiter: str) -> str:
    words = for_csv(words)
    needs = any(sign in words for sign in (delimiter, '"', "\n", "\r")) or words != words.strip()
    doubled = words.replace('"', '""')
    return f'"{doubled}"' if needs else words


def _records(text: str, delimiter: str) -> list[_Record]:
    """The rows of a table with their cells as written; none if it is not sound."""
    sign = re.escape(delimiter)
    plain = rf"[^\r\n{sign}]*"
    quoted = rf'[ ]*"[^"]*(?:""[^"]*)*"{plain}'
    pattern = re.compile(rf"(?P<cell>{quoted}|{plain})(?P<end>{sign}|\r\n|\r|\n|\Z)")
    records, cells, places, at, line = list[_Record](), list[str](), list[int](), 0, 0
    while at < len(text) or cells:
        found = pattern.match(text, at)
        if found is None:
            return []
        cells.append(found["cell"])
        places.append(at)
        at = found.end()
        if found["end"] != delimiter:
            records.append(_Record(line, cells, places, list(cells)))
            line += sum(len(LINE_END.findall(cell)) for cell in cells) + 1
            cells, places = [], []
    return records
