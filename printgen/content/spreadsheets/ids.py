"""The ids of rows: the cell `id`, otherwise one made of the name, otherwise of the row's number."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from printgen.content.names import MAX_NAME, id_from, valid_name
from printgen.content.source import Source
from printgen.content.spreadsheets.header import Header
from printgen.content.spreadsheets.sheet import Row
from printgen.content.yaml_reader import Mark
from printgen.problems import Problem

# The fields that an id is made of.
_NAMES = ("name", "title")


@dataclass(frozen=True, slots=True)
class NamedRow:
    """A row, its id, and the cell that gives the id."""

    id: str
    mark: Mark
    row: Row


def named_rows(
    rows: list[Row], header: Header, source: Source
) -> tuple[list[NamedRow], list[Problem]]:
    """The rows with their ids; rows with an invalid or duplicate id are problems."""
    found, problems, given = dict[int, NamedRow](), list[Problem](), dict[str, Mark]()
    for row in rows:
        if name := row.cell(header.id_column):
            mark = Mark(row.line, header.id_column or 0)
            if problem := _fault(name, mark, given, source):
                problems.append(problem)
            else:
                given[name] = mark
                found[row.line] = NamedRow(name, mark, row)
    taken, columns = set(given), _name_columns(header)
    numbers: dict[tuple[str, int], int] = {}
    for row in rows:
        if not row.cell(header.id_column):
            column = next((number for number in columns if row.cell(number)), None)
            name = id_from(row.cell(column)) or f"row-{_number(row, source)}"
            name = free_name(name, taken, numbers)
            taken.add(name)
            found[row.line] = NamedRow(name, Mark(row.line, column or 0), row)
    return [found[line] for line in sorted(found)], problems


def _name_columns(header: Header) -> list[int]:
    """The columns with names, in the order of the sheet."""
    return [number for number, each in header.fields.items() if each.path[0] in _NAMES]


def free_name(name: str, taken: Container[str], numbers: dict[tuple[str, int], int]) -> str:
    """The name, with `-2` or the next free number if it is taken. `numbers` are the last ones that
    were tried, by what is before them and their digits: thousands of rows may have one name.
    """
    free, number = name, 1
    while free in taken:
        number += 1
        digits = len(str(number))
        stem = name[: MAX_NAME - 1 - digits].strip("-")
        number = numbers[stem, digits] = max(number, numbers.get((stem, digits), 0))
        free = f"{stem}-{number}"
    return free


def _number(row: Row, source: Source) -> int:
    return source.cells.row(row.line) if source.cells else row.line + 1


def _fault(name: str, mark: Mark, given: dict[str, Mark], source: Source) -> Problem | None:
    place = source.place(mark)
    if not valid_name(name):
        hint = "use lower-case letters, digits and hyphens, at most 60"
        return Problem(place, "sheet-id", f"invalid id '{name}'", hint)
    if name in given:
        first = source.place(given[name])
        return Problem(place, "sheet-id", f"duplicate id '{name}'", f"first at {first}", also=first)
    return None
