"""Tables as plain data for templates."""

from __future__ import annotations

import re
from typing import Any

from markupsafe import Markup

from printgen.content.library import Entry, GameContent
from printgen.content.models import Roll, Table, Text
from printgen.typography.text import plain, say
from printgen.typography.typeset import typeset

View = dict[str, Any]


def table_view(content: GameContent, table: Entry[Table], lang: str) -> View:
    """A table as a head and rows of cells, whatever its shape."""
    value = table.value
    view: View = {
        "id": table.id,
        "title": say(value.title, lang, content),
        "note": say(value.note, lang, content) if value.note else "",
        "roll": _roll(value.roll, lang, content) if value.roll else "",
        "matrix": None,
        "columns": [say(text, lang, content) for text in value.columns.values()],
        "keys": list(value.columns),
        "rows": [_row(value, row, lang, content) for row in value.rows],
    }
    if value.matrix:
        ranks = content.game.scales[value.matrix.scale].ranks
        matrix = plain(value.matrix, lang, content)
        view["matrix"] = {
            "rows_label": matrix["rows_label"],
            "columns_label": matrix["columns_label"],
            "columns": [say(ranks[name].label, lang, content) for name in value.matrix.columns],
            "rows": [
                {
                    "label": say(ranks[name].label, lang, content),
                    "cells": [
                        {"text": str(cell), "impossible": cell == value.matrix.impossible}
                        for cell in value.matrix.cells[name]
                    ],
                }
                for name in value.matrix.rows
            ],
        }
    return view


def _row(table: Table, row: dict[str, Text], lang: str, content: GameContent) -> View:
    """The cells of a row; the totals of a roll with a dash between them."""
    cells: View = plain(row, lang, content)
    if table.roll and table.roll.column in cells:
        column = table.roll.column
        cells[column] = Markup(re.sub(r"(?<=\d)-(?=\d)", "–", cells[column]))  # noqa: S704 - typeset
    return cells


def _roll(roll: Roll, lang: str, content: GameContent) -> str:
    """What is rolled on a table: the dice, and what is added with its range."""
    parts = [typeset(roll.dice.upper(), lang)]
    for part in roll.plus:
        limits = f" ({part.min} – {part.max})".replace("-", "−")
        parts.append(Markup(say(part.label, lang, content)) + limits)  # noqa: S704 - typeset
    return Markup(" + ").join(parts)
