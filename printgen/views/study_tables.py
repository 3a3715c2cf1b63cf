"""The answers of studies as tables that fit a column: turned, folded or cut where too wide.

The tables are such as the macro `listed` of books prints.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from printgen.content.theme import ChartTheme, Typeface
from printgen.typography.measure import text_width
from printgen.typography.text import plain_words

View = dict[str, Any]


# The column (mm) of an A5 book, and what borders and padding take of a cell.
ROOM = 112.0

_PADDING = 2.6

# The size (mm) of the type of tables, and how wide the names of rows get at most.
_SIZE, _NAMES = 3.5, 32.0

# A table with more rows is folded into two side by side, in type that is so much smaller, where
# there is room.
_TALL, _FOLDED = 24, 0.86

# What stands beside the numbers of a row has at least this much room.
_BESIDE = 30.0


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: `down` names its rows, `across` its columns; `beside` is what follows each row."""

    down: str
    across: str
    labels: list[str]
    columns: list[str]
    cells: list[list[str]]
    beside_name: str = ""
    beside: list[str] | None = None
    unit: str = ""

    def turned(self) -> Grid:
        """Columns for rows."""
        cells = [list(row) for row in zip(*self.cells, strict=True)]
        return Grid(self.across, self.down, self.columns, self.labels, cells, unit=self.unit)

    def cut(self, start: int, end: int) -> Grid:
        """Some of the columns."""
        cells = [row[start:end] for row in self.cells]
        return replace(self, columns=self.columns[start:end], cells=cells)

    def bare(self) -> Grid:
        """Percentages without their sign, which the name of the columns bears."""
        if not any("%" in cell for row in self.cells for cell in row):
            return self
        cells = [[_bare(cell) for cell in row] for row in self.cells]
        return replace(self, cells=cells, unit="%")


def study_tables(view: View, look: ChartTheme, title: str, room: float = ROOM) -> list[View]:
    """The tables that show an answer (its view) in a column `room` mm wide."""
    beside = [row["beside"] for row in view["rows"]]
    grid = Grid(
        view["down"],
        view["across"],
        [row["label"] for row in view["rows"]],
        view["columns"],
        [row["cells"] for row in view["rows"]],
        view["beside"],
        beside if any(beside) else None,
    )
    found = _fitted(grid, look, room)
    tables = [_table(part, title, look, room) for part in found]
    for number, table in enumerate(tables[1:], 2):
        table["title"] = Markup("{} ({}/{})").format(title, number, len(tables))
    return tables


def _fitted(grid: Grid, look: ChartTheme, room: float) -> list[Grid]:
    """The grid, bare or turned where that makes it narrow enough; else cut into several.

    Of those that are tall, one that can be folded comes first.
    """
    choices = [grid, grid.bare()]
    if grid.beside is None and (len(grid.labels) > 1 or len(grid.columns) > 12):
        choices += [grid.turned(), grid.turned().bare()]
    narrow = [choice for choice in choices if _width(choice, look) <= room]
    tall = [choice for choice in narrow if len(choice.labels) > _TALL]
    if narrow and narrow == tall:
        return [next((choice for choice in tall if _folds(choice, look, room)), tall[0])]
    if narrow:
        return [next(choice for choice in narrow if choice not in tall)]
    last = grid.bare()
    widths = range(1, len(last.columns) + 1)
    each = max(1, bisect_right(widths, room, key=lambda many: _width(last.cut(0, many), look)))
    # Parts of one size, as far as can be.
    parts = -(-len(last.columns) // each)
    each = -(-len(last.columns) // parts)
    return [last.cut(start, start + each) for start in range(0, len(last.columns), each)]


def _width(grid: Grid, look: ChartTheme) -> float:
    """How wide (mm) a grid is at least. Its columns are equal."""
    cells = max(_wide(cell, look.figures) for row in grid.cells for cell in row)
    heads = max(_longest(name, look.words) for name in grid.columns)
    beside = _BESIDE if grid.beside else 0.0
    return _names(grid, look) + (max(cells, heads) + _PADDING) * len(grid.columns) + beside


def _folds(grid: Grid, look: ChartTheme, room: float) -> bool:
    """Whether a tall grid has room for two halves side by side, no column wider than it must be."""
    head = [grid.down, *grid.columns]
    rows = [[label, *row] for label, row in zip(grid.labels, grid.cells, strict=True)]
    widest = [
        max(_longest(name, look.words), *(_wide(cell, look.figures) for cell in column))
        for name, column in zip(head, zip(*rows, strict=True), strict=True)
    ]
    least = sum(widest) + 2.0 * len(widest)
    return len(rows) > _TALL and grid.beside is None and 2 * _FOLDED * least <= room


def _names(grid: Grid, look: ChartTheme) -> float:
    """The room that the names of rows want."""
    names = [grid.down, *grid.labels]
    widest = max(_wide(name, look.words) for name in names)
    return max(min(widest, _NAMES), *(_longest(n, look.words) for n in names)) + _PADDING


def _wide(words: str, face: Typeface) -> float:
    return text_width(plain_words(words), face, _SIZE)


def _longest(words: str, face: Typeface) -> float:
    return max((text_width(w, face, _SIZE) for w in plain_words(words).split(" ")), default=0.0)


def _bare(cell: str) -> str:
    return Markup(cell.replace("%", "").rstrip(" \u00a0\u202f"))  # noqa: S704 - it was typeset


def _table(grid: Grid, title: str, look: ChartTheme, room: float) -> View:
    """A grid as what `listed` prints: a matrix where both sides have names, or a list of rows."""
    share = 100 * _names(grid, look) / room
    table: View = {
        # How much of the width the names take, in per cent: one of a few.
        "names": next((n for n in (12, 16, 20, 25, 30) if share <= n), 35),
        "folded": False,
        "title": title,
        "note": "",
        "roll": "",
        "matrix": None,
        "columns": [],
        "keys": [],
        "rows": [],
    }
    if grid.beside is None and len(grid.labels) <= _TALL:
        table["matrix"] = {
            "rows_label": grid.down,
            "columns_label": _named(grid),
            "columns": grid.columns,
            "rows": [
                {"label": label, "cells": [{"text": c, "impossible": c == "–"} for c in row]}
                for label, row in zip(grid.labels, grid.cells, strict=True)
            ],
        }
        return table
    head = [grid.down, *grid.columns] + ([grid.beside_name] if grid.beside else [])
    rows = [[label, *row] for label, row in zip(grid.labels, grid.cells, strict=True)]
    if grid.beside:
        rows = [[*row, more] for row, more in zip(rows, grid.beside, strict=True)]
    elif _folds(grid, look, room):
        head, rows, table["folded"] = head + head, _folded(rows), True
    if grid.unit and not grid.beside:
        table["title"] = Markup("{} ({})").format(title, grid.unit)
    keys = [f"c{index}" for index in range(len(head))]
    table |= {"columns": head, "keys": keys}
    table["rows"] = [dict(zip(keys, row, strict=True)) for row in rows]
    return table


def _named(grid: Grid) -> str:
    """What the columns are, and the unit of the numbers where they do not bear it."""
    if not grid.unit:
        return grid.across
    return Markup("{} ({})").format(grid.across, grid.unit) if grid.across else grid.unit


def _folded(rows: list[list[str]]) -> list[list[str]]:
    """Rows with the second half beside the first."""
    half = -(-len(rows) // 2)
    empty = [""] * len(rows[0])
    second = [*rows[half:], *[empty] * (2 * half - len(rows))]
    return [left + right for left, right in zip(rows[:half], second, strict=True)]
