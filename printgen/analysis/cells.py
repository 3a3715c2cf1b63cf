"""The cells of tables as numbers, and the rules of a table for its cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from printgen.analysis.expressions import Missing, Names, evaluate, names, parse
from printgen.analysis.written_numbers import THOUSANDS, written_numbers
from printgen.content.library import Entry, GameContent
from printgen.content.models.table import Matrix, Table, TableValue
from printgen.content.source import Path

# A number in a cell, with its sign: `+1`, `−2`, `1 each`. The dash of `1–3` is no sign.
_NUMBER = re.compile(r"(?:(?<!\w)[+−–-])?[0-9]{1,12}")

_DECIMAL = re.compile(rf"{_NUMBER.pattern}(?:[.,][0-9]{{1,6}})?")

_MINUS = str.maketrans("−–", "--")

# Names in the rules of cells. `none` has no value: a cell for which a rule gives it has no number.
ROW, COLUMN, ABOVE, NONE = "row", "column", "above", "none"


def numbers_in(words: str) -> list[int]:
    """The whole numbers in a cell, with their signs."""
    return [_whole(digits) for digits in _NUMBER.findall(THOUSANDS.sub("", words))]


def _whole(digits: str) -> int:
    return int(digits.translate(_MINUS))


def first_number(words: str) -> int | None:
    """The first whole number in a cell: 2 of `2 steps higher`, -1 of `−1`; None without one."""
    found = _NUMBER.search(THOUSANDS.sub("", words))
    return _whole(found[0]) if found else None


def _written_number(words: str, lang: str) -> int | None:
    """The first whole number in a cell, in digits or else in words."""
    number = first_number(words)
    if number is None:
        found = written_numbers(words, lang).words
        number = int(next(iter(found))) if found else None
    return number


def variable(column: str) -> str:
    """The name of a column in expressions."""
    return column.replace("-", "_")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: its path, its number, if it has one, and its words, if it has some."""

    path: Path
    number: int | None
    words: str = ""


def column_cells(content: GameContent, table: Entry[Table], column: str) -> list[Cell]:
    """The cells of a column, one for each row. Values (`values`) come before printed cells."""
    value = table.value
    if column in value.values:
        found = value.values[column][: len(value.rows)]
        cells = [_value_cell(("values", column, n), item) for n, item in enumerate(found)]
        missing = range(len(cells), len(value.rows))
        return cells + [Cell(("values", column), None) for _ in missing]
    return [_printed_cell(content, table, index, column) for index in range(len(value.rows))]


def _value_cell(path: Path, value: TableValue) -> Cell:
    number = value if isinstance(value, int) and not isinstance(value, bool) else None
    return Cell(path, number, "" if value is None else str(value))


def _printed_cell(content: GameContent, table: Entry[Table], index: int, column: str) -> Cell:
    text = table.value.rows[index].get(column)
    first = content.first_language
    words = text[text.language_for(first, first)] if text else ""
    return Cell(("rows", index, column), _written_number(words, first), words)


def decimal_of(cell: Cell) -> float:
    """The first number of a cell, such as 12.5; 0 without one."""
    found = _DECIMAL.search(THOUSANDS.sub("", cell.words))
    return float(found[0].translate(_MINUS).replace(",", ".")) if found else float(cell.number or 0)


class RuledCell(NamedTuple):
    """A cell and the number that a rule gives it; None if by this rule it has no number."""

    cell: Cell
    right: int | None


def ruled_matrix(content: GameContent, matrix: Matrix) -> Iterator[RuledCell]:
    """The cells of a matrix with a rule. Raises ExpressionError if the rule cannot be computed."""
    scale = content.game.scales.get(matrix.scale)
    places = {name: place for place, name in enumerate(scale.ranks if scale else (), 1)}
    for row in matrix.rows:
        for index, (column, cell) in enumerate(
            zip(matrix.columns, matrix.cells.get(row, ()), strict=False)
        ):
            if row in places and column in places:
                number = cell if isinstance(cell, int) else None
                here = Cell(("matrix", "cells", row, index), number, str(cell))
                known = {ROW: places[row], COLUMN: places[column]}
                yield from _ruled(here, matrix.rule or NONE, known)


def ruled_column(content: GameContent, table: Entry[Table], column: str) -> Iterator[RuledCell]:
    """The cells of a column with a rule. Raises ExpressionError if the rule cannot be computed."""
    rule = table.value.rules[column]
    used = names(parse(rule))
    columns = dict.fromkeys((*table.value.columns, *table.value.values))
    read = {name: column_cells(content, table, name) for name in columns if variable(name) in used}
    above: int | None = None
    for index, cell in enumerate(column_cells(content, table, column)):
        row = {variable(name): cells[index].number for name, cells in read.items()}
        known = {ROW: index + 1, ABOVE: above} | row
        numbers = {name: number for name, number in known.items() if number is not None}
        yield from _ruled(cell, rule, numbers)
        above = cell.number


def _ruled(cell: Cell, rule: str, numbers: Names) -> Iterator[RuledCell]:
    """A cell and its right number, unless the rule needs a number that the row does not have."""
    try:
        yield RuledCell(cell, int(evaluate(parse(rule), numbers)))
    except Missing as error:
        if str(error) == NONE:
            yield RuledCell(cell, None)
