"""Checks of roll tables: each total has exactly one row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from printgen.analysis.roll_tables import (
    D66,
    agreed_totals,
    dice_totals,
    possible_totals,
    rows_with_totals,
)
from printgen.content.check import Findings, check
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.table import Roll, Table
from printgen.problems import did_you_mean


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
            message = f"no column '{roll.column}'"
            yield table.finding(message, "roll", "column", hint=hint)
            continue
        for index, row in enumerate(table.value.rows):
            if roll.column not in row:
                continue
            totals, path = agreed_totals(row[roll.column]), ("rows", index, roll.column)
            if totals is None:
                message = "not a total, or not the same in all languages"
                hint = "such as 7, 1-6, 8+ or 5-"
                yield table.finding(message, *path, hint=hint)
            elif totals.empty():
                message = f"the range {totals.least} to {totals.most} is empty"
                yield table.finding(message, *path)


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
                path = ("rows", index, roll.column)
                yield table.finding(message, *path, hint=hint)
