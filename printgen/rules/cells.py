"""The cells of tables as numbers, the rules of a table for its cells, roll tables; and checks."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, pairwise
from typing import NamedTuple

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.table import Matrix, Roll, SameAs, Table, TableValue
from printgen.content.models.text import Text
from printgen.content.source import Path
from printgen.problems import did_you_mean, shorten
from printgen.rules.check import Findings, check, lacking, unknown
from printgen.rules.expressions import (
    ExpressionError,
    Missing,
    Names,
    evaluate,
    names,
    parse,
    parts,
    questions,
)
from printgen.rules.sentences import THOUSANDS, written_numbers

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
    # The first whole number in a cell, in digits or else in words.
    number = first_number(words)
    if number is None:
        found = written_numbers(words, first).words
        number = int(next(iter(found))) if found else None
    return Cell(("rows", index, column), number, words)


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


# --- checks of the rules that tables have for their cells -----------------------------------------


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
                yield from unknown(table, "column", column, columns, key, column, key=True)
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
    yield from lacking(library, table, "tables", same.table, *path, "table")
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
            yield table.finding(f"{number} after {before}, but the column {direction}", *cell.path)


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


# --- roll tables: the possible totals of their dice, and the totals of each row -------------------


# `[0-9]`, because `\d` matches the digits of all scripts.
_DICE = re.compile(r"([0-9]{0,2})[dD]([0-9]{1,3})")

_ROLL_NUMBER = r"([-−]?[0-9]{1,4})"

_EXACT = re.compile(_ROLL_NUMBER)

_BETWEEN = re.compile(rf"{_ROLL_NUMBER}\s*[-–]\s*{_ROLL_NUMBER}")

_FROM = re.compile(rf"{_ROLL_NUMBER}\s*\+")

_UP_TO = re.compile(rf"(?:≤\s*{_ROLL_NUMBER}|{_ROLL_NUMBER}\s*[-–])")

MAX_DICE, MAX_SIDES = 20, 100

# The results of two dice read as tens and units.
D66 = tuple(tens + units for tens in range(10, 70, 10) for units in range(1, 7))


@dataclass(frozen=True, slots=True)
class Totals:
    """The range of totals of a row; None for an open end."""

    least: int | None
    most: int | None

    def empty(self) -> bool:
        return self.least is not None and self.most is not None and self.least > self.most

    def among(self, totals: Sequence[int]) -> slice:
        """The slice of the sorted `totals` that is within the range."""
        start = 0 if self.least is None else bisect_left(totals, self.least)
        stop = len(totals) if self.most is None else bisect_right(totals, self.most)
        return slice(start, max(start, stop))


def dice_totals(dice: str) -> Sequence[int] | None:
    """The possible totals of `2D6` or `D66`, sorted; None when the text is not dice."""
    match = _DICE.fullmatch(dice.strip())
    if match and int(match[2]) == 66:
        return D66 if int(match[1] or 1) == 1 else None
    count, sides = parse_dice(dice) or (0, 0)
    return range(count, count * sides + 1) if count else None


def parse_dice(dice: str) -> tuple[int, int] | None:
    """The number of dice and of sides in `2D6`; None for D66 and for text that is not dice."""
    match = _DICE.fullmatch(dice.strip())
    if match is None or int(match[2]) == 66:
        return None
    count, sides = int(match[1] or 1), int(match[2])
    known = 1 <= count <= MAX_DICE and 2 <= sides <= MAX_SIDES
    return (count, sides) if known else None


def parse_totals(words: str) -> Totals | None:
    """The totals written in a cell: `7`, `1-6`, `8+`, `5-` or `≤ 5`; None for other text."""
    words = words.strip(" *")
    if match := _EXACT.fullmatch(words):
        return Totals(_whole(match[1]), _whole(match[1]))
    if match := _BETWEEN.fullmatch(words):
        return Totals(_whole(match[1]), _whole(match[2]))
    if match := _FROM.fullmatch(words):
        return Totals(_whole(match[1]), None)
    if match := _UP_TO.fullmatch(words):
        return Totals(None, _whole(match[1] or match[2]))
    return None


def possible_totals(roll: Roll) -> Sequence[int] | None:
    """The possible totals of a roll with its addends, sorted; None when the roll is invalid.

    With addends, every total between the lowest and the highest is possible.
    """
    totals = dice_totals(roll.dice)
    if totals is None or not roll.plus:
        return totals
    if totals is D66 or any(part.min > part.max for part in roll.plus):
        return None
    low, high = sum(part.min for part in roll.plus), sum(part.max for part in roll.plus)
    return range(totals[0] + low, totals[-1] + high + 1)


def rows_with_totals(table: Entry[Table], column: str) -> Iterator[tuple[int, Totals]]:
    """The indexes of the rows whose totals can be parsed, with these totals."""
    for index, row in enumerate(table.value.rows):
        found = agreed_totals(row[column]) if column in row else None
        if found:
            yield index, found


def agreed_totals(text: Text) -> Totals | None:
    """The totals of a cell, or None when its languages differ."""
    (first, *others) = [parse_totals(words) for words in text.values()]
    return first if all(other == first for other in others) else None


def rows_by_total(table: Entry[Table]) -> dict[int, int]:
    """The index of the row of each possible total. Rows that cannot be parsed are left out."""
    roll = table.value.roll
    totals = (possible_totals(roll) if roll else None) or ()
    found: dict[int, int] = {}
    for index, row in rows_with_totals(table, roll.column) if roll else ():
        for total in totals[row.among(totals)]:
            found.setdefault(total, index)
    return found


# --- checks of roll tables: each total has exactly one row ----------------------------------------


def _rolled(content: GameContent) -> Iterator[tuple[Entry[Table], Roll]]:
    for table in content.tables.values():
        if table.value.roll:
            yield table, table.value.roll


def _take(taken: bytearray, among: slice) -> None:
    """Mark a range of totals as taken. One byte per total: sets are slow for many wide rows."""
    taken[among] = b"\1" * (among.stop - among.start)


def _free(taken: bytearray) -> Iterator[int]:
    """The indexes of totals that are not taken."""
    index = taken.find(0)
    while index >= 0:
        yield index
        index = taken.find(0, index + 1)


def _range_text(totals: Sequence[int]) -> str:
    return "11 to 16, 21 to 26 … 61 to 66" if totals is D66 else f"{totals[0]} to {totals[-1]}"


@check("roll-invalid")
def roll_invalid(content: GameContent, library: Library) -> Findings:
    """The `roll` of a table gives the dice (`dice: 2D6`), the modifiers with their ranges, and the
    column of totals. Totals are `7`, `1-6`, `8+` or `5-`, the same in all languages.

    `dice: D66` is two dice read as tens and units, 11 to 66, without modifiers.
    """
    for table, roll in _rolled(content):
        dice = dice_totals(roll.dice)
        if dice is None:
            message, hint = f"'{roll.dice}' is not a dice roll", "such as D8, 2D6 or D66"
            yield table.finding(message, "roll", "dice", hint=hint)
        if dice is D66 and roll.plus:
            message = "D66 has no modifiers: its dice are read as tens and units"
            yield table.finding(message, "roll", "plus", key=True)
        for index, part in enumerate(roll.plus):
            if part.min > part.max:
                message = f"min {part.min} is above max {part.max}"
                yield table.finding(message, "roll", "plus", index, "min")
        if table.value.matrix or roll.column not in table.value.columns:
            hint = did_you_mean(roll.column, table.value.columns)
            yield table.finding(f"no column '{roll.column}'", "roll", "column", hint=hint)
            continue
        for index, row in enumerate(table.value.rows):
            if roll.column not in row:
                continue
            totals, path = agreed_totals(row[roll.column]), ("rows", index, roll.column)
            if totals is None:
                message = "not a total, or not the same in all languages"
                yield table.finding(message, *path, hint="such as 7, 1-6, 8+ or 5-")
            elif totals.empty():
                yield table.finding(f"the range {totals.least} to {totals.most} is empty", *path)


@check("roll-gap")
def roll_gap(content: GameContent, library: Library) -> Findings:
    """Every total that the roll can give has a row. The problem is at the row before the first one
    that is missing.
    """
    for table, roll in _rolled(content):
        totals, rows = possible_totals(roll), list(rows_with_totals(table, roll.column))
        if totals is None or not rows or len(rows) < len(table.value.rows):
            continue  # reported by roll-invalid, table-row or table-shape
        taken = bytearray(len(totals))
        for _, row in rows:
            _take(taken, row.among(totals))
        missing = [totals[index] for index in islice(_free(taken), 6)]
        if missing:
            listed = ", ".join(map(str, missing[:5])) + (" …" if missing[5:] else "")
            message, hint = f"no row for {listed}", f"the roll gives {_range_text(totals)}"
            gap = totals.index(missing[0])
            before = [row for row in rows if 0 < row[1].among(totals).stop <= gap]
            if before:
                index, _ = max(before, key=lambda row: row[1].among(totals).stop)
                yield table.finding(message, "rows", index, roll.column, hint=hint)
            else:
                yield table.finding(message, "rows", hint=hint, key=True)


@check("roll-overlap")
def roll_overlap(content: GameContent, library: Library) -> Findings:
    """A total has one row only."""
    for table, roll in _rolled(content):
        totals = possible_totals(roll) or ()
        taken = bytearray(len(totals))
        for index, row in rows_with_totals(table, roll.column):
            among = row.among(totals)
            first = taken.find(1, among.start, among.stop)
            if first >= 0:
                message = f"an earlier row has {totals[first]} already"
                yield table.finding(message, "rows", index, roll.column)
            _take(taken, among)


@check("roll-unreachable")
def roll_unreachable(content: GameContent, library: Library) -> Findings:
    """The roll can give the totals that a row names."""
    for table, roll in _rolled(content):
        totals = possible_totals(roll) or ()
        for index, row in rows_with_totals(table, roll.column) if totals else ():
            named = [number for number in (row.least, row.most) if number is not None]
            beyond = [number for number in named if number not in totals]
            if beyond:
                message, hint = (
                    f"the roll never gives {beyond[0]}",
                    f"it gives {_range_text(totals)}",
                )
                yield table.finding(message, "rows", index, roll.column, hint=hint)
