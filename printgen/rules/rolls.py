"""Checks of tables that dice are rolled on: each total has one row, and each row a total."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from printgen.library import Entry, GameContent, Library
from printgen.models import Roll, Table, Text
from printgen.problems import Problem, did_you_mean

# `[0-9]`: `\d` would take the digits of every script.
_DICE = re.compile(r"([0-9]{0,2})[dD]([0-9]{1,3})")
_NUMBER = r"([-−]?[0-9]{1,4})"
_EXACT = re.compile(_NUMBER)
_BETWEEN = re.compile(rf"{_NUMBER}\s*[-–]\s*{_NUMBER}")
_FROM = re.compile(rf"{_NUMBER}\s*\+")
_UP_TO = re.compile(rf"(?:≤\s*{_NUMBER}|{_NUMBER}\s*[-–])")
MAX_DICE, MAX_SIDES = 20, 100
# Two dice read as tens and units.
D66 = tuple(tens + units for tens in range(10, 70, 10) for units in range(1, 7))


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of a row: from the least to the most; None where there is no end."""

    least: int | None
    most: int | None

    def empty(self) -> bool:
        return self.least is not None and self.most is not None and self.least > self.most

    def among(self, totals: Sequence[int]) -> slice:
        """Which of `totals`, that stand in order, lie within: always a run of them."""
        start = 0 if self.least is None else bisect_left(totals, self.least)
        stop = len(totals) if self.most is None else bisect_right(totals, self.most)
        return slice(start, max(start, stop))


def read_dice(dice: str) -> Sequence[int] | None:
    """The totals that `2D6` or `D66` gives, in order; None where it means no dice."""
    match = _DICE.fullmatch(dice.strip())
    if match and int(match[2]) == 66:
        return D66 if int(match[1] or 1) == 1 else None
    count, sides = dice_of(dice) or (0, 0)
    return range(count, count * sides + 1) if count else None


def dice_of(dice: str) -> tuple[int, int] | None:
    """How many dice of how many sides `2D6` means; None for D66, and where it means no dice."""
    match = _DICE.fullmatch(dice.strip())
    if match is None or int(match[2]) == 66:
        return None
    count, sides = int(match[1] or 1), int(match[2])
    known = 1 <= count <= MAX_DICE and 2 <= sides <= MAX_SIDES
    return (count, sides) if known else None


def read_totals(words: str) -> Totals | None:
    """The totals that a cell states: `7`, `1-6`, `8+`, `5-` or `≤ 5`; None for other words."""
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


def _whole(digits: str) -> int:
    return int(digits.replace("−", "-"))


def reach(roll: Roll) -> Sequence[int] | None:
    """The totals that come up, in order, with what is added to the dice; None where that is wrong.

    With something added it is every total from the least to the most: each part steps by one.
    """
    totals = read_dice(roll.dice)
    if totals is None or not roll.plus:
        return totals
    if totals is D66 or any(part.min > part.max for part in roll.plus):
        return None
    low, high = sum(part.min for part in roll.plus), sum(part.max for part in roll.plus)
    return range(totals[0] + low, totals[-1] + high + 1)


def _rolled(content: GameContent) -> Iterator[tuple[Entry[Table], Roll]]:
    for table in content.tables.values():
        if table.value.roll:
            yield table, table.value.roll


def _rows(table: Entry[Table], column: str) -> Iterator[tuple[int, Totals]]:
    """The rows whose totals can be read, by their index."""
    for index, row in enumerate(table.value.rows):
        found = _agreed(row[column]) if column in row else None
        if found:
            yield index, found


def _agreed(text: Text) -> Totals | None:
    """The totals of a cell, when all languages state the same."""
    (first, *others) = [read_totals(words) for words in text.values()]
    return first if all(other == first for other in others) else None


def rows_by_total(table: Entry[Table]) -> dict[int, int]:
    """The index of the row that each total leads to; nothing where that cannot be read."""
    roll = table.value.roll
    totals = (reach(roll) if roll else None) or ()
    found: dict[int, int] = {}
    for index, row in _rows(table, roll.column) if roll else ():
        for total in totals[row.among(totals)]:
            found.setdefault(total, index)
    return found


def _take(taken: bytearray, among: slice) -> None:
    """Mark a run of totals, a byte each: sets of them made tables of many wide rows slow."""
    taken[among] = b"\1" * (among.stop - among.start)


def _free(taken: bytearray) -> Iterator[int]:
    """The indexes of the totals that no row has taken."""
    index = taken.find(0)
    while index >= 0:
        yield index
        index = taken.find(0, index + 1)


def _said(totals: Sequence[int]) -> str:
    return "11 to 16, 21 to 26 … 61 to 66" if totals is D66 else f"{totals[0]} to {totals[-1]}"


def roll_invalid(content: GameContent, library: Library) -> Iterator[Problem]:
    """A table that dice are rolled on says which (`dice: 2D6`), what is added with its range, and
    which column of its rows holds totals: `7`, `1-6`, `8+` or `5-`, the same in all languages.
    `dice: D66` is two dice read as tens and units, 11 to 66, to which nothing is added.
    """
    for table, roll in _rolled(content):
        dice = read_dice(roll.dice)
        if dice is None:
            message, hint = f"'{roll.dice}' is not a roll of dice", "as D8, 2D6 or D66"
            yield table.problem("roll-invalid", message, "roll", "dice", hint=hint)
        if dice is D66 and roll.plus:
            message = "nothing is added to D66: its two dice are read as tens and units"
            yield table.problem("roll-invalid", message, "roll", "plus", key=True)
        for index, part in enumerate(roll.plus):
            if part.min > part.max:
                message = f"the range {part.min} to {part.max} is empty"
                yield table.problem("roll-invalid", message, "roll", "plus", index, "min")
        if table.value.matrix or roll.column not in table.value.columns:
            hint = did_you_mean(roll.column, table.value.columns)
            message = f"the table has no column '{roll.column}'"
            yield table.problem("roll-invalid", message, "roll", "column", hint=hint)
            continue
        for index, row in enumerate(table.value.rows):
            if roll.column not in row:
                continue
            totals, path = _agreed(row[roll.column]), ("rows", index, roll.column)
            if totals is None:
                message = "this is not a total, or not the same in all languages"
                hint = "as 7, 1-6, 8+ or 5-"
                yield table.problem("roll-invalid", message, *path, hint=hint)
            elif totals.empty():
                message = f"the range {totals.least} to {totals.most} is empty"
                yield table.problem("roll-invalid", message, *path)


def roll_gap(content: GameContent, library: Library) -> Iterator[Problem]:
    """Every total that the dice, and what is added to them, can give has a row."""
    for table, roll in _rolled(content):
        totals, rows = reach(roll), list(_rows(table, roll.column))
        if totals is None or not rows or len(rows) < len(table.value.rows):
            continue  # told by roll-invalid, table-row or table-shape
        taken = bytearray(len(totals))
        for _, row in rows:
            _take(taken, row.among(totals))
        missing = [totals[index] for index in islice(_free(taken), 6)]
        if missing:
            listed = ", ".join(map(str, missing[:5])) + (" …" if missing[5:] else "")
            message, hint = f"no row for {listed}", f"the roll gives {_said(totals)}"
            yield table.problem("roll-gap", message, "rows", hint=hint, key=True)


def roll_overlap(content: GameContent, library: Library) -> Iterator[Problem]:
    """No total has two rows."""
    for table, roll in _rolled(content):
        totals = reach(roll) or ()
        taken = bytearray(len(totals))
        for index, row in _rows(table, roll.column):
            among = row.among(totals)
            first = taken.find(1, among.start, among.stop)
            if first >= 0:
                message = f"{totals[first]} has a row already"
                yield table.problem("roll-overlap", message, "rows", index, roll.column)
            _take(taken, among)


def roll_unreachable(content: GameContent, library: Library) -> Iterator[Problem]:
    """The totals of a row come up: none that is named lies beyond what the roll can give."""
    for table, roll in _rolled(content):
        totals = reach(roll) or ()
        for index, row in _rows(table, roll.column) if totals else ():
            named = [number for number in (row.least, row.most) if number is not None]
            beyond = [number for number in named if number not in totals]
            if beyond:
                message, hint = f"no roll gives {beyond[0]}", f"it gives {_said(totals)}"
                path = ("rows", index, roll.column)
                yield table.problem("roll-unreachable", message, *path, hint=hint)
