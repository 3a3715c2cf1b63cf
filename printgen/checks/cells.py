"""Checks of the rules that tables have for their cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise

from printgen.analysis.cells import (
    ABOVE,
    COLUMN,
    NONE,
    ROW,
    Cell,
    RuledCell,
    column_cells,
    decimal_of,
    numbers_in,
    ruled_column,
    ruled_matrix,
    variable,
)
from printgen.analysis.expressions import ExpressionError, names, parse, parts, questions
from printgen.content.check import Findings, check
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.table import SameAs, Table
from printgen.content.source import Path
from printgen.problems import did_you_mean, shorten

# The most rows of a table with rules for its cells: more would take too long.
_MOST_ROWS = 2_000

# The difference of a sum of decimals.
_ROUNDING = 0.001


@check("cell-rule-invalid")
def cell_rule_invalid(content: GameContent, library: Library) -> Findings:
    """The rules for the cells of a table (`rule` of a matrix; `rules`, `sums`, `order` and
    `same_as` of columns) are about columns that exist. Expressions have the names `row`, `column`
    and `none` for a matrix, and for columns the names of columns, `row` (its number), `above` (the
    number in the row above) and `none`, with `_` in place of hyphens. The table has at most 2,000
    rows.
    """
    for table in content.tables.values():
        value, columns = table.value, _columns(table.value)
        if len(value.rows) > _MOST_ROWS and (value.rules or value.same_as):
            message = f"a table with rules for its cells has at most {_MOST_ROWS:,} rows"
            yield table.finding(message, "rows", key=True)
        if value.matrix and value.matrix.rule:
            for message, hint in _flaws(value.matrix.rule, [ROW, COLUMN, NONE]):
                yield table.finding(message, "matrix", "rule", hint=hint)
        for key in ("rules", "sums", "order", "same_as"):
            for column in getattr(value, key):
                if column not in columns:
                    hint, message = did_you_mean(column, columns), f"no column '{column}'"
                    yield table.finding(message, key, column, hint=hint, key=True)
        known = [*map(variable, columns), ROW, ABOVE, NONE]
        for column, rule in value.rules.items():
            for message, hint in _flaws(rule, known):
                yield table.finding(message, "rules", column, hint=hint)
        for column, same in value.same_as.items():
            if column in columns:
                yield from _unknown_other(library, table, column, same)


def _columns(table: Table) -> list[str]:
    return [*dict.fromkeys((*table.columns, *table.values))]


def _flaws(rule: str, known: list[str]) -> Iterator[tuple[str, str]]:
    """The faults of a rule for cells, as messages and hints."""
    try:
        tree = parse(rule)
    except ExpressionError as error:
        yield str(error), error.hint
        return
    for function, about in questions(tree):
        yield (
            f"{function}({about}) is about the traits of a profile, not a cell",
            did_you_mean(about, known, few=len(known)),
        )
    for name in sorted(parts(tree)):
        yield f"'{name}' is not a pair and has no parts", f"use {name}"
    for name in names(tree):
        if name not in known:
            yield f"no column '{name}'", did_you_mean(name, known, few=len(known))


def _unknown_other(library: Library, table: Entry[Table], column: str, same: SameAs) -> Findings:
    """What `same_as` names and does not exist."""
    path: Path = ("same_as", column)
    if library.lacks("tables", table.game, same.table):
        hint = library.suggest("tables", table.game, same.table)
        yield table.finding(f"no table '{same.table}'", *path, "table", hint=hint)
    other: Entry[Table] | None = library.find("tables", table.game, same.table)
    if other is None:
        return
    known = _columns(other.value)
    if (same.column or column) not in known:
        key = ("column",) if same.column else ()
        message = f"the table '{same.table}' has no column '{same.column or column}'"
        yield table.finding(message, *path, *key, hint=did_you_mean(same.column or column, known))
    for one in (table, other):
        if same.by and same.by not in (columns := _columns(one.value)):
            message = f"the table '{one.id}' has no column '{same.by}'"
            yield table.finding(message, *path, "by", hint=did_you_mean(same.by, columns))


@check("cell-rule-broken")
def cell_rule_broken(content: GameContent, library: Library) -> Findings:
    """The numbers of a table are what its rules say: `rule` of a matrix, and `rules`, `sums`,
    `order` and `same_as` of columns. The number of a cell is the one under `values`, or else the
    first one in the printed cell.
    """
    for table in content.tables.values():
        matrix, known = table.value.matrix, _columns(table.value)
        if len(table.value.rows) > _MOST_ROWS:
            continue
        if matrix and matrix.rule:
            ruled = partial(ruled_matrix, content, matrix)
            yield from _off_rule(table, matrix.rule, ruled, ("matrix", "rule"))
        for column, rule in table.value.rules.items():
            if column in known:
                ruled = partial(ruled_column, content, table, column)
                yield from _off_rule(table, rule, ruled, ("rules", column))
        for column, total in table.value.sums.items():
            found = sum(map(decimal_of, column_cells(content, table, column)))
            if column in known and abs(found - total) > _ROUNDING:
                message = f"the column '{column}' comes to {found:g}, not {total:g}"
                yield table.finding(message, "sums", column)
        for column, direction in table.value.order.items():
            yield from _out_of_order(column_cells(content, table, column), table, direction)
        for column, same in table.value.same_as.items():
            if column in known:
                yield from _unlike(content, library, table, column, same)


def _off_rule(
    table: Entry[Table], rule: str, ruled: Callable[[], Iterator[RuledCell]], path: Path
) -> Findings:
    """The cells with other numbers than their rule gives, and a rule that cannot be computed for a
    cell. Rules that are not valid are reported by `cell-rule-invalid`.
    """
    try:
        for cell, right in ruled():
            if cell.number != right:
                expected = f"expected {'no number' if right is None else right}"
                message = f"{_shown(cell)}, {expected}"
                yield table.finding(message, *cell.path, hint=f"the rule: {rule}")
    except ExpressionError as error:
        if _is_valid(rule):
            yield table.finding(str(error), *path, hint=error.hint)


def _is_valid(rule: str) -> bool:
    try:
        tree = parse(rule)
    except ExpressionError:
        return False
    return not parts(tree) and not questions(tree)


def _shown(cell: Cell) -> str:
    return f"'{shorten(cell.words)}'" if cell.words else "no number"


def _out_of_order(cells: list[Cell], table: Entry[Table], direction: str) -> Findings:
    """The cells that are above their predecessor in a column that falls, or below it."""
    numbers = [(cell, cell.number) for cell in cells if cell.number is not None]
    for (_, before), (cell, number) in pairwise(numbers):
        if (number > before) if direction == "falls" else (number < before):
            message = f"{number} after {before}, but the column {direction}"
            yield table.finding(message, *cell.path)


def _unlike(
    content: GameContent, library: Library, table: Entry[Table], column: str, same: SameAs
) -> Findings:
    """The cells with another number than the cell of another table that they repeat."""
    other: Entry[Table] | None = library.find("tables", content.id, same.table)
    home = library.games[other.game] if other else content
    if other is None:
        return
    theirs = column_cells(home, other, same.column or column)
    keys = [str(index) for index in range(len(theirs))]
    own_keys = [str(index) for index in range(len(table.value.rows))]
    if same.by:
        keys = [cell.words for cell in column_cells(home, other, same.by)]
        own_keys = [cell.words for cell in column_cells(content, table, same.by)]
    known = dict(zip(reversed(keys), reversed(theirs), strict=True))
    for key, cell in zip(own_keys, column_cells(content, table, column), strict=True):
        twin = known.get(key) if key else None
        if twin and twin.number != cell.number:
            message = f"{_shown(cell)} here, {_shown(twin)} in '{other.id}'"
            yield table.finding(message, *cell.path, hint=f"see {other.at(*twin.path)}")


@check("table-value", "warning")
def table_value(content: GameContent, library: Library) -> Findings:
    """A whole number under `values` is a number of the printed cell in the column of the same name,
    if that cell has numbers (a warning).
    """
    for table in content.tables.values():
        for column, values in table.value.values.items():
            for index, (row, value) in enumerate(zip(table.value.rows, values, strict=False)):
                printed = next(iter(row.get(column, {}).values()), "")
                found = numbers_in(printed)
                if (
                    isinstance(value, int)
                    and not isinstance(value, bool)
                    and found
                    and value not in found
                ):
                    message = f"{value}, but the printed cell is '{shorten(printed)}'"
                    hint = f"see {table.at('rows', index, column)}"
                    yield table.finding(message, "values", column, index, hint=hint)
