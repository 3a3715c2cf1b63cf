"""The values of the stats of a game, and the ranges that they exceed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from printgen.analysis.stat_values import (
    Parsed,
    entry_block,
    stat_blocks_of,
    trait_stats,
    trait_values,
)
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.kind import DeclaredEntry
from printgen.content.models.profile import Profile
from printgen.content.models.stat import Stat
from printgen.content.models.trait import Trait
from printgen.content.stat_bounds import bound_exceeded
from printgen.content.stat_types import RawStat, StatValue
from printgen.content.subjects import rule_subject
from printgen.problems import Subject

# The game and the path in `game.yaml` where a stat is declared.
Declared = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Cell:
    """A value of a stat: its place, the game and the path where the stat is declared, the value as
    written, and parsed.
    """

    entry: Entry[Profile] | Entry[Trait] | Entry[DeclaredEntry]
    path: tuple[str, ...]
    declared: Declared
    stat: Stat
    raw: RawStat
    parsed: Parsed | None


def cells_of(library: Library, content: GameContent) -> list[Cell]:
    """The values of entries with a declared stat."""
    key = ("stat cells", content.id)
    return library.remember(key, lambda: list(_find_cells(library, content)))


def _find_cells(library: Library, content: GameContent) -> Iterator[Cell]:
    for profile in content.profiles.values():
        for block in stat_blocks_of(library, profile):
            for key, raw in block.values.items():
                if key in block.line.stats:
                    path = ("stats", block.reference, key)
                    declared = block.game, ("stat_lines", block.line_id, "stats", key)
                    stat, parsed = block.line.stats[key], block.parse(key)
                    yield Cell(profile, path, declared, stat, raw, parsed)
    for trait in content.traits.values():
        stats = trait_stats(library, trait)
        for key, parsed in trait_values(library, trait).items():
            declared = content.id, ("trait_kinds", trait.value.kind, "stats", key)
            raw = trait.value.values[key]
            yield Cell(trait, ("values", key), declared, stats[key], raw, parsed)
    for kind, entries in content.declared.items():
        for entry in entries.values():
            block = entry_block(library, kind, entry)
            for key, raw in block.values.items():
                declared = content.id, ("kinds", kind, "fields", key)
                stat, parsed = block.line.stats[key], block.parse(key)
                yield Cell(entry, (key,), declared, stat, raw, parsed)


def exceeded(cell: Cell) -> str:
    """The bound that a value exceeds; empty within the range, and for an invalid value."""
    return bound_exceeded(cell.stat, cell.parsed) if isinstance(cell.parsed, StatValue) else ""


def empty_range(library: Library, declared: Declared, stat: Stat) -> Subject | None:
    """The range of a stat if nothing is in it, which `stat-bounds` reports."""
    home, path = declared
    if stat.min is None or stat.max is None or stat.min <= stat.max:
        return None
    return rule_subject(library.games[home], *path)


def doubtful_range(
    library: Library, content: GameContent, cell: Cell, bound: str
) -> Subject | None:
    """The range that a value exceeds if it may be wrong itself: if nothing is in it, or if most
    values of the stat exceed it, too. Its place is that of the `bound`.
    """
    if empty := empty_range(library, cell.declared, cell.stat):
        return empty
    if cell.declared not in _mostly_exceeded(library, content.id):
        return None
    home, path = cell.declared
    game = library.games[home]
    place = game.entry.at(*path, "min" if bound.startswith("at least") else "max")
    return replace(rule_subject(game, *path), place=place)


def _mostly_exceeded(library: Library, game: str) -> set[Declared]:
    """The stats whose range most of their values in a game exceed."""

    def find() -> set[Declared]:
        cells = list(_find_cells(library, library.games[game]))
        values = Counter(cell.declared for cell in cells)
        beyond = Counter(cell.declared for cell in cells if exceeded(cell))
        return {stat for stat, count in beyond.items() if 2 * count > values[stat]}

    return library.remember(("doubtful ranges", game), find)
