"""Checks of tables, scales and decks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from printgen.content.check import Findings, check
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.table import Matrix, Table
from printgen.problems import did_you_mean


@check("table-shape")
def table_shape(content: GameContent, library: Library) -> Findings:
    """A table is either a matrix, or columns with rows."""
    for table in content.tables.values():
        listed = bool(table.value.columns) and bool(table.value.rows)
        if bool(table.value.matrix) == listed or (
            not listed and bool(table.value.columns) != bool(table.value.rows)
        ):
            message = "a table has either `matrix`, or `columns` and `rows`"
            yield table.finding(message)


@check("table-row")
def table_row(content: GameContent, library: Library) -> Findings:
    """A table row has one cell for each column and no others; values are one per row."""
    for table in content.tables.values():
        for index, row in enumerate(table.value.rows):
            for column in row:
                if column not in table.value.columns:
                    hint = did_you_mean(column, table.value.columns)
                    path = ("rows", index, column)
                    yield table.finding(f"no column '{column}'", *path, hint=hint, key=True)
            for column in table.value.columns:
                if column not in row:
                    message = f"the column '{column}' has no cell"
                    yield table.finding(message, "rows", index)
        for column, values in table.value.values.items():
            if len(values) != len(table.value.rows):
                message = f"'{column}' has {len(values)} values for {len(table.value.rows)} rows"
                yield table.finding(message, "values", column)


def _matrices(content: GameContent) -> Iterator[tuple[Entry[Table], Matrix]]:
    for table in content.tables.values():
        if table.value.matrix:
            yield table, table.value.matrix


@check("matrix-rank-unknown")
def matrix_rank_unknown(content: GameContent, library: Library) -> Findings:
    """The rows and columns of a matrix are ranks of a scale of the game."""
    for table, matrix in _matrices(content):
        scale = content.game.scales.get(matrix.scale)
        if scale is None:
            hint = did_you_mean(matrix.scale, content.game.scales)
            path = ("matrix", "scale")
            message = f"no scale '{matrix.scale}'"
            yield table.finding(message, *path, hint=hint)
            continue
        for side, ids in (("rows", matrix.rows), ("columns", matrix.columns)):
            for index, name in enumerate(ids):
                if name not in scale.ranks:
                    hint = did_you_mean(name, scale.ranks)
                    message = f"'{name}' is not in the scale '{matrix.scale}'"
                    yield table.finding(message, "matrix", side, index, hint=hint)


@check("matrix-complete")
def matrix_complete(content: GameContent, library: Library) -> Findings:
    """A matrix has a row of cells for each rank of its rows, and a cell for each column."""
    for table, matrix in _matrices(content):
        for name in matrix.rows:
            if name not in matrix.cells:
                message = f"the row '{name}' has no cells"
                yield table.finding(message, "matrix", "cells", key=True)
        for name, cells in matrix.cells.items():
            path = ("matrix", "cells", name)
            if name not in matrix.rows:
                hint = did_you_mean(name, matrix.rows)
                message = f"no row '{name}'"
                yield table.finding(message, *path, hint=hint, key=True)
            elif len(cells) != len(matrix.columns):
                message = f"{len(cells)} cells for {len(matrix.columns)} columns"
                yield table.finding(message, *path)


@check("matrix-order")
def matrix_order(content: GameContent, library: Library) -> Findings:
    """The rows and columns of a matrix are in the order of their scale, each once."""
    for table, matrix in _matrices(content):
        scale = content.game.scales.get(matrix.scale)
        order = {name: place for place, name in enumerate(scale.ranks)} if scale else {}
        for side, ids in (("rows", matrix.rows), ("columns", matrix.columns)):
            for index, (before, after) in enumerate(pairwise(ids), start=1):
                if before in order and after in order and order[before] >= order[after]:
                    message = f"'{after}' is after '{before}'"
                    hint = f"follow the order of the scale '{matrix.scale}', without repeats"
                    yield table.finding(message, "matrix", side, index, hint=hint)


@check("matrix-impossible")
def matrix_impossible(content: GameContent, library: Library) -> Findings:
    """A cell is marked impossible exactly where the rank of its column is below that of its row."""
    for table, matrix in _matrices(content):
        scale = content.game.scales.get(matrix.scale)
        order = {name: place for place, name in enumerate(scale.ranks)} if scale else {}
        for row, cells in matrix.cells.items():
            for index, (column, cell) in enumerate(zip(matrix.columns, cells, strict=False)):
                if row not in order or column not in order:
                    continue
                below = order[column] < order[row]
                if below != (cell == matrix.impossible) or (not below and isinstance(cell, str)):
                    hint = f"expected {matrix.impossible if below else 'a number'}"
                    message = f"'{cell}' in column '{column}' of row '{row}'"
                    yield table.finding(message, "matrix", "cells", row, index, hint=hint)


@check("matrix-monotone")
def matrix_monotone(content: GameContent, library: Library) -> Findings:
    """The numbers of a matrix fall or rise downwards (`down`) and across (`across`) as it declares;
    equal neighbours are allowed.

    In a conflict table, damage never rises with the hand of the loser, and never falls with the
    hand of the winner.
    """
    for table, matrix in _matrices(content):
        grid = [(row, matrix.cells.get(row, [])) for row in matrix.rows]
        down = [
            (row, index, above[index], cell)
            for (_, above), (row, cells) in pairwise(grid)
            for index, cell in enumerate(cells[: len(above)])
        ]
        across = [
            (row, index, left, cell)
            for row, cells in grid
            for index, (left, cell) in enumerate(pairwise(cells), start=1)
        ]
        ways = ((matrix.down, "down", down), (matrix.across, "across", across))
        for direction, word, steps in ways:
            for row, index, first, second in steps:
                if isinstance(first, int) and isinstance(second, int):
                    turns = second > first if direction == "falls" else second < first
                    if direction and turns:
                        message = f"{second} after {first}, but `{word}: {direction}`"
                        path = ("matrix", "cells", row, index)
                        yield table.finding(message, *path)


def _cards(content: GameContent) -> Iterator[tuple[str, str, str]]:
    """Every card of every pile, as (pile, suit, rank)."""
    for name, pile in content.game.deck.piles.items() if content.game.deck else ():
        for suit in pile.suits:
            for rank in pile.ranks:
                yield name, suit, rank


@check("deck-rank-unknown")
def deck_rank_unknown(content: GameContent, library: Library) -> Findings:
    """The ranks of a deck and its piles are ranks of a scale of the game."""
    deck = content.game.deck
    if deck is None:
        return
    scale = content.game.scales.get(deck.ranks)
    if scale is None:
        hint = did_you_mean(deck.ranks, content.game.scales)
        message = f"no scale '{deck.ranks}'"
        yield content.entry.finding(message, "deck", "ranks", hint=hint)
        return
    for name, pile in deck.piles.items():
        for index, rank in enumerate(pile.ranks):
            if rank not in scale.ranks:
                path = ("deck", "piles", name, "ranks", index)
                hint = did_you_mean(rank, scale.ranks)
                message = f"no rank '{rank}'"
                yield content.entry.finding(message, *path, hint=hint)


@check("pile-overlap")
def pile_overlap(content: GameContent, library: Library) -> Findings:
    """A card is in at most one pile, and only once in it."""
    taken: dict[tuple[str, str], str] = {}
    reported: set[str] = set()
    for pile, suit, rank in _cards(content):
        other = taken.get((suit, rank))
        taken.setdefault((suit, rank), pile)
        if other is not None and pile not in reported:
            reported.add(pile)
            message = f"{rank} of {suit} is in the pile '{other}' already"
            yield content.entry.finding(message, "deck", "piles", pile, key=True)


@check("pile-incomplete")
def pile_incomplete(content: GameContent, library: Library) -> Findings:
    """Every card of a deck is in a pile."""
    deck = content.game.deck
    scale = content.game.scales.get(deck.ranks) if deck else None
    if deck is None or scale is None or not deck.piles:
        return
    dealt = {(suit, rank) for _, suit, rank in _cards(content)}
    left = [(s, r) for s in content.game.suits for r in scale.ranks if (s, r) not in dealt]
    if left:
        suit, rank = left[0]
        message = f"no pile has the {rank} of {suit}"
        message += f" and {len(left) - 1} other cards" if left[1:] else ""
        yield content.entry.finding(message, "deck", "piles", key=True)
