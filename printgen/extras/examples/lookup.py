"""What worked examples look up: playing cards, stats, traits, rows and modifiers of tables; and
what their views share.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from pydantic import Field

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.base import Model, Reference, Short
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.table import Table, TableValue
from printgen.content.models.text import Text
from printgen.content.stat_types import STAT_TYPES, StatValueError
from printgen.problems import did_you_mean
from printgen.rules.cells import first_number
from printgen.rules.resolve import ComputationError, resolve_entry
from printgen.rules.stat_values import StatBlock, stat_blocks_of
from printgen.typography.language import language
from printgen.typography.text import say

JOKER = "joker"

# The scale of a game with the ranks of its cards, lowest first.
SCALE = "cards"


@dataclass(frozen=True, slots=True)
class Card:
    """A card: the id of its rank, its suit, and its height (the position of its rank, from 1).

    A joker has height 0, and the suit that it replaces, if the example gives one.
    """

    rank: str
    suit: str
    height: int

    @property
    def joker(self) -> bool:
        """Whether the card is a joker."""
        return self.rank == JOKER

    def __str__(self) -> str:
        return f"{self.rank} {self.suit}".strip()


def ranks_of(content: GameContent, *path: str | int) -> list[str]:
    """The ranks of the game's cards, from the lowest to the highest. Raises ComputationError."""
    scale = content.game.scales.get(SCALE)
    if scale is None:
        hint = did_you_mean(SCALE, content.game.scales)
        raise ComputationError(f"the game has no scale '{SCALE}'", *path, hint=hint)
    return list(scale.ranks)


def read_card(content: GameContent, words: str, *path: str | int) -> Card:
    """Parse a card. Raises ComputationError."""
    rank, _, suit = words.strip().partition(" ")
    if rank != JOKER or suit:
        _suit(content, suit, *path)
    if rank == JOKER:
        return Card(JOKER, suit, 0)
    return Card(rank, suit, height(content, rank, *path))


def _suit(content: GameContent, suit: str, *path: str | int) -> None:
    if suit not in content.game.suits:
        hint = did_you_mean(suit, content.game.suits)
        message = f"no suit '{suit}'" if suit else "expected a rank and a suit"
        raise ComputationError(message, *path, hint=hint)


def height(content: GameContent, rank: str, *path: str | int) -> int:
    """The position of a rank in the scale, from 1. Raises ComputationError."""
    known = ranks_of(content, *path)
    if rank not in known:
        raise ComputationError(f"no card '{rank}'", *path, hint=did_you_mean(rank, [*known, JOKER]))
    return known.index(rank) + 1


def claim(text: str) -> Any:
    """A field that an example may claim, to be compared with the result of the rules."""
    return Field(default=None, description=f"{text}, compared with the result.")


# A playing card as YAML writes it: `10 heart`, `queen club`, `joker`.
WrittenCard = Short

Dice = Annotated[list[int], Field(min_length=1, max_length=20)]

# Plausible bonuses and totals of a tabletop game.
Number = Annotated[int, Field(ge=-99, le=999)]


class Extra(Model):
    """A special rule and its modifier."""

    trait: Reference = Field(description="The trait or special rule.")
    by: Number = Field(description="What it adds; less than 0 takes away.")


# --- lookups for worked examples: stats of profiles, cells of tables, wrong claims ----------------


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


def cell(library: Library, entry: Entry[Table], row: int, column: str) -> str:
    """A cell in the first language of the table's game."""
    text = entry.value.rows[row].get(column)
    if text is None:
        return ""
    first = library.games[entry.game].first_language
    return text[text.language_for(first, first)]


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


@dataclass(frozen=True, slots=True)
class ValueRow:
    """The values of one row (from 0). `path` leads to the reference to the table."""

    table: Entry[Table]
    index: int
    path: tuple[str | int, ...]

    def number(self, column: str) -> int | None:
        """A whole number, None if missing. Raises ComputationError for any other value."""
        value = self._value(column)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        raise self._error(column, "a whole number")

    def flag(self, column: str) -> bool:
        """A boolean, False if missing. Raises ComputationError for any other value."""
        value = self._value(column)
        if value is None or isinstance(value, bool):
            return bool(value)
        raise self._error(column, "true or false")

    def ids(self, column: str) -> list[str]:
        """A list of ids, possibly empty. Raises ComputationError for any other value."""
        value = self._value(column)
        if value is None or isinstance(value, list):
            return value or []
        # YAML reads an id of digits only as a number.
        if isinstance(value, bool):
            raise self._error(column, "an id")
        return [str(value)]

    def id(self, column: str) -> str:
        """An id, empty if missing. Raises ComputationError for any other value."""
        found = self.ids(column)
        if len(found) > 1:
            raise self._error(column, "a single id")
        return found[0] if found else ""

    def _value(self, column: str) -> TableValue:
        values = self.table.value.values.get(column)
        return values[self.index] if values else None

    def _error(self, column: str, kind: str) -> ComputationError:
        where = f"row {self.index + 1} of '{self.table.id}'"
        return ComputationError(f"the value '{column}' of {where} is not {kind}", *self.path)


def table_values(
    library: Library, game: str, reference: str, columns: tuple[str, ...], *path: str | int
) -> list[ValueRow]:
    """The rows of a table that has at least these value columns. Raises ComputationError."""
    table: Entry[Table] = resolve_entry(library, "tables", game, reference, *path)
    known = table.value.values
    for column in columns:
        if column not in known:
            message = f"the table '{reference}' has no values '{column}'"
            raise ComputationError(message, *path, hint=did_you_mean(column, known))
    if any(len(values) != len(table.value.rows) for values in known.values()):
        raise ComputationError("invalid table", *path, silent=True)
    return [ValueRow(table, index, path) for index in range(len(table.value.rows))]


# Columns of tables of modifiers, and of tables of ranges.
MOD, CASE, RANGE = "mod", "case", "range"


@dataclass(frozen=True, slots=True)
class Modifier:
    """The value of a modifier (`by`) and its source: a row of a table, or a special rule."""

    by: int
    row: tuple[Entry[Table], int] | None = None
    trait: Entry[Trait] | None = None


def extras(library: Library, game: str, given: list[Extra]) -> Iterator[Modifier]:
    """The modifiers of special rules. Raises ComputationError."""
    for number, extra in enumerate(given):
        trait = resolve_entry(library, "traits", game, extra.trait, "extra", number, "trait")
        yield Modifier(extra.by, trait=trait)


ORDER, CLOSE = "order", "close"


def in_close_order(library: Library, target: Entry[Profile], disordered: bool) -> bool:
    """Whether a unit is in close order. Disordered units are not."""
    return option(library, target, ORDER) == CLOSE and not disordered


# --- what the views of worked examples share ------------------------------------------------------


class CardView(TypedDict):
    """A playing card: `symbol` is that of its suit; a joker has no label."""

    joker: bool
    label: str
    symbol: str
    red: bool


class SuitView(TypedDict):
    """A suit."""

    symbol: str
    red: bool


class ModifierView(TypedDict):
    """A modifier: its value and its name."""

    by: int
    label: str


def fields(source: object, *names: str) -> dict[str, object]:
    """What a view has of a situation or of its result as it is: tuples become lists."""
    found = {name: getattr(source, name) for name in names}
    return {name: list(v) if isinstance(v, tuple) else v for name, v in found.items()}


class ExamplePresenter:
    """Formats the parts of an example of a game in one language."""

    def __init__(self, library: Library, game: str, lang: str):
        self.library, self.game, self.lang = library, game, lang
        self.content: GameContent = library.games[game]

    def text(self, text: Text | None) -> str:
        """A text of the example; empty for none."""
        return say(text, self.lang, self.content) if text else ""

    def name(self, entry: Entry[Profile] | Entry[Trait] | None) -> str:
        """The name of a profile or a trait; empty for none."""
        return say(entry.value.name, self.lang, self.library.games[entry.game]) if entry else ""

    def stat_label(self, profile: Entry[Profile], key: str) -> str:
        """The label of a stat of a profile."""
        block = stat_block(self.library, profile, key)
        assert block is not None
        return say(block.line.stats[key].label, self.lang, self.library.games[block.game])

    def card(self, card: Card) -> CardView:
        """A card with its short label."""
        suit = self.content.game.suits.get(card.suit)
        return {
            "joker": card.joker,
            "label": self.rank(card.rank),
            "symbol": suit.symbol if suit else "",
            "red": bool(suit and suit.red),
        }

    def rank(self, rank: str) -> str:
        """The short label of a rank; empty for a joker, which the template labels."""
        if rank == JOKER:
            return ""
        return say(self.content.game.scales[SCALE].ranks[rank].label, self.lang, self.content)

    def suits(self, names: frozenset[str]) -> list[SuitView]:
        """Suits in the order of the game."""
        suits = self.content.game.suits
        return [{"symbol": suits[n].symbol, "red": suits[n].red} for n in suits if n in names]

    def modifier(self, modifier: Modifier) -> ModifierView:
        """A modifier. Labels of table rows begin in lower case, where nouns do; names of traits are
        kept.
        """
        if modifier.row is None:
            return {"by": modifier.by, "label": self.name(modifier.trait)}
        entry, number = modifier.row
        row = entry.value.rows[number]
        label = say(row.get(CASE) or row[RANGE], self.lang, self.library.games[entry.game])
        kept = language(self.lang).capital_nouns
        return {"by": modifier.by, "label": label if kept else label[:1].lower() + label[1:]}
