"""Checks of what the play aid does with tables: sums, cards that are drawn, groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from printgen.analysis.cells import numbers_in
from printgen.content.check import Findings, check
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.playing_cards import Scale
from printgen.content.models.table import Addition, Pack, Table, TableValue
from printgen.content.models.text import Text
from printgen.problems import did_you_mean

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
            yield from _wrong_pack(content, table, table.value.pack)
        if table.value.two_way and len(table.value.columns) < 3:
            message = "a two-way table has at least two columns beside the first"
            yield table.finding(message, "two_way")


def _wrong_sums(table: Entry[Table], adds: Addition) -> Findings:
    columns, values = table.value.columns, table.value.values
    if adds.column not in columns:
        hint = did_you_mean(adds.column, columns)
        yield table.finding(f"no column '{adds.column}'", "adds", "column", hint=hint)
    else:
        for index, row in enumerate(table.value.rows):
            if not _has_one_number(row.get(adds.column)):
                message = "not one number, or not the same in all languages"
                yield table.finding(message, "rows", index, adds.column, hint="such as +1")
    for place, name in enumerate(adds.one_of):
        if name not in values:
            hint = did_you_mean(name, values)
            yield table.finding(f"no values '{name}'", "adds", "one_of", place, hint=hint)


def _has_one_number(text: Text | None) -> bool:
    """Whether a cell has one number at most, the same in all languages."""
    found = {tuple(numbers_in(words)) for words in text.values()} if text else set()
    return len(found) < 2 and all(len(numbers) < 2 for numbers in found)


def _wrong_pack(content: GameContent, table: Entry[Table], pack: Pack) -> Findings:
    scale = content.game.scales.get(pack.ranks)
    if pack.column not in table.value.values:
        hint = did_you_mean(pack.column, table.value.values)
        yield table.finding(f"no values '{pack.column}'", "pack", "column", hint=hint)
    if scale is None:
        hint = did_you_mean(pack.ranks, content.game.scales)
        yield table.finding(f"no scale '{pack.ranks}'", "pack", "ranks", hint=hint)
    elif not content.game.suits:
        yield table.finding("the game has no `suits`", "pack")
    elif pack.column in table.value.values:
        yield from _wrong_cards(table, pack, scale)


def _wrong_cards(table: Entry[Table], pack: Pack, scale: Scale) -> Findings:
    """The ranks that no row has, that several have, or that are no ranks."""
    known = [*scale.ranks, *([JOKER] if pack.jokers else [])]
    listed = list(_ranks(table.value.values[pack.column]))
    for index, rank in listed:
        if rank not in known:
            hint = did_you_mean(rank, known)
            yield table.finding(f"no card '{rank}'", "values", pack.column, index, hint=hint)
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
            if name not in content.tables:
                hint = did_you_mean(name, content.tables)
                yield content.entry.finding(f"no table '{name}'", *path, hint=hint)
            elif name in seen:
                yield content.entry.finding(f"'{name}' is in a group already", *path)
            seen.add(name)
