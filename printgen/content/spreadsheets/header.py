"""The header of a sheet: the field of each column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import BaseModel

from printgen.content.source import Source
from printgen.content.spreadsheets.companion import IGNORED, Companion
from printgen.content.spreadsheets.fields import Field, field_named
from printgen.content.spreadsheets.sheet import Row
from printgen.content.yaml_reader import Mark
from printgen.problems import Problem, did_you_mean

# The header of the column with the ids.
ID = "id"


@dataclass(frozen=True, slots=True)
class Header:
    """The columns of a sheet by number (from 0): the one of the ids, and those of fields.

    `marks` are the headers of each key, by its path in an entry.
    """

    mark: Mark
    width: int
    id_column: int | None = None
    fields: dict[int, Field] = field(default_factory=dict)
    marks: dict[tuple[str, ...], Mark] = field(default_factory=dict)


def read_header(
    row: Row, model: type[BaseModel], companion: Companion | None, source: Source
) -> tuple[Header, list[Problem]]:
    """The header in a row. `companion` renames its cells; `source` is that of the sheet."""
    names, problems = _renamed(row.cells, companion)
    found, ids = dict[int, Field](), list[int]()
    for column, name in enumerate(names):
        if name.lower() == ID:
            ids.append(column)
        elif name and name != IGNORED and not name.startswith(("#", "x-")):
            found[column] = field_named(model, name)
    marks = {column: Mark(row.line, column) for column in (*found, *ids)}
    pairs = [(ids[0], column) for column in ids[1:]] + _clashes(found)
    for first, second in pairs:
        problems.append(_clash(source, row, marks[first], marks[second]))
    if not found:
        message = "no column has the name of a field"
        hint = "the first row names the fields: name, cost…"
        problems.append(Problem(source.place(Mark(row.line, 0)), "sheet-header", message, hint))
    header = Header(Mark(row.line, 0), len(row.cells), ids[0] if ids else None, found)
    for column, each in found.items():
        for length in range(1, len(each.path) + 1):
            header.marks.setdefault(each.path[:length], marks[column])
        if each.language:
            header.marks[(*each.path, each.language)] = marks[column]
    return header, problems


def _renamed(cells: list[str], companion: Companion | None) -> tuple[list[str], list[Problem]]:
    """The names of columns, as a companion file gives them; headers that it misses are problems."""
    if companion is None:
        return cells, []
    columns = companion.layout.columns
    known = {_plain(cell): cell for cell in cells}
    problems = [
        Problem(
            companion.source.at(("columns", wanted), key=True),
            "sheet-header",
            f"no column '{wanted}' in {companion.layout.source}",
            did_you_mean(wanted, filter(None, cells)),
        )
        for wanted in columns
        if _plain(wanted) not in known
    ]
    fields: Mapping[str, str] = {_plain(key): to for key, to in columns.items()}
    return [fields.get(_plain(cell), cell).strip() for cell in cells], problems


def _plain(header: str) -> str:
    return " ".join(header.split()).casefold()


def _clashes(fields: dict[int, Field]) -> list[tuple[int, int]]:
    """Pairs of columns that fill the same key, or a key and what is inside it."""
    pairs, seen = list[tuple[int, int]](), dict[tuple[str, ...], tuple[int, bool]]()
    for column, each in fields.items():
        keys = (*each.path, each.language) if each.language else each.path
        outer = [seen.get(keys[:length]) for length in range(1, len(keys))]
        taken = next((found[0] for found in outer if found and found[1]), None)
        if keys in seen:
            taken = seen[keys][0]
        if taken is None:
            for length in range(1, len(keys)):
                seen.setdefault(keys[:length], (column, False))
            seen[keys] = (column, True)
        else:
            pairs.append((taken, column))
    return pairs


def _clash(source: Source, row: Row, first: Mark, second: Mark) -> Problem:
    names = row.cells[first.column], row.cells[second.column]
    place = source.place(first)
    if names[0].casefold() == names[1].casefold():
        message, hint = f"duplicate column '{names[1]}'", f"first at {place}"
    else:
        message = f"the columns '{names[0]}' and '{names[1]}' exclude each other"
        hint = "name a language in each, such as name_fr and name_en"
    return Problem(source.place(second), "sheet-header", message, hint, also=place)
