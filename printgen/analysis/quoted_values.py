"""The values that texts quote: stats of profiles and traits, cells of tables, facts of a game, and
every other value of an entry by its path.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from pydantic import BaseModel

from printgen.analysis.counted import COUNT, counted, is_counted, number_of_kind
from printgen.analysis.facts import fact_value
from printgen.analysis.quoted_words import agree, within
from printgen.analysis.resolve import ComputationError
from printgen.analysis.stat_values import entry_block, stat_blocks_of, trait_values
from printgen.content.directives import LEAF_DIRECTIVES
from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.game import Game
from printgen.content.models.kind import DeclaredEntry
from printgen.content.models.profile import Profile
from printgen.content.models.table import Matrix, Table
from printgen.content.models.text import Text
from printgen.content.models.trait import Trait
from printgen.content.quotes import Quote
from printgen.content.stat_types import StatValue
from printgen.problems import did_you_mean, shorten

# A value, and the function that compares words with it.
Quoted = tuple[str, Callable[[str, str, str], bool]]

SEPARATORS = re.compile(r"[\s.]+")

_DICE = re.compile("([0-9]*)D([0-9]+)")


def disagreement(library: Library, game: str, quote: Quote, lang: str) -> str | None:
    """What a quote should say, if it says something else. Raises ComputationError if there is no
    such value.
    """
    value, says = quoted_value(library, game, quote, lang)
    if says(quote.words, value, lang):
        return None
    return f"'{shorten(value)}'" if says is within else value


def quoted_value(library: Library, game: str, quote: Quote, lang: str) -> Quoted:
    """The value that a quote in a text of `game` is of: for the id of a rank or a suit, its name.
    Raises ComputationError.
    """
    content = library.games[game]
    path = [part for part in SEPARATORS.split(quote.stat) if part]
    if not quote.of:
        raise ComputationError("the quote has no `of`", hint="{.is of=zombie stat=move}")
    if quote.of in content.game.facts and not path:
        try:
            return fact_value(library, content, quote.of), agree
        except ComputationError as error:
            # `fact-invalid` reports it.
            raise ComputationError(str(error), silent=True) from error
    if quote.of == "game":
        return _in_language(_at(content.game, path, "the game"), content, lang)
    entries = list(quoted_entries(library, content, quote.of))
    if path == [COUNT] and len(entries) == 1 and is_counted(entries[0]):
        return counted(library, entries[0], quote.words, lang), agree
    return _of_entry(library, content, quote.of, path, lang)


def _of_entry(
    library: Library, content: GameContent, of: str, path: Sequence[str], lang: str
) -> Quoted:
    """A value of an entry. Raises ComputationError."""
    entries = list(quoted_entries(library, content, of))
    if not entries and of in kinds_in(library, content):
        return number_of_kind(content, of, path), agree
    if not entries:
        raise _unknown(library, content, of)
    if not path:
        hint = "{.is of=zombie stat=move}"
        raise ComputationError(f"'{of}' is an entry: its `stat` is missing", hint=hint)
    found, first_error = dict[str, Quoted](), None
    for entry in entries:
        try:
            quoted = _value_of(library, entry, path, lang)
        except ComputationError as error:
            first_error = first_error or error
        else:
            found[quoted[0]] = quoted
    if not found and first_error:
        raise first_error
    if len(found) > 1:
        values = " and ".join(found)
        raise ComputationError(
            f"'{of}' is the name of several entries, with {values}",
            hint=f"name the kind: profile:{of}, trait:{of} …",
        )
    return next(iter(found.values()))


def quoted_entries(library: Library, content: GameContent, of: str) -> Iterator[AnyEntry]:
    """The entries that `id`, `game/id` or `kind:id` names."""
    kind, _, reference = of.rpartition(":")
    home = library.games.get(reference.rpartition("/")[0] or content.id)
    kinds = [*kinds_in(library, home), "products"]
    if kind:
        folders = (LEAF_DIRECTIVES.get(kind), kind, f"{kind}s")
        kinds = [folder for folder in kinds if folder in folders]
    for folder in kinds:
        if entry := library.find(folder, content.id, reference):
            yield entry


def kinds_in(library: Library, content: GameContent | None) -> list[str]:
    return [*library.kinds, *(content.declared if content else ())]


def _unknown(library: Library, content: GameContent, of: str) -> ComputationError:
    kind, _, reference = of.rpartition(":")
    name = reference.rpartition("/")[2]
    broken = {id for _, id in content.broken}
    ids = {id for folder in library.kinds for id in content.of_kind(folder)}
    ids |= {id for entries in content.declared.values() for id in entries}
    hint = did_you_mean(name, [*ids, *content.game.facts])
    what = kind or "entry or fact"
    return ComputationError(f"no {what} '{reference}'", hint=hint, silent=bool({name, ""} & broken))


def _value_of(library: Library, entry: AnyEntry, path: Sequence[str], lang: str) -> Quoted:
    home = library.games[entry.game]
    stat = _stat(library, entry, path)
    if stat is not None:
        return stat, agree
    value = _at(entry.value, path, entry.id, _stats_of(library, entry))
    if path[0] == "layout" and isinstance(value, int | float):
        return f"{value:g} {entry.value.layout.unit}", agree
    return _in_language(value, home, lang)


def _in_language(value: object, content: GameContent, lang: str) -> Quoted:
    text = value if isinstance(value, Text) else _names(content.game).get(str(value))
    if text is not None:
        return text[text.language_for(lang, content.first_language)], within
    if isinstance(value, list):
        return ", ".join(map(str, value)), within
    return str(value), agree


def _names(game: Game) -> dict[str, Text]:
    """The names of the ranks and suits of a game, by id."""
    ranks = {id: rank for scale in game.scales.values() for id, rank in scale.ranks.items()}
    names = {id: rank.name or rank.label for id, rank in ranks.items() if not id.isdigit()}
    return names | {id: suit.label for id, suit in game.suits.items()}


def _stat(library: Library, entry: AnyEntry, path: Sequence[str]) -> str | None:
    """A stat of a profile, a trait or an entry of a declared kind; None if the path is no stat."""
    key, *more = path
    if isinstance(entry.value, Profile):
        return _stat_of_profile(library, entry, path)
    if isinstance(entry.value, Trait) and key in entry.value.values:
        return _part(trait_values(library, entry).get(key, entry.value.values[key]), more, key)
    if isinstance(entry.value, DeclaredEntry):
        kinds = library.games[entry.game].declared.items()
        kind = next(kind for kind, entries in kinds if entries.get(entry.id) is entry)
        parsed = entry_block(library, kind, entry).parse(key)
        return _part(parsed, more, key) if parsed is not None else None
    return None


def _stat_of_profile(library: Library, entry: Entry[Profile], path: Sequence[str]) -> str | None:
    """A stat, in its own stat line first, or in the one that the path begins with."""
    blocks = stat_blocks_of(library, entry)
    named = [block for block in blocks if path[0] in (block.reference, block.line_id)]
    if named and len(path) > 1:
        blocks, path = named, path[1:]
    for block in sorted(blocks, key=lambda block: block.game != entry.game):
        parsed = block.parse(path[0])
        if parsed is not None:
            return _part(parsed, path[1:], path[0])
    return None


def _part(value: object, path: Sequence[str], key: str) -> str:
    """A stat value as text, or one of the two numbers of a pair or of dice."""
    if not isinstance(value, StatValue):
        raise ComputationError(f"'{key}' has no valid value", silent=True)
    if not path:
        return value.text
    parts: dict[str, int | str] = {}
    if found := _DICE.fullmatch(value.text):
        parts = {"dice": found[1] or 1, "faces": found[2]}
    elif len(value.numbers) > 1:
        parts = dict(zip(("sound", "wounded"), value.numbers, strict=False))
    if path[0] not in parts or path[1:]:
        raise ComputationError(f"'{key}' has no part '{path[0]}'", hint=", ".join(parts))
    return str(parts[path[0]])


def _stats_of(library: Library, entry: AnyEntry) -> list[str]:
    """The stats of a profile or a trait, which its quotes name most."""
    if isinstance(entry.value, Profile):
        return [key for block in stat_blocks_of(library, entry) for key in block.values]
    return list(entry.value.values) if isinstance(entry.value, Trait) else []


def _at(value: object, path: Sequence[str], name: str, stats: Sequence[str] = ()) -> object:
    """The value at a path in an entry, which may have stats. Raises ComputationError."""
    if isinstance(value, Table) and value.matrix and len(path) == 2:
        cell = _cell(value.matrix, *path)
        if cell is not None:
            return cell
    for part in path:
        found, known = step_into(value, part)
        if found is None:
            first = list(stats) if part == path[0] and stats else known
            hint = did_you_mean(part, [*stats, *known], few=0) or ", ".join(first[:12])
            if isinstance(value, Table) and step_into(value.rows, part)[0] is not None:
                hint = f'write stat="rows {" ".join(path)}"; rows count from 1'
            raise ComputationError(f"{name} has no '{part}'", hint=hint)
        value, name = found, f"'{part}'"
    if not _is_one(value):
        raise ComputationError(f"{name} is not one value", hint=", ".join(keys_in(value)[:12]))
    return value


def _is_one(value: object) -> bool:
    """Whether a value is plain, a text, or a list of plain values, which texts quote in part."""
    if isinstance(value, list):
        return all(isinstance(item, str | int | float) for item in value)
    return isinstance(value, Text) or not isinstance(value, BaseModel | dict)


def _cell(matrix: Matrix, row: str, column: str) -> object:
    if row not in matrix.cells or column not in matrix.columns:
        return None
    cells, at = matrix.cells[row], matrix.columns.index(column)
    return cells[at] if at < len(cells) else None


def step_into(value: object, part: str) -> tuple[object, list[str]]:
    """The value under a key or in a list, None if there is none, and the known keys. Items of a
    list have the text of their first value as key (`forces zombie count`), or their place, from 1.
    """
    known = keys_in(value)
    if isinstance(value, dict):
        return value.get(part, len(value) if part == "count" else None), known
    if isinstance(value, list):
        if part in known:
            return value[known.index(part)], known
        if part.isdecimal() and len(part) < 10 and 0 < int(part) <= len(value):
            return value[int(part) - 1], known
        return (len(value) if part == "count" else None), known
    if isinstance(value, BaseModel) and part in known:
        return getattr(value, part), known
    return None, known


def keys_in(value: object) -> list[str]:
    if isinstance(value, dict):
        return list(value)
    if isinstance(value, list):
        return [_first(item) or str(place) for place, item in enumerate(value, 1)]
    if isinstance(value, BaseModel):
        return [name for name in type(value).model_fields if getattr(value, name) is not None]
    return []


def _first(item: object) -> str:
    """The first value of an item of a list, which names the item; empty for a text. A plain item
    has no name: it would be its own value.
    """
    if isinstance(item, BaseModel):
        first = next((getattr(item, name) for name in type(item).model_fields), "")
    elif isinstance(item, dict):
        first = next(iter(item.values()), "")
    else:
        return ""
    return str(first) if isinstance(first, str | int) else ""
