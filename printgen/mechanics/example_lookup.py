"""Lookups for worked examples: stats of profiles, cells of tables, wrong claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from printgen.analysis.cells import first_number
from printgen.analysis.resolve import ComputationError, resolve_entry
from printgen.analysis.stat_values import StatBlock, stat_blocks_of
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile
from printgen.content.models.table import Table
from printgen.content.models.text import Text
from printgen.content.stat_types import STAT_TYPES, StatValueError
from printgen.problems import did_you_mean


@dataclass(frozen=True, slots=True)
class WrongClaim:
    """A claim that differs from the computed value: the message, and the path of the claim."""

    message: str
    path: tuple[str | int, ...]


def wrong_claims(
    model: object, right: object, names: Iterable[str], *path: str | int
) -> Iterator[WrongClaim]:
    """The claims in the fields `names` that differ from the same attributes of the result."""
    for name in names:
        claim, value = getattr(model, name), getattr(right, name)
        if claim is not None and claim != value:
            message = f"`{name}` is {_formatted(value)}, not {_formatted(claim)}"
            yield WrongClaim(message, (*path, name))


def _formatted(value: object) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def table(
    library: Library, game: str, reference: str, columns: tuple[str, ...], *path: str | int
) -> Entry[Table]:
    """A table that has these columns. Raises ComputationError."""
    entry: Entry[Table] = resolve_entry(library, "tables", game, reference, *path)
    for column in columns:
        if column not in entry.value.columns:
            hint = did_you_mean(column, entry.value.columns)
            message = f"the table '{reference}' has no column '{column}'"
            raise ComputationError(message, *path, hint=hint)
    return entry


def _in_first_language(text: Text | None, content: GameContent) -> str:
    """A text in the game's first language; empty for None."""
    if text is None:
        return ""
    first = content.first_language
    return text[text.language_for(first, first)]


def cell(library: Library, entry: Entry[Table], row: int, column: str) -> str:
    """A cell in the first language of the table's game."""
    return _in_first_language(entry.value.rows[row].get(column), library.games[entry.game])


def number_in(
    library: Library, entry: Entry[Table], row: int, column: str, *path: str | int
) -> int:
    """The first whole number of a cell. Raises ComputationError if it has none."""
    found = first_number(cell(library, entry, row, column))
    if found is None:
        raise ComputationError(f"row {row + 1} of '{entry.id}' has no number", *path)
    return found


def row_of(
    library: Library, entry: Entry[Table], column: str, wanted: str, *path: str | int
) -> int:
    """The row whose cell equals these words in any language, or else begins with them.

    Raises ComputationError if no row matches or several do.
    """
    cells = [(row.get(column) or Text()).values() for row in entry.value.rows]
    plain = [[_bare(words) for words in texts] for texts in cells]
    asked = _bare(wanted)
    for test in (str.__eq__, str.startswith):
        rows = [n for n, texts in enumerate(plain) if any(test(text, asked) for text in texts)]
        if len(rows) == 1:
            return rows[0]
        if rows:
            shown = ", ".join(cell(library, entry, n, column) for n in rows[:3])
            raise ComputationError(f"several rows begin with '{wanted}'", *path, hint=shown)
    known = [text for texts in cells for text in texts]
    hint = did_you_mean(wanted, known)
    raise ComputationError(f"no row '{wanted}' in the table '{entry.id}'", *path, hint=hint)


def _bare(words: str) -> str:
    return words.replace("’", "'").casefold()


def stat_block(library: Library, profile: Entry[Profile], key: str) -> StatBlock | None:
    """The stat block with the stat `key`, of the profile's own game first; None without one."""
    found = [b for b in stat_blocks_of(library, profile) if key in b.line.stats and key in b.values]
    return next(iter(sorted(found, key=lambda b: b.game != profile.game)), None)


def stat(library: Library, profile: Entry[Profile], key: str, *path: str | int) -> int:
    """The (first) number of a stat of a profile, given or derived. Raises ComputationError."""
    block = stat_block(library, profile, key)
    if block is None:
        known = {name for b in stat_blocks_of(library, profile) for name in b.values}
        hint = did_you_mean(key, known)
        raise ComputationError(f"'{profile.id}' has no stat '{key}'", *path, hint=hint)
    kind = block.line.stats[key].type
    if not STAT_TYPES[kind].arithmetic:
        raise ComputationError(f"the stat '{key}' is a {kind}, not a number", *path)
    try:
        return block.value(key).numbers[0]
    except (StatValueError, IndexError):
        raise ComputationError("faulty", *path, silent=True) from None


def option(library: Library, profile: Entry[Profile], key: str) -> str:
    """The option of a profile for a stat of type choice; empty without one."""
    block = stat_block(library, profile, key)
    value = block.values[key] if block else None
    return value if isinstance(value, str) else ""


def die_face(face: int, sides: int, *path: str | int) -> int:
    """The face, if a die with `sides` sides has it. Raises ComputationError."""
    if not 1 <= face <= sides:
        raise ComputationError(f"a D{sides} has no face {face}", *path, hint=f"1 to {sides}")
    return face
