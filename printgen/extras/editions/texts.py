"""The texts of an entry as players read them, and what differs between two values or two texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from typing import Literal, TypedDict

from pydantic import BaseModel

from printgen.content.library import AnyEntry
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.text import Text
from printgen.content.stat_types import STAT_TYPES
from printgen.extras.card_text.page import icon_names
from printgen.extras.editions.edition import Edition
from printgen.typography.labels import labels
from printgen.typography.text import ICON, in_sentence, plain_words, say
from printgen.views.entries import field_views
from printgen.views.profiles import profile_view, trait_stat_views

# --- what differs between two values of a model: by path, with the items of lists matched ---------


# Keys of models, names of items of lists, and numbers of those without a name, from 1.
Step = str | int | Text
Path = tuple[Step, ...]

# The fields that name an item of a list.
_NAMES = ("name", "title", "label", "entry", "profile", "mark", "step")


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that is another one. None is for one that is not there."""

    path: Path
    old: object
    new: object


def differences(
    old: object, new: object, hidden: frozenset[str] = frozenset(), path: Path = ()
) -> Iterator[Difference]:
    """What differs between two values, without the fields of models that are `hidden`."""
    if old == new and not isinstance(old, Text):
        return
    if isinstance(old, Text) and isinstance(new, Text):
        if old != new:
            yield Difference(path, old, new)
        for key in old.parts.keys() | new.parts.keys():
            yield from differences(old.parts.get(key), new.parts.get(key), hidden, (*path, key))
    elif isinstance(old, BaseModel) and isinstance(new, BaseModel):
        for name in dict.fromkeys([*type(new).model_fields, *type(old).model_fields]):
            if name not in hidden:
                pair = getattr(old, name, None), getattr(new, name, None)
                yield from differences(*pair, hidden, (*path, name))
    elif isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys([*new, *old]):
            yield from differences(old.get(key), new.get(key), hidden, (*path, str(key)))
    elif isinstance(old, list) and isinstance(new, list):
        yield from _of_lists(old, new, hidden, path)
    else:
        yield Difference(path, old, new)


def _of_lists(
    old: Sequence[object], new: Sequence[object], hidden: frozenset[str], path: Path
) -> Iterator[Difference]:
    if all(isinstance(item, str | int | float) for item in [*old, *new]):
        before, after = Counter(map(str, old)), Counter(map(str, new))
        yield from (Difference(path, item, None) for item in (before - after).elements())
        yield from (Difference(path, None, item) for item in (after - before).elements())
        return
    matcher = SequenceMatcher(None, [*map(repr, old)], [*map(repr, new)], autojunk=False)
    for operation, i, j, k, end in matcher.get_opcodes():
        if operation == "equal":
            continue
        for one, other, number in _pairs(old[i:j], new[k:end], i, k):
            item = other if one is None else one
            yield from differences(one, other, hidden, (*path, _name(item, number)))


def _pairs(
    old: Sequence[object], new: Sequence[object], first_old: int, first_new: int
) -> Iterator[tuple[object, object, int]]:
    """The items of two runs that belong together, by their names, or else in order; with numbers
    from 1.
    """
    taken: set[int] = set()
    names = [_name(item, 0) for item in old]
    rest: list[int] = []
    for number, item in enumerate(new):
        name = _name(item, 0)
        same = [n for n, each in enumerate(names) if name and each == name and n not in taken]
        if same:
            taken.add(same[0])
            yield old[same[0]], item, first_new + number + 1
        else:
            rest.append(number)
    left = [number for number in range(len(old)) if number not in taken]
    for number, other in zip(rest, left, strict=False):
        yield old[other], new[number], first_new + number + 1
    for number in rest[len(left) :]:
        yield None, new[number], first_new + number + 1
    for other in left[len(rest) :]:
        yield old[other], None, first_old + other + 1


def _name(item: object, number: int) -> Step:
    """The name of an item of a list, or else its number."""
    if isinstance(item, Text):
        return number
    for key in _NAMES:
        value = item.get(key) if isinstance(item, Mapping) else getattr(item, key, None)
        if isinstance(value, Text | str):
            return value
    if isinstance(item, Mapping):
        # A row of a table is named by its first cell.
        first = next(iter(item.values()), None)
        if isinstance(first, Text) and len(item) > 1:
            return first
    return number


# --- values and their names in the words of one language ------------------------------------------


# The kinds of the entries that fields refer to.
_REFERRED = {
    "traits": "traits", "brings": "traits", "upgrades": "traits", "trait": "traits",
    "plan": "plans", "plans": "plans", "tables": "tables", "profile": "profiles", "map": "maps",
    "roster": "rosters",
}  # fmt: skip

# The most words of a value that was added or removed as a whole.
_MOST = 400


@dataclass(frozen=True)
class EntryTexts:
    """An edition in a language."""

    edition: Edition
    lang: str

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """The fixed words of the game's theme, as plain text."""
        found = labels(self.edition.library.folders, self.edition.content.game.theme, self.lang)
        return {key: plain_words(words) for key, words in found.items()}

    @cached_property
    def _icons(self) -> Mapping[str, str]:
        return icon_names(self.edition.content, self.lang)

    def text(self, text: Text, game: str = "") -> str:
        """A text as plain words; icons are words, too."""
        home = self.edition.library.games[game or self.edition.game]
        key = text.language_for(self.lang, home.first_language)
        words = ICON.sub(lambda icon: self._icons.get(icon[1], icon[1]), text[key])
        return plain_words(say(Text({key: words}), self.lang, home))

    def name(self, entry: AnyEntry) -> str:
        """The name or the title of an entry."""
        return self.text(named(entry), entry.game)

    def key(self, text: Text) -> str:
        """The key of a text in the language."""
        return text.language_for(self.lang, self.edition.content.first_language)

    def value(self, value: object, kind: str, field: str) -> str:
        """A value of a field of a kind as words: ids of entries are their names."""
        if value is None:
            return ""
        if isinstance(value, Text):
            return self.text(value)
        if isinstance(value, bool):
            return self.labels["changes_yes" if value else "changes_no"]
        if isinstance(value, str):
            return self._reference(value, kind, field) or value
        if isinstance(value, BaseModel):
            given = {name: getattr(value, name) for name in type(value).model_fields}
            return self._all({n: v for n, v in given.items() if n in value.model_fields_set}, kind)
        if isinstance(value, Mapping):
            return self._all(value, kind)
        if isinstance(value, list):
            return ", ".join(filter(None, (self.value(item, kind, field) for item in value)))
        return str(value)

    def _all(self, values: Mapping[object, object], kind: str) -> str:
        parts = [self.value(value, kind, str(key)) for key, value in values.items()]
        words = " · ".join(filter(None, parts))
        return words if len(words) <= _MOST else f"{words[:_MOST].rstrip()}…"

    def _reference(self, value: str, kind: str, field: str) -> str:
        """The name of the entry that a field refers to; empty if it is no reference."""
        declared = self.edition.content.game.kinds.get(kind)
        own = declared.fields.get(field) if declared else None
        target = (own.target if own else None) or _REFERRED.get(field, "")
        found = target and self.edition.library.find(target, self.edition.game, value)
        return self.name(found) if found else ""

    def path(self, path: Path, kind: str, names: Mapping[str, Text] | None = None) -> str:
        """The words for a place in an entry. `names` are those of keys in it, such as columns."""
        steps = [self._step(step, kind, n, names or {}) for n, step in enumerate(path)]
        words = " · ".join(filter(None, steps))
        return words[:1].upper() + words[1:]

    def _step(self, step: Step, kind: str, number: int, names: Mapping[str, Text]) -> str:
        if isinstance(step, Text):
            return self.text(step)
        if isinstance(step, int):
            return str(step)
        game, library = self.edition.content.game, self.edition.library
        declared = game.kinds.get(kind)
        if declared and not number and step in declared.fields:
            return self.text(declared.fields[step].labelled(step))
        if number and step in names:
            return self.text(names[step])
        if label := self.labels.get(f"changes_field_{step}"):
            return label
        # Items of lists are named by their profiles.
        found = library.find("profiles", self.edition.game, step) if number else None
        return self.name(found) if found else step.replace("_", " ").replace("-", " ")

    def kind(self, kind: str, entry: AnyEntry | None) -> str:
        """What an entry of a kind is called: traits by their own kind."""
        game = self.edition.content.game
        if entry is not None and isinstance(entry.value, Trait):
            own = self.edition.library.games[entry.game].game.trait_kinds.get(entry.value.kind)
            return in_sentence(self.text(own.label, entry.game), self.lang) if own else ""
        if kind in game.kinds:
            return in_sentence(self.text(game.kinds[kind].label), self.lang)
        return self.labels.get(f"changes_kind_{kind}", kind)


def named(entry: AnyEntry) -> Text:
    """The name or the title of an entry."""
    title = getattr(entry.value, "title", None)
    return title if isinstance(title, Text) else entry.name


def is_translated(old: EntryTexts, before: Text, new: EntryTexts, after: Text) -> bool:
    """Whether a text is the same, but was not in the language before."""
    key = old.key(before)
    # Plain words are in the first language.
    written = key or old.edition.content.first_language
    return written != new.key(after) and after.get(written) == before[key]


# Stats of an entry by key: the name and the value.
Stats = dict[tuple[str, str, str], tuple[str, str]]


def stats_of(said: EntryTexts, kind: str, entry: AnyEntry) -> Stats:
    """The stats of an entry that are printed, as printed."""
    library, lang = said.edition.library, said.lang
    if isinstance(entry.value, Profile):
        return {
            (block["game"], block["id"], cell["key"]): _plain(cell["name"], cell["text"])
            for block in profile_view(library, entry, lang)["given"]
            for cell in block["cells"]
        }
    if isinstance(entry.value, Trait):
        if entry.value.kind not in library.games[entry.game].game.trait_kinds:
            return {}
        views = trait_stat_views(library, entry, lang)
        return {("", "", view["key"]): _plain(view["name"], view["text"]) for view in views}
    if kind in library.games[entry.game].game.kinds:
        return {
            ("", "", key): _plain(view["label"], view["text"])
            for key, view in field_views(library, kind, entry, lang).items()
            if view["type"] in STAT_TYPES
        }
    return {}


def _plain(*words: str) -> tuple[str, str]:
    name, value = map(plain_words, words)
    return name, value


# --- two texts as one, with the words that are gone and those that are new ------------------------


# Words, spaces and other characters.
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")

# Below this share of equal words, a text is new as a whole.
_ALIKE = 0.25

# Equal words that are shown beside a change, and in a gap that is not shortened.
_AROUND, _GAP = 14, 34

# Longer texts are compared paragraph by paragraph at best: they are shown as a whole.
_MAX_TOKENS = 6_000

_DOTS = "…"


_Kind = Literal["same", "gone", "new"]


class Mark(TypedDict):
    """Words of two texts: in both, in the old one, or in the new one."""

    kind: _Kind
    words: str


def marked_words(old: str, new: str) -> list[Mark]:
    """The words of two texts in order. Long parts that are the same are shortened."""
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    if len(before) + len(after) > _MAX_TOKENS:
        return _marks([("gone", old), ("new", new)])
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return _marks([("gone", old), ("new", new)])
    parts: list[tuple[_Kind, str]] = []
    for operation, i, j, k, end in matcher.get_opcodes():
        if operation == "equal":
            first, last = not parts, j == len(before) and end == len(after)
            parts.append(("same", _shortened(before[i:j], first, last)))
        else:
            parts += [("gone", "".join(before[i:j])), ("new", "".join(after[k:end]))]
    return _marks([part for part in parts if part[1]])


def _marks(parts: list[tuple[_Kind, str]]) -> list[Mark]:
    """The parts of a text: between two that are the same, first all that is gone, then all that is
    new. Spaces or single signs between changes are part of one change.
    """
    found: list[Mark] = []
    gone = new = ""
    for number, (kind, words) in enumerate([*parts, ("same", "")]):
        between = 0 < number < len(parts) - 1
        joins = kind == "same" and between and not re.search(r"\w", words)
        if kind == "gone" or joins:
            gone += words
        if kind == "new" or joins:
            new += words
        if kind == "same" and not joins:
            runs: list[tuple[_Kind, str]] = [("gone", gone), ("new", new), ("same", words)]
            found += [{"kind": part, "words": said} for part, said in runs if said]
            gone = new = ""
    return found


def _shortened(tokens: list[str], first: bool, last: bool) -> str:
    """The words beside a change; the others are dots."""
    if len(tokens) <= (_AROUND if first or last else _GAP):
        return "".join(tokens)
    begin = "" if first else "".join(tokens[:_AROUND]).rstrip()
    end = "" if last else "".join(tokens[-_AROUND:]).lstrip()
    spaced = f" {_DOTS} " if begin and end else _DOTS
    return f"{begin}{spaced}{end}"


# --- changes in words -----------------------------------------------------------------------------


class Line(TypedDict):
    """One change: of a value, of a text with its words, of an item that an entry gained or lost, or
    of what has no words, such as a picture.
    """

    form: Literal["value", "text", "gained", "lost", "other"]
    what: str
    old: str
    new: str
    marks: list[Mark]


Change = Literal["added", "removed", "changed", "unread"]


class EntryChange(TypedDict):
    """An entry that changed. `earlier` is its name in the old edition, if it had another one.

    Of an `unread` one, the old edition has errors: what changed is unknown.
    """

    kind: str
    id: str
    label: str
    name: str
    earlier: str
    change: Change
    lines: list[Line]


def line(form: Literal["value", "gained", "lost", "other"], what: str, old: str, new: str) -> Line:
    """A change without marked words."""
    return {"form": form, "what": what, "old": old, "new": new, "marks": []}


def text_line(what: str, old: str, new: str) -> Line:
    """A change of a text."""
    marks = marked_words(old, new)
    return {"form": "text", "what": what, "old": old, "new": new, "marks": marks}
