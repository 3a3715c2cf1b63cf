"""The values that texts quote, and whether the words say them."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence
from decimal import Decimal
from functools import cache, lru_cache
from typing import ClassVar, Protocol, runtime_checkable

from pydantic import BaseModel

from printgen.content.directives import LEAF_DIRECTIVES
from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.game import Game
from printgen.content.models.kind import DeclaredEntry
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.scenario import Scenario
from printgen.content.models.table import Matrix, Table
from printgen.content.models.text import Quote, Text
from printgen.content.spreadsheets.sheet import column_number
from printgen.content.stat_types import StatValue
from printgen.problems import did_you_mean, shorten
from printgen.rules.expressions import ExpressionError
from printgen.rules.resolve import ComputationError, Counts, fact_value, forces
from printgen.rules.sentences import HYPHENS, joined_numbers, lengths, same_length, stems
from printgen.rules.stat_values import entry_block, stat_blocks_of, trait_values
from printgen.typography.language import language

# A die, which is no amount; a number, whose sign is no dash of a range; a word.
_AMOUNT = re.compile(
    r"[Dd][0-9]+|(?:(?<![0-9])[-−–])?[0-9]+(?:[.,][0-9]+)?|[^\W\d_]+(?:-[^\W\d_]+)*",
)

# The unit of facts, which is a word in English.
_INCHES = re.compile(r" in$")

_ONE_DIE = re.compile(r"(?<![0-9])1d(?=[0-9])")
_DIE = re.compile(r"\b[0-9]*d[0-9]", re.IGNORECASE)
_SPACES = re.compile(r"\s+")

# What follows the digits of a longer number or of a code.
_MORE_OF_A_NUMBER = re.compile(r"[0-9+/]|[.,][0-9]")

# A word; bounded: a long one costs no more.
_WORD = r"[^\W\d_]{1,30}(?:-[^\W\d_]{1,30}){0,5}"


@lru_cache(20_000)
def agree(words: str, value: str, lang: str) -> bool:
    """Whether the words of a quote say a value: the same text, die, length, hex or numbers.

    Numbers may be in words (`four`, `quatre`, `third`, `twice`, `half`). A sign may be left out, as
    in `costs 2` for -2. A length may be in another unit, rounded.
    """
    words = _with_plain_dice(words, lang)
    value = _INCHES.sub('"', _with_plain_dice(value, lang))
    said, meant = _bare(_counted(words, lang)), _bare(value)
    if any(_alone(said, at, at + len(meant)) for at in _places(said, meant)):
        return True
    if (hex := _hex(value)) and any(_hex(word) == hex for word in _WHOLE.findall(words)):
        return True
    if value_lengths := lengths(value, lang):
        if word_lengths := lengths(words, lang):
            return any(same_length(a, b) for a in value_lengths for b in word_lengths)
    elif _is_code(meant) or _DIE.search(words) or (meant.startswith("-") and "+" in said):
        return False
    return _amounts_agree(amounts(words, lang), amounts(value, lang))


def within(words: str, text: str, lang: str) -> bool:
    """Whether a text says the words of a quote: each of their numbers, or else the words."""
    if said := amounts(words, lang):
        there = amounts(text, lang)
        return all(number in there for number in said)
    return bool(words.strip()) and words.strip().casefold() in text.casefold()


def amounts(words: str, lang: str) -> list[Decimal]:
    """The numbers of a text, in digits and in words, with their signs. `one` and `a` count if there
    is no other number.
    """
    own, known = language(lang), _words(lang)
    found, ones = list[Decimal](), list[Decimal]()
    plain = _with_plain_dice(words, lang).translate(HYPHENS)
    if own.halved:
        plain = re.sub(own.halved, "0.5", plain, flags=re.IGNORECASE)
    plain = joined_numbers(plain, lang)
    if own.hundred:
        plain = _hundreds(own.hundred, own.hundred_and).sub(
            lambda part: _in_digits(part, lang), plain
        )
    if own.thousand:
        plain = re.sub(rf"\b([0-9]+) {own.thousand}\b", r"\g<1>000", plain, flags=re.IGNORECASE)
    for token in _AMOUNT.findall(plain):
        if token[-1].isdecimal() and not token[0].isalpha():
            found.append(Decimal(re.sub("[−–]", "-", token).replace(",", ".")))
            continue
        for word in _parts(token.lower(), known):
            if word in own.one:
                ones.append(Decimal(1))
            elif word in known:
                found.append(known[word])
    return found or ones


def _with_plain_dice(words: str, lang: str) -> str:
    """Words with dice as in English: D6 for W6."""
    die = language(lang).die
    if die == "D":
        return words
    return re.sub(rf"(?<![^\W\d_]){die}(?=[0-9])", "D", words, flags=re.IGNORECASE)


def _parts(word: str, known: Container[str]) -> list[str]:
    """A word, or the parts of a compound that is no number: `four-point`, `demi-mouvement`."""
    return [word] if word in known else word.split("-")


@cache
def _hundreds(hundred: str, and_word: str) -> re.Pattern[str]:
    """Hundreds in words: `a hundred and eight`, `deux cents`."""
    joint = f"(?: {and_word})? " if and_word else " "
    pattern = rf"\b(?:(?P<before>{_WORD}) )?(?:{hundred})\b(?:{joint}(?P<after>{_WORD}))?"
    return re.compile(pattern, re.IGNORECASE)


def _in_digits(found: re.Match[str], lang: str) -> str:
    """Hundreds in digits, with the words around them that are no part of the number."""
    known, one = _words(lang), language(lang).one
    before, after = found["before"] or "", found["after"] or ""
    hundreds, rest = known.get(before.lower(), Decimal(1)), known.get(after.lower(), Decimal(0))
    if before.lower() in known or before.lower() in one:
        before = ""
    if rest or after.lower() in one:
        rest, after = rest or Decimal(1), ""
    return f"{before} {100 * hundreds + rest} {after}".strip()


@cache
def _words(lang: str) -> dict[str, Decimal]:
    """The words that say a number, but one."""
    own = language(lang)
    words = {**own.numbers, **own.ordinals, **own.amounts}
    return {word: Decimal(str(number)) for word, number in words.items()}


# A number in words before a die: `two D10`.
_COUNTED = re.compile(r"([^\W\d_]{1,30})\s{1,9}(?=[Dd][0-9])")


def _counted(words: str, lang: str) -> str:
    """Words with numbers of dice in digits: `2D10`."""
    numbers = language(lang).numbers
    return _COUNTED.sub(lambda found: str(numbers.get(found[1].lower(), found[0])), words)


def _amounts_agree(said: list[Decimal], meant: list[Decimal]) -> bool:
    if len(meant) == 1:
        return bool(said) and all(number in (meant[0], abs(meant[0])) for number in said)
    return bool(meant) and said == meant


def _bare(words: str) -> str:
    """Words without spaces, in one case, with plain minus signs and dice as in English."""
    plain = _SPACES.sub("", words.casefold().translate(_SIGNS))
    return _ONE_DIE.sub("d", plain)


_SIGNS = str.maketrans({"−": "-", "–": "-", "″": '"', "×": "x", "*": None})


# A word or a code.
_WHOLE = re.compile(r"\w+")

# The column and the row of a hex, in both notations of maps: `F3` and `0603`, or `006003`.
_HEX = re.compile(r"(?P<letters>[A-Z]{1,3})0?([1-9][0-9]{0,2})|([0-9]{2,3})([0-9]{2,3})")


def _hex(name: str) -> tuple[int, int] | None:
    """The column and the row of the name of a hex, from 1; None for other text."""
    match, half = _HEX.fullmatch(name), len(name) // 2
    if match and match["letters"]:
        return column_number(match["letters"]) + 1, int(match[2])
    return (int(name[:half]), int(name[half:])) if match and 2 * half == len(name) else None


def _is_code(value: str) -> bool:
    """Whether a value is a die or a pair rather than numbers: `d6+2`, `4+`, `3/1`."""
    return bool(re.search(r"d[0-9]|[0-9][+/]", value))


def _places(said: str, meant: str) -> Iterator[int]:
    at = said.find(meant) if meant else -1
    while at >= 0:
        yield at
        at = said.find(meant, at + 1)


def _alone(said: str, start: int, end: int) -> bool:
    sign = "0123456789.,+-/"
    inner = said[start:end]
    before = start and said[start - 1] in sign + "d" and inner[0] in sign + "d"
    after = _MORE_OF_A_NUMBER.match(said, end) and inner[-1] in sign
    return not before and not after


# --------------------------------------------------------------------------------------------------
# Counts that texts state: of miniatures, tallies and steps (`{count: 5 zombies}`), and of the
# entries of a kind.


# The path of a count that is known by its words.
COUNT = "count"

# What is counted, in words, and how often it is there; an expression is not known before play.
_Counted = tuple[str, int | str]


@runtime_checkable
class Counted(Protocol):
    """The model of a kind of entries of an extra, such as quests, with things that texts count."""

    # What they are, such as `steps`.
    counted: ClassVar[str]

    def counted_names(self, game: Game) -> Iterator[Text]:
        """The name of each thing."""


def counted(library: Library, entry: AnyEntry, words: str, lang: str) -> str:
    """How many miniatures of a scenario, or things such as steps of a quest, have a name that is in
    the words; if none has, the tallies of the scenario that have. Raises ComputationError.
    """
    things, tallies = list(_things(library, entry, lang)), list(_tallies(library, entry, lang))
    about = stems(words)
    named = [count for name, count in things if stems(name) & about] or [
        _known(library, entry, count) for name, count in tallies if stems(name) & about
    ]
    if not named:
        names = ", ".join(dict.fromkeys(name for name, _ in things + tallies))
        what = getattr(entry.value, "counted", "forces and tallies")
        message = f"nothing in {entry.id} has a name that is in '{words}'"
        raise ComputationError(message, hint=f"{what} are counted: {names or 'it has none'}")
    for count in named:
        if not isinstance(count, int):
            hint = "write the words without `count`"
            raise ComputationError(f"the number is known in play only: {count}", hint=hint)
    return str(sum(count for count in named if isinstance(count, int)))


def number_of_kind(content: GameContent, kind: str, path: Sequence[str]) -> str:
    """How many entries of a kind a game has. Raises ComputationError, also if some have faults."""
    if list(path) != [COUNT]:
        message = f"'{kind}' is a kind of entries: only its {COUNT} can be quoted"
        raise ComputationError(message, hint=f"{{.is of={kind} stat={COUNT}}}")
    if any(folder == kind for folder, _ in content.broken):
        raise ComputationError(f"some {kind} have faults", silent=True)
    return str(len(content.of_kind(kind)))


def _things(library: Library, entry: AnyEntry, lang: str) -> Iterator[_Counted]:
    value, content = entry.value, library.games[entry.game]
    first = content.first_language
    if isinstance(value, Scenario):
        for _, force in forces(value):
            profile = library.find("profiles", entry.game, force.profile)
            name = force.name or (profile.value.name if profile else Text({"any": force.profile}))
            yield name[name.language_for(lang, first)], force.count
    elif isinstance(value, Counted):
        for name in value.counted_names(content.game):
            yield name[name.language_for(lang, first)], 1


def _tallies(library: Library, entry: AnyEntry, lang: str) -> Iterator[_Counted]:
    value, first = entry.value, library.games[entry.game].first_language
    for tally in value.tallies if isinstance(value, Scenario) else ():
        yield tally.label[tally.label.language_for(lang, first)], tally.count


def _known(library: Library, entry: AnyEntry, count: int | str) -> int | str:
    """The count of a tally if it is the same for each number of players; else with its values."""
    try:
        found = Counts(library.games[entry.game], entry.value).of(count)
    except ExpressionError as error:
        # It is reported at the tally.
        raise ComputationError(str(error), silent=True) from None
    return found[0] if len({*found}) == 1 else f"{count} ({', '.join(map(str, found))})"


# --------------------------------------------------------------------------------------------------
# The values that texts quote: stats of profiles and traits, cells of tables, facts of a game, and
# every other value of an entry by its path.


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
    if path == [COUNT] and len(entries) == 1 and isinstance(entries[0].value, Scenario | Counted):
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
