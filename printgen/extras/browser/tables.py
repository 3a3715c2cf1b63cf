"""The data of the tool for tables: their words, and what is rolled, drawn, added up and chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.table import Addition, Matrix, Pack, Roll, Table
from printgen.content.models.text import Text
from printgen.extras.browser.assembly import Marked, Tool, marked_text
from printgen.rules.cells import dice_totals, numbers_in, parse_dice, rows_by_total
from printgen.typography.text import with_die_letter

# The rank of a Joker in the values of a table.
JOKER = "joker"

# Totals of a roll from one to another, such as `11-12`.
_RANGE = re.compile(r"(\d+)-(\d+)")


# What scripts read, for JSON.
Data = dict[str, object]


def tables_data(library: Library, game: str) -> Data | None:
    """The tables of a game in their groups; None if it has none."""
    content = library.games[game]
    if not content.tables:
        return None
    return {
        "groups": list(_groups(content)),
        "tables": [_table(content, table) for table in content.tables.values()],
    }


def _groups(content: GameContent) -> Iterator[Data]:
    """The groups that the game declares, then the tables of none, without a title."""
    grouped: set[str] = set()
    for group in content.game.table_groups:
        names = [name for name in group.tables if name in content.tables and name not in grouped]
        grouped.update(names)
        yield {"title": marked_text(group.title, content), "tables": names}
    if rest := [name for name in content.tables if name not in grouped]:
        yield {"title": None, "tables": rest}


def _table(content: GameContent, entry: Entry[Table]) -> Data:
    """A table. `rulings` are the notes of the edition about it."""
    table = entry.value
    result: Data = {
        "id": entry.id,
        "title": marked_text(table.title, content),
        "columns": [marked_text(text, content) for text in table.columns.values()],
        "rows": [_row(content, table, row) for row in table.rows],
        "two_way": table.two_way or bool(table.matrix),
        "rulings": [marked_text(text, content) for text in table.errata],
    }
    if table.note:
        result["note"] = marked_text(table.note, content)
    if table.matrix:
        result["matrix"] = _matrix(content, table.matrix)
    if table.roll:
        result["roll"] = _roll(content, entry, table.roll)
    if table.pack:
        result["pack"] = _pack(content, table, table.pack)
    if table.adds:
        result["adds"] = _sum(content, table, table.adds)
    return result


def _row(content: GameContent, table: Table, row: dict[str, Text]) -> list[Marked]:
    """The cells of a row in the order of the columns; totals of a roll with an en dash."""
    cells = [marked_text(row[key], content) if key in row else {} for key in table.columns]
    if table.roll and table.roll.column in table.columns:
        place = [*table.columns].index(table.roll.column)
        cells[place] = {lang: _RANGE.sub(r"\1–\2", words) for lang, words in cells[place].items()}
    return cells


def _matrix(content: GameContent, matrix: Matrix) -> Data:
    """A matrix: the words of both axes, and its cells by row."""
    ranks = content.game.scales[matrix.scale].ranks
    return {
        "rows_label": marked_text(matrix.rows_label, content),
        "columns_label": marked_text(matrix.columns_label, content),
        "rows": [marked_text(ranks[name].label, content) for name in matrix.rows],
        "columns": [marked_text(ranks[name].label, content) for name in matrix.columns],
        "cells": [[str(cell) for cell in matrix.cells[name]] for name in matrix.rows],
        "impossible": matrix.impossible,
    }


def _roll(content: GameContent, entry: Entry[Table], roll: Roll) -> Data:
    """The dice of a table, what is added to them, with its range in play, and the row of each
    total. `tens`: the first die has the tens, the second the units.
    """
    dice = parse_dice(roll.dice)
    count, sides = dice or (2, 6)
    return {
        "words": {
            lang: with_die_letter(roll.dice.upper(), lang) for lang in content.game.languages
        },
        "count": count,
        "sides": sides,
        "tens": dice is None and dice_totals(roll.dice) is not None,
        "plus": [
            {"label": marked_text(part.label, content), "min": part.min, "max": part.max}
            for part in roll.plus
        ],
        "rows": {str(total): row for total, row in rows_by_total(entry).items()},
    }


def _pack(content: GameContent, table: Table, pack: Pack) -> Data:
    """A pack: a card of each rank in each suit, and Jokers with their row."""
    rows: dict[str, int] = {}
    for index, value in enumerate(table.values[pack.column]):
        if value is not None:
            names = value if isinstance(value, list) else [str(value)]
            rows |= dict.fromkeys(names, index)
    ranks = content.game.scales[pack.ranks].ranks
    return {
        "suits": [
            {"symbol": suit.symbol, "label": marked_text(suit.label, content), "red": suit.red}
            for suit in content.game.suits.values()
        ],
        "ranks": [
            {
                "label": marked_text(rank.label, content),
                "name": marked_text(rank.name or rank.label, content),
                "row": rows[id],
            }
            for id, rank in ranks.items()
        ],
        "jokers": pack.jokers,
        "joker_row": rows.get(JOKER, 0),
    }


def _sum(content: GameContent, table: Table, adds: Addition) -> Data:
    """Numbers that add up: their column, those of the rows, and rows of which only one applies at a
    time.
    """
    first = content.first_language
    numbers: list[int | None] = []
    for row in table.rows:
        text = row[adds.column]
        found = numbers_in(text[text.language_for(first, first)])
        numbers.append(found[0] if found else None)
    return {
        "column": [*table.columns].index(adds.column),
        "numbers": numbers,
        "one_of": [
            [index for index, value in enumerate(table.values[name]) if value is not None]
            for name in adds.one_of
        ],
    }


TABLES = Tool(
    "tables",
    tables_data,
    tuple(f"browser/{name}" for name in ("marked", "dice", "tables-rules", "table", "tables")),
    ("browser/tables",),
)
