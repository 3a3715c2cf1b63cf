"""Checks of tables that dice are rolled on: each total has one row, and each row a total."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from printgen.library import Entry, GameContent, Library
from printgen.models import Roll, Table, Text
from printgen.problems import Problem, did_you_mean

_DICE = re.compile(r"(\d{0,2})[dD](\d{1,3})")
_NUMBER = r"([-−]?\d{1,4})"
_EXACT = re.compile(_NUMBER)
_BETWEEN = re.compile(rf"{_NUMBER}\s*[-–]\s*{_NUMBER}")
_FROM = re.compile(rf"{_NUMBER}\s*\+")
_UP_TO = re.compile(rf"(?:≤\s*{_NUMBER}|{_NUMBER}\s*[-–])")
MAX_DICE, MAX_SIDES = 20, 100


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of a row, or of a roll: from the least to the most; None where there is no end."""

    least: int | None
    most: int | None

    def within(self, low: int, high: int) -> Iterator[int]:
        """Those between two numbers, both included."""
        least = low if self.least is None else max(low, self.least)
        most = high if self.most is None else min(high, self.most)
        yield from range(least, most + 1)


def read_dice(dice: str) -> tuple[int, int] | None:
    """How many dice of how many sides `2D6` means; None where it means none."""
    match = _DICE.fullmatch(dice.strip())
    if match is None:
        return None
    count, sides = int(match[1] or 1), int(match[2])
    return (count, sides) if 1 <= count <= MAX_DICE and 2 <= sides <= MAX_SIDES else None


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


def reach(roll: Roll) -> tuple[int, int] | None:
    """The least and the most that the dice and what is added to them can give.

    Every total between them comes up: each part steps by one.
    """
    dice = read_dice(roll.dice)
    if dice is None or any(part.min > part.max for part in roll.plus):
        return None
    count, sides = dice
    low, high = sum(part.min for part in roll.plus), sum(part.max for part in roll.plus)
    return count + low, count * sides + high


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


def roll_invalid(content: GameContent, library: Library) -> Iterator[Problem]:
    """A table that dice are rolled on says which (`dice: 2D6`), what is added with its range, and
    which column of its rows holds totals: `7`, `1-6`, `8+` or `5-`, the same in all languages.
    """
    for table, roll in _rolled(content):
        if read_dice(roll.dice) is None:
            message = f"'{roll.dice}' is not a roll of dice"
            yield table.problem("roll-invalid", message, "roll", "dice", hint="as D8 or 2D6")
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
            elif None not in (totals.least, totals.most) and not [*totals.within(-9999, 9999)]:
                message = f"the range {totals.least} to {totals.most} is empty"
                yield table.problem("roll-invalid", message, *path)


def roll_gap(content: GameContent, library: Library) -> Iterator[Problem]:
    """Every total that the dice, and what is added to them, can give has a row."""
    for table, roll in _rolled(content):
        bounds = reach(roll)
        cells = [row.get(roll.column) for row in table.value.rows]
        if bounds is None or not cells or not all(cell and _agreed(cell) for cell in cells):
            continue  # told by roll-invalid, table-row or table-shape
        covered = {total for _, row in _rows(table, roll.column) for total in row.within(*bounds)}
        missing = [total for total in range(bounds[0], bounds[1] + 1) if total not in covered]
        if missing:
            listed = ", ".join(map(str, missing[:5])) + (" …" if missing[5:] else "")
            message = f"no row for {listed}"
            hint = f"the roll gives {bounds[0]} to {bounds[1]}"
            yield table.problem("roll-gap", message, "rows", hint=hint, key=True)


def roll_overlap(content: GameContent, library: Library) -> Iterator[Problem]:
    """No total has two rows."""
    for table, roll in _rolled(content):
        bounds, taken = reach(roll), set[int]()
        for index, row in _rows(table, roll.column) if bounds else ():
            totals = set(row.within(*(bounds or (0, 0))))
            if both := totals & taken:
                message = f"{min(both)} has a row already"
                yield table.problem("roll-overlap", message, "rows", index, roll.column)
            taken |= totals


def roll_unreachable(content: GameContent, library: Library) -> Iterator[Problem]:
    """The totals of a row come up: none that is named lies beyond what the roll can give."""
    for table, roll in _rolled(content):
        bounds = reach(roll)
        for index, row in _rows(table, roll.column) if bounds else ():
            low, high = bounds or (0, 0)
            named = [number for number in (row.least, row.most) if number is not None]
            beyond = [number for number in named if not low <= number <= high]
            if beyond:
                message = f"no roll gives {beyond[0]}"
                hint = f"it gives {low} to {high}"
                path = ("rows", index, roll.column)
                yield table.problem("roll-unreachable", message, *path, hint=hint)
