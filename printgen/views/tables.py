"""Tables as plain data for templates."""

from __future__ import annotations

import re
from typing import NotRequired, TypedDict

from markupsafe import Markup

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.table import Matrix, Roll, Table
from printgen.content.models.text import Text
from printgen.typography.language import NO_BREAK
from printgen.typography.text import say, say_or_empty, typeset, with_die_letter

# Totals of a roll from one to another with a hyphen, such as `11-12`.
_RANGE = re.compile(r"(\d+)-(\d+)")


class MatrixCellView(TypedDict):
    """A cell of a matrix; `impossible` marks a combination that cannot occur."""

    text: str
    impossible: bool


class MatrixRowView(TypedDict):
    """A row of a matrix."""

    label: str
    cells: list[MatrixCellView]


class MatrixView(TypedDict):
    """A matrix: the titles of both axes, the labels of the columns, the rows."""

    rows_label: str
    columns_label: str
    columns: list[str]
    rows: list[MatrixRowView]


class ListedTable(TypedDict):
    """A table as the macro `listed` prints it: a matrix, or rows of cells by the keys of `keys`."""

    title: str
    note: str
    roll: str
    matrix: MatrixView | None
    columns: list[str]
    keys: list[str]
    rows: list[dict[str, str]]


class TableView(ListedTable):
    """A table of a game; in a scenario, `anchor` is the id that references to it link to."""

    id: str
    anchor: NotRequired[str]


def table_view(library: Library, table: Entry[Table], lang: str) -> TableView:
    """A table as column titles and rows of cells, or as a matrix."""
    content, value = library.games[table.game], table.value
    return {
        "id": table.id,
        "title": say(value.title, lang, content),
        "note": say_or_empty(value.note, lang, content),
        "roll": _roll_text(value.roll, lang, content) if value.roll else "",
        "matrix": _matrix_view(value.matrix, lang, content) if value.matrix else None,
        "columns": [say(text, lang, content) for text in value.columns.values()],
        "keys": list(value.columns),
        "rows": [_row_view(value, row, lang, content) for row in value.rows],
    }


def _matrix_view(matrix: Matrix, lang: str, content: GameContent) -> MatrixView:
    ranks = content.game.scales[matrix.scale].ranks
    return {
        "rows_label": say(matrix.rows_label, lang, content),
        "columns_label": say(matrix.columns_label, lang, content),
        "columns": [say(ranks[name].label, lang, content) for name in matrix.columns],
        "rows": [
            {
                "label": say(ranks[name].label, lang, content),
                "cells": [
                    {"text": str(cell), "impossible": cell == matrix.impossible}
                    for cell in matrix.cells[name]
                ],
            }
            for name in matrix.rows
        ],
    }


def _row_view(
    table: Table, row: dict[str, Text], lang: str, content: GameContent
) -> dict[str, str]:
    """The cells of a row; totals of a roll as ranges with an en dash, at which no line breaks."""
    cells = {key: say(text, lang, content) for key, text in row.items()}
    if table.roll and table.roll.column in cells:
        column = table.roll.column
        whole = _RANGE.sub(r'<span class="unbroken">\1–\2</span>', str(cells[column]))
        cells[column] = Markup(whole)  # noqa: S704 - typeset
    return cells


def _roll_text(roll: Roll, lang: str, content: GameContent) -> str:
    """The dice of a roll and its modifiers with their ranges, such as `D6 + Nerve (0–3)`."""
    parts = [typeset(with_die_letter(roll.dice.upper(), lang), lang)]
    for modifier in roll.plus:
        dash = f"{NO_BREAK}–{NO_BREAK}" if modifier.min < 0 else "–"
        limits = typeset(f"({modifier.min}{dash}{modifier.max})", lang)
        parts.append(Markup(say(modifier.label, lang, content)) + " " + limits)  # noqa: S704 - typeset
    return Markup(" + ").join(parts)
