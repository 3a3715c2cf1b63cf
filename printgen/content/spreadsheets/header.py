"""The header of a sheet: the field of each column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from operator import eq

from pydantic import BaseModel

from printgen.content.models.sheet_layout import IGNORED
from printgen.content.source import Source
from printgen.content.spreadsheets.companion import Companion
from printgen.content.spreadsheets.fields import Field, field_named
from printgen.content.spreadsheets.sheet import Row, Sheet
from printgen.content.yaml_reader import Mark
from printgen.problems import Problem, did_you_mean, shorten

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
    cells = [cell.strip() for cell in row.cells]
    names, problems = _renamed(cells, companion)
    found, ids = dict[int, Field](), list[int]()
    for column, name in enumerate(names):
        if name.lower() == ID:
            ids.append(column)
        elif holds_values(name):
            found[column] = field_named(model, name)
    marks = {column: Mark(row.line, column) for column in (*found, *ids)}
    pairs = [(ids[0], column) for column in ids[1:]] + _pairs(found, same=True)
    for first, second in pairs:
        place = source.place(marks[first])
        message, hint = f"duplicate column '{shorten(cells[second])}'", f"first at {place}"
        where = source.place(marks[second])
        problems.append(Problem(where, "sheet-header", message, hint, also=place))
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
    known = {plain_header(cell): cell for cell in cells}
    problems = [
        Problem(
            companion.at("columns", wanted, key=True),
            "sheet-header",
            f"no column '{wanted}' in {companion.layout.source}",
            did_you_mean(wanted, filter(None, cells)),
        )
        for wanted in columns
        if plain_header(wanted) not in known
    ]
    fields: Mapping[str, str] = {plain_header(key): to for key, to in columns.items()}
    return [fields.get(plain_header(cell), cell).strip() for cell in cells], problems


def holds_values(name: str) -> bool:
    """Whether the column of a field `name` holds values: not ids, and not ignored."""
    ignored = not name or name == IGNORED or name.startswith(("#", "x-"))
    return not ignored and name.lower() != ID


def plain_header(header: str) -> str:
    """A header as it is compared: without case, with single spaces."""
    return " ".join(header.split()).casefold()


def exclusive_columns(sheet: Sheet, header: Header, source: Source) -> list[Problem]:
    """The problems of columns such as `name` and `name_fr` if a row has values in both."""
    problems = list[Problem]()
    top, *rows = sheet.rows
    for first, second in _pairs(header.fields, same=False):
        both = next((row for row in rows if row.cell(first) and row.cell(second)), None)
        if both:
            number, names = sheet.names.row(both.line), (top.cell(first), top.cell(second))
            message = f"row {number} has both '{names[0]}' and '{names[1]}'"
            hint = "name a language in each, such as name_fr and name_en"
            place = source.place(Mark(top.line, second))
            problems.append(Problem(place, "sheet-header", message, hint))
    return problems


def _pairs(fields: dict[int, Field], *, same: bool) -> list[tuple[int, int]]:
    """Pairs of columns for the same value, or for a value and what is inside it."""
    keys = {
        column: (*each.path, each.language) if each.language else each.path
        for column, each in fields.items()
    }
    return [
        (first, second)
        for first, second in combinations(keys, 2)
        if (keys[first] == keys[second]) == same and all(map(eq, keys[first], keys[second]))
    ]
