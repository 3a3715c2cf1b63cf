"""Checks of the rows of tables: rows that are repeated, missing or out of order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from printgen.analysis.roll_tables import agreed_totals
from printgen.content.check import Findings, check
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.table import Table
from printgen.content.models.text import Text

# A numbered step: `2. Dice`.
_STEP = re.compile(r"([0-9]{1,3})[.)]\s+\S")

# The least number of rows by which one can see that their numbers count them.
_ENOUGH = 4


class _Numbers(NamedTuple):
    """The numbers of a row (from 0): the first and the last one of a range."""

    row: int
    first: int
    last: int


@check("row-repeated", "warning")
def row_repeated(content: GameContent, library: Library) -> Findings:
    """Two rows of a table differ in a cell or in a value (a warning). Rows without words, such as
    the empty lines of a form, may be the same.
    """
    for table in content.tables.values():
        seen: dict[str, int] = {}
        for index, row in enumerate(table.value.rows):
            values = [found[index : index + 1] for found in table.value.values.values()]
            words = [word for text in row.values() for word in text.values()]
            key = repr((sorted(row.items()), values))
            if key in seen and any(map(str.isalnum, "".join(words))):
                hint = f"first at {table.at('rows', seen[key])}"
                yield table.finding("the row is there twice", "rows", index, hint=hint)
            seen.setdefault(key, index)


@check("row-order", "warning")
def row_order(content: GameContent, library: Library) -> Findings:
    """Rows that are numbered are in order, without gaps and repeats (a warning): steps such as `2.
    Dice`, and whole numbers or ranges, such as `3-5`, in the first column. Numbers that do not
    count the rows, such as 1, 2, 5, 10, are not compared. Of roll tables, the order is compared.
    """
    for table in content.tables.values():
        for index, column in enumerate(table.value.columns):
            steps = _numbered(table, column, _step)
            wrong = _jumps(steps) if steps and steps[0].first <= 1 else []
            if wrong and steps[wrong[0]].first != 1:
                yield from _out_of_step(table, column, steps, wrong[0])
            roll = table.value.roll
            if column == roll.column if roll else not index:
                counted = _numbered(table, column, _range)
                # Gaps and repeats of roll tables have checks of their own.
                wrong = _falls(counted) if roll else _jumps(counted)
                if _is_odd(counted, wrong) and not (roll and len(wrong) > 1):
                    yield from _out_of_step(table, column, counted, wrong[0])


def _numbered(
    table: Entry[Table], column: str, read: Callable[[Text], tuple[int, int] | None]
) -> list[_Numbers]:
    """The numbers of the rows that have some."""
    found = [(index, read(row.get(column, Text()))) for index, row in enumerate(table.value.rows)]
    return [_Numbers(index, *numbers) for index, numbers in found if numbers]


def _step(text: Text) -> tuple[int, int] | None:
    """The number of a step, the same in all languages."""
    found = {match[1] if (match := _STEP.match(words)) else "" for words in text.values()}
    digits = found.pop() if len(found) == 1 else ""
    return (int(digits), int(digits)) if digits else None


def _range(text: Text) -> tuple[int, int] | None:
    """The whole number or the range in a cell, the same in all languages."""
    totals = agreed_totals(text) if text else None
    if totals is None or totals.least is None or totals.most is None:
        return None
    return totals.least, totals.most


def _jumps(rows: Sequence[_Numbers]) -> list[int]:
    """The places (from 1) where a number does not follow the one before it."""
    pairs = enumerate(pairwise(rows), 1)
    return [place for place, (one, two) in pairs if two.first != one.last + 1]


def _falls(rows: Sequence[_Numbers]) -> list[int]:
    """The places (from 1) where a number is below the one before it."""
    pairs = enumerate(pairwise(rows), 1)
    return [place for place, (one, two) in pairs if two.first < one.first]


def _is_odd(rows: Sequence[_Numbers], jumps: Sequence[int]) -> bool:
    """Whether numbers count the rows, except at one place: a gap that others follow, a repeat, or
    neighbours in the wrong order.
    """
    if not jumps or len(rows) < _ENOUGH or len(jumps) > (len(rows) - 1) / 2:
        return False
    repeats = any(rows[place].first <= rows[place - 1].last for place in jumps)
    return jumps[-1] - jumps[0] <= 2 and (repeats or jumps[-1] < len(rows) - 1)


def _out_of_step(
    table: Entry[Table], column: str, rows: Sequence[_Numbers], place: int
) -> Findings:
    """Report that the numbers of a row do not follow those of the row before it."""
    before, here = rows[place - 1], rows[place]
    message = f"{_shown(here)} does not follow {_shown(before)}"
    yield table.finding(message, "rows", here.row, column)


def _shown(numbers: _Numbers) -> str:
    return f"{numbers.first}" + (f"-{numbers.last}" if numbers.last > numbers.first else "")
