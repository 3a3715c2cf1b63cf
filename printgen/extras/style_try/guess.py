"""The recipe of cards whose fields are known, and nothing else: what is likely to be where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from printgen.content.images import PICTURES
from printgen.content.library import AnyEntry
from printgen.content.models.kind import Kind
from printgen.content.models.text import Text
from printgen.content.spreadsheets.inference import PICTURE_HEADERS

# Headers as keys, by the place of what is below them.
_TITLES = {
    "name", "title", "card", "card_name", "card_title", "nom", "titre", "carte", "titel", "karte",
}  # fmt: skip
_CORNERS = (
    "cost", "mana", "price", "energy", "level", "cr", "challenge", "value", "points", "power",
    "cout", "prix", "energie", "niveau", "valeur", "kosten", "preis", "stufe", "wert", "rank",
)  # fmt: skip
_FEET = {
    "flavour", "flavor", "flavour_text", "flavor_text", "quote", "lore", "ambiance", "citation",
    "zitat", "story", "note", "notes", "footer", "foot",
}  # fmt: skip
_BODIES = {
    "text", "rules", "rule", "rules_text", "effect", "effects", "ability", "abilities", "action",
    "actions", "description", "desc", "body", "texte", "regle", "regles", "effet", "effets",
    "capacite", "capacites", "regeln", "wirkung",
}  # fmt: skip
_LINES = {
    "type", "types", "subtype", "kind", "class", "category", "family", "faction", "suit", "school",
    "genre", "classe", "categorie", "famille", "ecole", "typ", "klasse",
}  # fmt: skip
_UNPRINTED = {"artist", "illustrator", "author", "set", "number", "numero", "nr", "version"}

# The longest value of a stat and of a line below the title, in characters; the least of a text.
_STAT, _LINE, _TEXT = 6, 34, 40

# The most stats and texts of a card.
_MOST_STATS, _MOST_TEXTS = 6, 3


@dataclass(frozen=True)
class _Column:
    """A field, and its values that are not empty, as words."""

    key: str
    type: str
    values: Sequence[str]
    entries: int

    @cached_property
    def longest(self) -> int:
        """The characters of the longest value."""
        return max(map(len, self.values), default=0)

    @cached_property
    def usual(self) -> float:
        """The mean of the characters of values."""
        return sum(map(len, self.values)) / max(1, len(self.values))

    @property
    def repeats(self) -> bool:
        """Whether few words are the values of many entries."""
        return len({*self.values}) <= max(1, 0.6 * len(self.values))

    @property
    def is_picture(self) -> bool:
        """Whether values are names of pictures."""
        files = sum(value.lower().endswith(PICTURES) for value in self.values)
        named = self.key in PICTURE_HEADERS and self.longest <= 80
        return self.type == "image" or named or files * 2 > len(self.values)


def guessed_recipe(kind: Kind, entries: Iterable[AnyEntry]) -> dict[str, object]:
    """The front of cards by the names and values of the fields of a kind, as in `faces`."""
    entries = [*entries]
    columns = [column for column in _columns(kind, entries) if column.values]
    named = any(getattr(entry.value, "name", None) for entry in entries)
    recipe = dict[str, object]()

    def take(column: _Column | None, place: str) -> None:
        if column:
            recipe[place] = column.key
            columns.remove(column)

    if not named:
        take(_title(columns), "title")
    take(next((each for each in columns if each.is_picture), None), "picture")
    columns = [each for each in columns if not each.is_picture and each.key not in _UNPRINTED]
    numbers = [each for each in columns if each.longest <= _STAT and _is_short(each)]
    ranked = sorted((each for each in numbers if each.key in _CORNERS), key=_rank)
    single = numbers if len(numbers) == 1 else []
    corner = next(iter([*ranked, *single]), None)
    take(corner, "corner")
    stats = [each for each in numbers if each is not corner][:_MOST_STATS]
    lines = [each for each in columns if each not in stats and each.longest <= _LINE]
    lines = [each for each in lines if each.key not in (_BODIES | _FEET)]
    named_so = (each for each in lines if each.key in _LINES)
    repeated = (each for each in lines if each.repeats)
    take(next(named_so, None) or next(repeated, None), "subtitle")
    take(next((each for each in columns if each.key in _FEET), None), "foot")
    texts = [each for each in columns if each not in numbers]
    texts = [each for each in texts if each.usual >= _TEXT or each.key in _BODIES] or texts
    texts = sorted(texts, key=lambda each: each.key not in _BODIES)[:_MOST_TEXTS]
    if texts:
        recipe["body"] = texts[0].key if len(texts) == 1 else [each.key for each in texts]
    if stats:
        recipe["stats"] = [each.key for each in stats]
    return recipe


def words_of(entry: AnyEntry, key: str) -> str:
    """The value of a field of an entry as words, in its first language; empty without one."""
    value = getattr(entry.value, key, None)
    if isinstance(value, Text):
        return next((words for words in value.values() if words), "")
    return "" if value is None else str(value)


def _columns(kind: Kind, entries: Sequence[AnyEntry]) -> Iterator[_Column]:
    for key, field in kind.fields.items():
        values = [words for entry in entries if (words := words_of(entry, key))]
        yield _Column(key, field.type, values, len(entries))


def _title(columns: Sequence[_Column]) -> _Column | None:
    """The column with the names of cards, if none is called so: short words that differ."""
    named = (each for each in columns if each.key in _TITLES)
    words = (each for each in columns if each.type == "text" and each.longest <= 60)
    fresh = (each for each in words if not each.repeats and not each.is_picture)
    return next(named, None) or next(fresh, None)


def _is_short(column: _Column) -> bool:
    """Whether values are numbers, or such as `2d6`, `3+` and `–`."""
    digits = sum(any(map(str.isdigit, value)) for value in column.values)
    return column.type == "integer" or digits * 2 > len(column.values)


def _rank(column: _Column) -> int:
    return _CORNERS.index(column.key)
