"""Rows to the data of entries, with a mark for each value."""

from __future__ import annotations

import re
from collections.abc import Mapping

from printgen.content.spreadsheets.fields import CellType, Field
from printgen.content.spreadsheets.header import Header
from printgen.content.spreadsheets.ids import NamedRow
from printgen.content.yaml_reader import Mark, YamlData, plain_scalar

_NO_ITEMS: list[Mark] = []
_NO_KEYS: dict[str, tuple[Mark, Mark]] = {}

_SEPARATORS = re.compile(r"[;,\n]")


def entries(rows: list[NamedRow], header: Header) -> tuple[dict[str, YamlData], Mark]:
    """The data and the marks of a file with these rows under `entries:`."""
    data, marks = dict[str, YamlData](), dict[str, tuple[Mark, Mark]]()
    for named in rows:
        data[named.id], mark = _entry(named, header)
        marks[named.id] = named.mark, mark
    whole = Mark(header.mark.line, header.mark.column, keys=marks)
    return {"entries": data}, Mark(0, 0, keys={"entries": (header.mark, whole)})


def _entry(named: NamedRow, header: Header) -> tuple[dict[str, YamlData], Mark]:
    entry, mark = dict[str, YamlData](), Mark(named.mark.line, named.mark.column)
    for column, field in header.fields.items():
        if text := named.row.cell(column):
            whole = named.row.written(column) if field.cell.many else text
            values = cell_values(whole, field.cell)
            if field.cell.many or values != [None]:
                _fill(entry, mark, field, values, header.marks, _leaf(named.row.line, column))
    for column, field in header.fields.items():
        # Problems of a missing value are at its cell.
        empty = _leaf(named.row.line, column)
        mark.keys.setdefault(field.path[0], (header.marks[field.path[:1]], empty))
    return entry, mark


def cell_values(text: str, kind: CellType) -> list[YamlData]:
    """The values of a cell: one, unless its field is a list."""
    if not kind.many:
        return [text if kind.words else plain_scalar(text)]
    if kind.languages:
        # Texts hold commas: only the strongest separator counts.
        separator = next((sign for sign in "\n;," if sign in text), "\n")
        items = text.split(separator)
        # A gap is an item that has no text in this language.
        return [item.strip() for item in items]
    items = _SEPARATORS.split(text)
    return [item if kind.words else plain_scalar(item) for item in map(str.strip, items) if item]


def _fill(
    entry: dict[str, YamlData],
    mark: Mark,
    field: Field,
    values: list[YamlData],
    headers: Mapping[tuple[str, ...], Mark],
    place: Mark,
) -> None:
    """Put the values of one cell into an entry, and their marks."""
    for length, key in enumerate(field.path[:-1], start=1):
        inner = entry.setdefault(key, {})
        # The header has no column for a key and another for what is inside it.
        assert isinstance(inner, dict)
        head = headers[field.path[:length]]
        entry, mark = inner, mark.keys.setdefault(key, (head, Mark(place.line, place.column)))[1]
    key, head = field.path[-1], headers[field.path]
    if field.cell.many:
        listed, marks = entry.setdefault(key, []), mark.keys.setdefault(key, (head, _copy(place)))
        assert isinstance(listed, list)
        _fill_list(listed, marks[1].items, field.language, values, place)
    elif field.language:
        texts = entry.setdefault(key, {})
        assert isinstance(texts, dict)
        texts[field.language] = values[0]
        mark.keys.setdefault(key, (head, _copy(place)))[1].keys[field.language] = (
            headers[(*field.path, field.language)],
            place,
        )
    else:
        entry[key] = values[0]
        mark.keys[key] = head, place


def _fill_list(
    listed: list[YamlData], marks: list[Mark], language: str, values: list[YamlData], place: Mark
) -> None:
    """Put values into a list; those of a language join the texts at the same places."""
    if not language:
        given = [value for value in values if value != ""]
        listed += given
        marks += [place] * len(given)
        return
    for number, value in enumerate(values):
        if value == "":
            continue
        while len(listed) <= number:
            listed.append({})
            marks.append(_copy(place))
        text = listed[number]
        assert isinstance(text, dict)
        text[language] = value
        marks[number].keys[language] = place, place


def _leaf(line: int, column: int) -> Mark:
    """The mark of a value with nothing inside; all share their empty list and mapping."""
    return Mark(line, column, _NO_ITEMS, _NO_KEYS)


def _copy(mark: Mark) -> Mark:
    return Mark(mark.line, mark.column)
