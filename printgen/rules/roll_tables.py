"""Roll tables: the possible totals of their dice, the totals of each row, and the checks
of both.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.table import Roll, Table
from printgen.content.models.text import Text
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check

# --- roll tables: the possible totals of their dice, and the totals of each row -------------------


# `[0-9]`, because `\d` matches the digits of all scripts.
_DICE = re.compile(r"([0-9]{0,2})[dD]([0-9]{1,3})")

_NUMBER = r"([-−]?[0-9]{1,4})"

_EXACT = re.compile(_NUMBER)

_BETWEEN = re.compile(rf"{_NUMBER}\s*[-–]\s*{_NUMBER}")

_FROM = re.compile(rf"{_NUMBER}\s*\+")

_UP_TO = re.compile(rf"(?:≤\s*{_NUMBER}|{_NUMBER}\s*[-–])")

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


def _whole(digits: str) -> int:
    return int(digits.replace("−", "-"))


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
