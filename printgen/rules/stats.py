"""Checks of stat lines, and of the stat values of profiles and traits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches

from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.kind import DeclaredEntry
from printgen.content.models.profile import Profile, Stat, Trait
from printgen.content.places import rule_subject, stat_subject
from printgen.content.source import plain_scalar
from printgen.content.stat_types import (
    STAT_TYPES,
    NotedSymbol,
    RawStat,
    StatValue,
    StatValueError,
    bound_exceeded,
    expected_values,
)
from printgen.problems import Subject, did_you_mean, nearest
from printgen.rules.check import Findings, check
from printgen.rules.stat_values import (
    Parsed,
    entry_block,
    stat_blocks_of,
    trait_stats,
    trait_values,
)


@check("stat-line-unknown", single=True)
def stat_line_unknown(content: GameContent, library: Library) -> Findings:
    """The stat lines of a profile are declared by its game, or by the game that it names."""
    for profile in content.profiles.values():
        for reference in profile.value.stats:
            # A game that cannot be read is reported at its file.
            is_readable = reference.partition("/")[0] not in library.broken
            if is_readable and not library.stat_line(content.id, reference):
                message, hint = _unknown_line(content, library, reference)
                found = profile.finding(message, "stats", reference, hint=hint, key=True)
                yield replace(found, breaks=_subject(profile))


def faulty_profile(
    library: Library, entry: AnyEntry, names: Collection[str] | None = None
) -> Subject | None:
    """A profile with faults that are why it lacks one of some values, or any: an unknown stat line,
    or a stat that is missing. None for another entry.
    """
    if not isinstance(entry.value, Profile):
        return None
    blocks = stat_blocks_of(library, entry)
    absent = {key for each in blocks for key in each.line.stats if key not in each.values}
    lacks = bool(absent if names is None else absent.intersection(names))
    return _subject(entry) if lacks or len(blocks) < len(entry.value.stats) else None


def _subject(profile: Entry[Profile]) -> Subject:
    """A profile that lacks values: quotes of them follow from its faults."""
    return Subject("profiles", profile.game, profile.id)


def _unknown_line(content: GameContent, library: Library, reference: str) -> tuple[str, str]:
    """Message and hint for a stat line that is unknown, in this game or in the one it names."""
    home, _, name = reference.rpartition("/")
    other = library.games.get(home or reference)
    if other and other is not content:
        lines = other.game.stat_lines or content.game.stat_lines
        return f"the game '{other.id}' has no stat line '{name}'", did_you_mean(name, lines)
    # The name of another game is short for that of its line.
    short = (name for name, other in library.games.items() if name in other.game.stat_lines)
    hint = did_you_mean(reference, {*content.game.stat_lines, *short})
    return f"no stat line '{reference}'", hint


@check("stat-unknown", single=True)
def stat_unknown(content: GameContent, library: Library) -> Findings:
    """The stats of a profile or trait are declared by its stat line or trait kind."""
    for profile in content.profiles.values():
        for block in stat_blocks_of(library, profile):
            for key in block.given:
                if key not in block.line.stats:
                    path, known = ("stats", block.reference, key), block.line.stats
                    hint = did_you_mean(key, known)
                    needs = stat_subject(library.games[block.game], block.line_id, key)
                    message = f"no stat '{key}'"
                    found = profile.finding(message, *path, hint=hint, key=True, needs=needs)
                    yield replace(found, breaks=_subject(profile))
    for trait in content.traits.values():
        kind = content.game.trait_kinds.get(trait.value.kind)
        if kind is None:
            continue
        for key in trait.value.values:
            if key not in kind.stats:
                hint = did_you_mean(key, kind.stats)
                yield trait.finding(f"no stat '{key}'", "values", key, hint=hint, key=True)


@check("stat-missing", single=True)
def stat_missing(content: GameContent, library: Library) -> Findings:
    """A profile or trait gives a value for every stat that is neither optional nor derived."""
    for profile in content.profiles.values():
        for block in stat_blocks_of(library, profile):
            given = _meant(block.given, block.line.stats)
            for key, stat in block.line.stats.items():
                if key not in given and not stat.optional and not stat.derived:
                    needs = stat_subject(library.games[block.game], block.line_id, key)
                    message, path = f"missing stat '{key}'", ("stats", block.reference)
                    found = profile.finding(message, *path, key=True, needs=needs)
                    yield replace(found, breaks=_subject(profile))
    for trait in content.traits.values():
        kind = content.game.trait_kinds.get(trait.value.kind)
        if kind is None:
            continue
        given = _meant(trait.value.values, kind.stats)
        for key, stat in kind.stats.items():
            if key not in given and not stat.optional:
                yield trait.finding(f"missing stat '{key}'", "kind")


def _meant(given: Iterable[str], stats: Collection[str]) -> set[str]:
    """The stats that keys mean: a misspelt one is reported as unknown, not as missing, too."""
    return {key if key in stats else nearest(key, stats) for key in given}


@check("stat-value", single=True)
def stat_value(content: GameContent, library: Library) -> Findings:
    """A value has the type of its stat: integer, pair, roll, die, length, money, word or choice."""
    for cell in cells_of(library, content):
        if isinstance(cell.parsed, StatValueError):
            noted = isinstance(cell.raw, NotedSymbol)
            expected = str(cell.parsed) if noted else expected_values(cell.stat, cell.parsed)
            raw = cell.raw.symbol if isinstance(cell.raw, NotedSymbol) else cell.raw
            message = f"'{raw}' is not a valid {cell.path[-1]}"
            hint = _option_of(cell.stat, str(raw)) or f"expected {expected}"
            hint = f"write {raw} without quotes" if _is_quoted_number(cell.stat, raw) else hint
            yield cell.entry.finding(message, *cell.path, hint=hint)


def _is_quoted_number(stat: Stat, raw: RawStat) -> bool:
    """Whether a text is a number in quotes, and right without them."""
    number = plain_scalar(raw) if isinstance(raw, str) else None
    if isinstance(number, bool) or not isinstance(number, int | float):
        return False
    try:
        STAT_TYPES[stat.type].parse(number, stat)
    except StatValueError:
        return False
    return True


def _option_of(stat: Stat, written: str) -> str:
    """A hint with the option whose id or label is nearest to what was written; none if none is."""
    options = {
        words.casefold(): option
        for option, label in reversed(stat.options.items())
        for words in (*label.values(), option)
    }
    near = get_close_matches(written.casefold(), options, n=1, cutoff=0.6)
    return f"did you mean '{options[near[0]]}'?" if near else ""


@check("stat-range", single=True)
def stat_range(content: GameContent, library: Library) -> Findings:
    """A value is in the range of its stat. Lengths are compared in mm, with their decimals."""
    for cell in cells_of(library, content):
        if bound := exceeded(cell):
            message = f"{cell.path[-1]} is {cell.raw}"
            needs = doubtful_range(library, content, cell, bound)
            yield cell.entry.finding(message, *cell.path, hint=bound, needs=needs)


@check("stat-note", single=True)
def stat_note(content: GameContent, library: Library) -> Findings:
    """A symbol used as a value of a profile is explained by a note or by a trait."""
    for cell in cells_of(library, content):
        entry, path, stat, raw = cell.entry, cell.path, cell.stat, cell.raw
        # Traits explain their symbols in their text.
        if not isinstance(entry.value, Profile):
            continue
        if isinstance(raw, str) and raw in stat.symbols:
            hint = f'write {{symbol: "{raw}", note: …}} or {{symbol: "{raw}", trait: …}}'
            yield entry.finding(f"the symbol '{raw}' has no note", *path, hint=hint)
        elif isinstance(raw, NotedSymbol) and (raw.note is None) == (raw.trait is None):
            number = "both a note and a trait" if raw.note else "no note and no trait"
            yield entry.finding(f"the symbol has {number}", *path, hint="give it one of them")


@check("stat-bounds")
def stat_bounds(content: GameContent, library: Library) -> Findings:
    """The `min` of a stat is not above its `max`; only lengths have a `unit`."""
    game = content.game
    for where, groups in (("stat_lines", game.stat_lines), ("trait_kinds", game.trait_kinds)):
        stats = [(group, *item) for group in groups for item in groups[group].stats.items()]
        for group, key, stat in stats:
            if stat.min is not None and stat.max is not None and stat.min > stat.max:
                path = (where, group, "stats", key, "min")
                found = content.entry.finding(f"min {stat.min} is above max {stat.max}", *path)
                yield replace(found, breaks=rule_subject(content, *path[:-1]))
            if "unit" in stat.model_fields_set and not STAT_TYPES[stat.type].has_unit:
                message = f"the {stat.type} '{key}' has a unit"
                path = (where, group, "stats", key, "unit")
                yield content.entry.finding(message, *path, hint="only `type: length` has a unit")


@check("stat-options")
def stat_options(content: GameContent, library: Library) -> Findings:
    """Only choice stats have options; an option may not share a stat's name."""
    game = content.game
    for where, groups in (("stat_lines", game.stat_lines), ("trait_kinds", game.trait_kinds)):
        for group, line in groups.items():
            for key, stat in line.stats.items():
                path = (where, group, "stats", key)
                has_options = STAT_TYPES[stat.type].has_options
                if has_options is not None and has_options != bool(stat.options):
                    verb = "has" if stat.options else "needs"
                    message = f"the {stat.type} '{key}' {verb} options"
                    hint = "only `type: choice` has options" if stat.options else ""
                    yield content.entry.finding(message, *path, hint=hint)
                for name in stat.options:
                    if name in line.stats:
                        message = f"the option '{name}' of '{key}' has the name of a stat"
                        yield content.entry.finding(message, *path, "options", name, key=True)


# --- the values of the stats of a game, and the ranges that they exceed ---------------------------


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
