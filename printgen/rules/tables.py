"""Checks of tables, scales and decks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.playing_cards import Scale
from printgen.content.models.table import Addition, Matrix, Pack, Table, TableValue
from printgen.content.models.text import Text
from printgen.problems import did_you_mean
from printgen.rules.cells import agreed_totals, numbers_in
from printgen.rules.check import Findings, check, unknown


@check("table-shape")
def table_shape(content: GameContent, library: Library) -> Findings:
    """A table is either a matrix, or columns with rows."""
    for table in content.tables.values():
        listed = bool(table.value.columns) and bool(table.value.rows)
        if bool(table.value.matrix) == listed or (
            not listed and bool(table.value.columns) != bool(table.value.rows)
        ):
            yield table.finding("a table has either `matrix`, or `columns` and `rows`")


@check("table-row")
def table_row(content: GameContent, library: Library) -> Findings:
    """A table row has one cell for each column and no others; values are one per row."""
    for table in content.tables.values():
        for index, row in enumerate(table.value.rows):
            for column in row:
                known, path = table.value.columns, ("rows", index, column)
                yield from unknown(table, "column", column, known, *path, key=True)
            for column in table.value.columns:
                if column not in row:
                    yield table.finding(f"the column '{column}' has no cell", "rows", index)
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
        scales, path = content.game.scales, ("matrix", "scale")
        yield from unknown(table, "scale", matrix.scale, scales, *path)
        if (scale := scales.get(matrix.scale)) is None:
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
                yield table.finding(f"the row '{name}' has no cells", "matrix", "cells", key=True)
        for name, cells in matrix.cells.items():
            path = ("matrix", "cells", name)
            if name not in matrix.rows:
                yield from unknown(table, "row", name, matrix.rows, *path, key=True)
            elif len(cells) != len(matrix.columns):
                yield table.finding(f"{len(cells)} cells for {len(matrix.columns)} columns", *path)


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
                        yield table.finding(message, "matrix", "cells", row, index)


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
    scales = content.game.scales
    yield from unknown(content.entry, "scale", deck.ranks, scales, "deck", "ranks")
    scale = scales.get(deck.ranks)
    for name, pile in deck.piles.items() if scale else ():
        for index, rank in enumerate(pile.ranks):
            path = ("deck", "piles", name, "ranks", index)
            yield from unknown(content.entry, "rank", rank, scale.ranks if scale else (), *path)


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


# --- checks of the rows of tables: rows that are repeated, missing or out of order ----------------


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


# --- checks of what the play aid does with tables: sums, cards that are drawn, groups -------------


JOKER = "joker"


@check("table-use")
def table_use(content: GameContent, library: Library) -> Findings:
    """The keys `adds`, `pack` and `two_way` of a table suit its columns: a cell that is added up
    has one number at most, the same in all languages; each card of a pack has exactly one row; a
    two-way table has at least two columns beside the first.
    """
    for table in content.tables.values():
        if table.value.adds:
            yield from _wrong_sums(table, table.value.adds)
        if table.value.pack:
            pack = table.value.pack
            scale = content.game.scales.get(pack.ranks)
            values, scales = table.value.values, content.game.scales
            yield from unknown(table, "values", pack.column, values, "pack", "column")
            yield from unknown(table, "scale", pack.ranks, scales, "pack", "ranks")
            if scale and not content.game.suits:
                yield table.finding("the game has no `suits`", "pack")
            elif scale and pack.column in values:
                yield from _wrong_cards(table, pack, scale)
        if table.value.two_way and len(table.value.columns) < 3:
            message = "a two-way table has at least two columns beside the first"
            yield table.finding(message, "two_way")


def _wrong_sums(table: Entry[Table], adds: Addition) -> Findings:
    columns, values = table.value.columns, table.value.values
    yield from unknown(table, "column", adds.column, columns, "adds", "column")
    if adds.column in columns:
        for index, row in enumerate(table.value.rows):
            # Whether a cell has one number at most, the same in all languages.
            text = row.get(adds.column)
            found = {tuple(numbers_in(words)) for words in text.values()} if text else set()
            if not (len(found) < 2 and all(len(numbers) < 2 for numbers in found)):
                message = "not one number, or not the same in all languages"
                yield table.finding(message, "rows", index, adds.column, hint="such as +1")
    for place, name in enumerate(adds.one_of):
        yield from unknown(table, "values", name, values, "adds", "one_of", place)


def _wrong_cards(table: Entry[Table], pack: Pack, scale: Scale) -> Findings:
    """The ranks that no row has, that several have, or that are no ranks."""
    known = [*scale.ranks, *([JOKER] if pack.jokers else [])]
    listed = list(_ranks(table.value.values[pack.column]))
    for index, rank in listed:
        yield from unknown(table, "card", rank, known, "values", pack.column, index)
    count = Counter(rank for _, rank in listed)
    for rank in known:
        if count[rank] != 1:
            problem = "several rows" if count[rank] else "no row"
            yield table.finding(f"{problem} for the card '{rank}'", "values", pack.column)


def _ranks(values: list[TableValue]) -> Iterator[tuple[int, str]]:
    """The index of the row of each rank, and the rank."""
    for index, value in enumerate(values):
        for rank in value if isinstance(value, list) else () if value is None else (value,):
            yield index, str(rank)


@check("table-group")
def table_group(content: GameContent, library: Library) -> Findings:
    """The tables of `table_groups` exist, and each is in one group only."""
    seen: set[str] = set()
    for place, group in enumerate(content.game.table_groups):
        for index, name in enumerate(group.tables):
            path = ("table_groups", place, "tables", index)
            yield from unknown(content.entry, "table", name, content.tables, *path)
            if name in seen and name in content.tables:
                yield content.entry.finding(f"'{name}' is in a group already", *path)
            seen.add(name)
