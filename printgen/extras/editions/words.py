"""What changed in words: the texts of entries as players read them, of maps and of chapters, and
the numbers of cards.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from typing import Literal, TypedDict

from pydantic import BaseModel

from printgen.content.library import AnyEntry
from printgen.content.markdown import Chapter
from printgen.content.models.products import FacesProduct
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.table import Table
from printgen.content.models.text import Text
from printgen.content.stat_types import STAT_TYPES
from printgen.extra import extra
from printgen.extras.card_text.page import icon_names
from printgen.extras.editions.edition import Edition
from printgen.layout.files import Files
from printgen.products.card_faces import counts
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
_MOST_WORDS = 400


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
        return words if len(words) <= _MOST_WORDS else f"{words[:_MOST_WORDS].rstrip()}…"

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


# --- the hexes of a map whose terrain changed -----------------------------------------------------


# The most hexes that are named.
_MOST = 24


def changed_hexes(
    old: EntryTexts, new: EntryTexts, before: AnyEntry, after: AnyEntry
) -> Iterator[tuple[str, str, str]]:
    """The old and the new terrain of hexes, and their names; empty for what is not there."""
    if extra("hex_maps") is None:
        return
    from printgen.extras.hex_maps.boards import board_of

    def terrain(said: EntryTexts, entry: AnyEntry) -> dict[str, str]:
        """The terrain of each hex by the name of the hex."""
        board = board_of(said.edition.library, entry)
        terrains = board.content.game.terrains
        labels = {id: said.text(terrain.label) for id, terrain in terrains.items()}
        return {board.names.of(hex): labels.get(id, id) for hex, id in board.ground.items()}

    one, other = terrain(old, before), terrain(new, after)
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name in sorted(one.keys() | other.keys()):
        was, now = one.get(name, ""), other.get(name, "")
        if was != now:
            found[was, now].append(name)
    for (was, now), names in found.items():
        more = f" … ({len(names)})" if len(names) > _MOST else ""
        yield was, now, ", ".join(names[:_MOST]) + more


# --------------------------------------------------------------------------------------------------
# Which entries of two editions are the same: by id, else by name, else by all but the name.


@dataclass(frozen=True, slots=True)
class Pair:
    """An entry in both editions, or in one. With `unread`, an error hides it in the old one."""

    old: AnyEntry | None
    new: AnyEntry | None
    unread: bool = False


def pairs(old: Edition, new: Edition, kind: str) -> Iterator[Pair]:
    """The entries of a kind: the new ones in order, then those that only the old edition has."""
    before, after = _entries(old, kind), _entries(new, kind)
    found = {key: before[key] for key in after if key in before}
    for same in (lambda entry: repr(sorted(named(entry).items())), _by_rest):
        # The old entries of new ones that are in no pair yet, by what is the same of them.
        taken = {(entry.game, entry.id) for entry in found.values()}
        left: dict[str, AnyEntry] = {}
        for key, entry in before.items():
            if key not in taken:
                left.setdefault(same(entry), entry)
        for key, entry in after.items():
            if key not in found and (known := same(entry)) in left:
                found[key] = left.pop(known)
    for key, entry in after.items():
        unread = key not in found and bool({(kind, entry.id), (kind, "")} & old.content.broken)
        yield Pair(found.get(key), entry, unread)
    taken = {(entry.game, entry.id) for entry in found.values()}
    yield from (Pair(entry, None) for key, entry in before.items() if key not in taken)


# Entries by game and id.
_Entries = dict[tuple[str, str], AnyEntry]


def _entries(edition: Edition, kind: str) -> _Entries:
    """The entries of a kind: those of the game, and the traits of others that its figures have."""
    found = {(edition.game, id): entry for id, entry in edition.content.of_kind(kind).items()}
    if kind == "traits":
        for profile in edition.content.profiles.values():
            for trait in edition.library.traits_of(profile):
                found.setdefault((trait.game, trait.id), trait)
    return found


def _by_rest(entry: AnyEntry) -> str:
    fields = entry.value.model_dump(
        exclude={"name", "title", "alt", "errata"}, exclude_defaults=True
    )
    return repr(sorted(fields.items())) if fields else entry.id


# --- what changed between two editions in words, entry by entry, in one language ------------------


# The kinds of entry in the order of the page. Examples, studies and wishes are in books
# at most, and their pages say what changed.
_KINDS = ("profiles", "traits", "plans", "tables", "quests", "scenarios", "rosters", "maps")

# Fields that are not printed, or that the page shows elsewhere, such as copies, with the decks.
_HIDDEN = frozenset((
    "errata", "alt", "copies", "stats", "values", "rules", "sums", "order", "same_as", "rule",
    "down", "across", "note_mark", "size", "turn", "spread", "orientation", "offset", "borders",
    "coordinates", "adds", "pack", "two_way",
))  # fmt: skip

# What is not told of a game.
_UNTOLD = frozenset(("about", "min", "max", "derived", "fight", "pile", "enemy", "combat"))

# What the board of a map says about its hexes.
_GROUND = frozenset(("grid", "legend", "hexes", "ground"))

_PICTURES = ("image", "vignette", "art")

# The declarations of a game whose words are printed.
_PRINTED = (
    "title", "subtitle", "stat_lines", "trait_kinds", "suits", "scales", "counters", "quests",
    "terrains",
)  # fmt: skip

_LOOK = ("theme", "accent", "style", "font", "title_font", "colours")


@dataclass(frozen=True)
class Words:
    """Tells what changed between two editions in a language."""

    old: EntryTexts
    new: EntryTexts
    old_files: Files
    new_files: Files

    def entries(self) -> Iterator[EntryChange]:
        """The entries that changed, kind by kind."""
        declared = self.new.edition.content.game.kinds, self.old.edition.content.game.kinds
        names = [name for kinds in declared for name in kinds]
        yield from self._game()
        for kind in dict.fromkeys(["profiles", *names, *_KINDS]):
            for pair in pairs(self.old.edition, self.new.edition, kind):
                if told := self._entry(kind, pair):
                    yield told

    def _game(self) -> Iterator[EntryChange]:
        """What changed in what a game declares."""
        old, new = self.old.edition.content, self.new.edition.content
        lines: list[Line] = []
        for name in _PRINTED:
            # A game need not have a key of an extra.
            pair = getattr(old.game, name, None), getattr(new.game, name, None)
            found = differences(*pair, _UNTOLD, (name,))
            lines += self._lines("game", found)
        if any(getattr(old.game, name) != getattr(new.game, name) for name in _LOOK):
            lines.append(line("other", self.new.labels["changes_look"], "", ""))
        if lines:
            yield self._told("game", new.id, Pair(old.entry, new.entry), "changed", lines)

    def _entry(self, kind: str, pair: Pair) -> EntryChange | None:
        old, new = pair.old, pair.new
        entry = new or old
        assert entry is not None
        if pair.unread or old is None or new is None:
            change: Change = "unread" if pair.unread else "removed" if new is None else "added"
            return self._told(kind, entry.id, pair, change, [])
        lines = [*self._stats(kind, old, new), *self._fields(kind, old, new)]
        renamed = self._earlier(old, new) != ""
        return self._told(kind, new.id, pair, "changed", lines) if lines or renamed else None

    def _told(
        self, kind: str, id: str, pair: Pair, change: Change, lines: list[Line]
    ) -> EntryChange:
        said, entry = (self.new, pair.new) if pair.new else (self.old, pair.old)
        assert entry is not None
        earlier = self._earlier(pair.old, pair.new) if pair.old and pair.new else ""
        return {
            "kind": kind,
            "id": f"{entry.game}/{id}",
            "label": said.kind(kind, entry),
            "name": said.name(entry),
            "earlier": earlier,
            "change": change,
            "lines": lines,
        }

    def _earlier(self, old: AnyEntry, new: AnyEntry) -> str:
        """The old name of an entry, if it had another one."""
        before, after = self.old.name(old), self.new.name(new)
        same = before == after or is_translated(self.old, named(old), self.new, named(new))
        return "" if same else before

    def _stats(self, kind: str, old: AnyEntry, new: AnyEntry) -> Iterator[Line]:
        before, after = stats_of(self.old, kind, old), stats_of(self.new, kind, new)
        for key in dict.fromkeys([*after, *before]):
            was, now = before.get(key, ("", ""))[1], after.get(key, ("", ""))[1]
            if was != now:
                yield line("value", (after.get(key) or before[key])[0], was, now)

    def _fields(self, kind: str, old: AnyEntry, new: AnyEntry) -> Iterator[Line]:
        """The changes of an entry besides its stats and its name."""
        hidden = _HIDDEN
        if kind in self.new.edition.content.game.kinds:
            both = stats_of(self.old, kind, old), stats_of(self.new, kind, new)
            hidden |= {key for stats in both for _, _, key in stats}
        if kind == "maps":
            hidden |= _GROUND
            for terrain_old, terrain_new, hexes in changed_hexes(self.old, self.new, old, new):
                yield line("value", hexes, terrain_old, terrain_new)
        found = [
            difference
            for difference in differences(old.value, new.value, hidden)
            if difference.path not in (("name",), ("title",))
        ]
        tables = [each.value for each in (old, new) if isinstance(each.value, Table)]
        names = {key: head for table in tables for key, head in table.columns.items()}
        yield from self._lines(kind, found, names)
        pictures = [each for each in found if each.path[0] in _PICTURES]
        if not pictures and self._picture(self.old_files, old) != self._picture(
            self.new_files, new
        ):
            yield line("other", self.new.path(("image",), kind), "", "")

    def _picture(self, files: Files, entry: AnyEntry) -> str:
        """The digest of the picture of an entry."""
        image = getattr(entry.value, "image", None)
        return files.digest(f"content/{entry.game}/{image}") if isinstance(image, str) else ""

    def _lines(
        self, kind: str, found: Iterable[Difference], names: Mapping[str, Text] | None = None
    ) -> Iterator[Line]:
        for each in found:
            field = next((str(s) for s in reversed(each.path) if isinstance(s, str)), "")
            what = self.new.path(each.path, kind, names)
            old = self.old.value(each.old, kind, field)
            new = self.new.value(each.new, kind, field)
            if field in _PICTURES:
                yield line("other", what, "", "")
            elif old == new:
                # A text in another language, or a value with the same words.
                continue
            elif isinstance(each.old, Text) and isinstance(each.new, Text):
                if not is_translated(self.old, each.old, self.new, each.new):
                    yield text_line(what, old, new)
            elif each.new is None:
                yield line("lost", what, old, "")
            elif each.old is None:
                yield line("gained", what, "", new)
            else:
                yield line("value", what, old, new)


# --- what changed in the chapters of books, heading by heading and paragraph by paragraph ---------


@dataclass(slots=True)
class _Section:
    """The paragraphs under a heading."""

    id: str
    heading: str
    paragraphs: list[str] = field(default_factory=list)


def chapter_changes(old: EntryTexts, new: EntryTexts) -> Iterator[EntryChange]:
    """The chapters in the language that changed."""
    if old.lang not in old.edition.content.game.languages:
        # A translation is no change.
        return
    before, after = _chapters(old), _chapters(new)
    for name in dict.fromkeys([*after, *before]):
        one, other = before.get(name), after.get(name)
        chapter, said = (other, new) if other else (one, old)
        assert chapter is not None
        hidden = {("chapters", f"{name}.{old.lang}"), ("chapters", "")}
        broken = one is None and bool(hidden & old.edition.content.broken)
        lines = list(_chapter_lines(one, other)) if one and other else []
        change: Change = "added" if one is None else "removed" if other is None else "changed"
        if lines or change != "changed":
            yield {
                "kind": "chapters",
                "id": f"{said.edition.game}/{name}",
                "label": said.labels["changes_kind_chapters"],
                "name": next((heading.words for heading in chapter.headings), name),
                "earlier": "",
                "change": "unread" if broken else change,
                "lines": lines,
            }


def _chapters(said: EntryTexts) -> dict[str, Chapter]:
    found = said.edition.content.chapters.items()
    return {name: chapter for (name, lang), chapter in found if lang == said.lang}


def _chapter_lines(old: Chapter, new: Chapter) -> Iterator[Line]:
    """The changes of a chapter, under the headings of the new one."""
    before = {section.id: section for section in _sections(old)}
    after = _sections(new)
    for section in after:
        if section.id not in before:
            yield line("gained", section.heading, "", " ".join(section.paragraphs))
        else:
            earlier = before[section.id]
            if earlier.heading != section.heading:
                yield text_line("", earlier.heading, section.heading)
            yield from _paragraphs(section.heading, earlier.paragraphs, section.paragraphs)
    for id in before.keys() - {section.id for section in after}:
        yield line("lost", before[id].heading, " ".join(before[id].paragraphs), "")


def _paragraphs(heading: str, old: Sequence[str], new: Sequence[str]) -> Iterator[Line]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for operation, i, j, k, end in matcher.get_opcodes():
        if operation == "equal":
            continue
        paired = min(j - i, end - k)
        for number in range(paired):
            yield text_line(heading, old[i + number], new[k + number])
        yield from (line("lost", heading, words, "") for words in old[i + paired : j])
        yield from (line("gained", heading, "", words) for words in new[k + paired : end])


def _sections(chapter: Chapter) -> list[_Section]:
    """The paragraphs of a chapter by heading; those before the first one have none."""
    found = [_Section("", "")]
    in_heading = False
    for token in chapter.tokens:
        if token.type == "heading_open":
            in_heading = True
            found.append(_Section(str(token.attrs["id"]), ""))
        elif token.type == "heading_close":
            in_heading = False
        elif token.type == "inline":
            # The words of a paragraph, without its marks.
            breaks, shown = ("softbreak", "hardbreak"), ("text", "text_special", "code_inline")
            parts = (
                " " if child.type in breaks else child.content if child.type in shown else ""
                for child in token.children or ()
            )
            words = "".join(parts).strip()
            if in_heading:
                found[-1].heading = words
            else:
                found[-1].paragraphs.append(words)
    return [section for section in found if section.id or section.paragraphs]


# --- how many cards of each entry decks have now --------------------------------------------------


# The kind, the game and the id of an entry.
_Key = tuple[str, str, str]

# The number of cards of each entry.
_Counts = dict[_Key, int]


def deck_changes(old: EntryTexts, new: EntryTexts) -> Iterator[EntryChange]:
    """The decks with another number of some card, or that are new or gone."""
    products = new.edition.content.products, old.edition.content.products
    for id in dict.fromkeys([*products[0], *products[1]]):
        before, after = _counts(old.edition, id), _counts(new.edition, id)
        if before is None and after is None:
            continue
        said, entry = (new, products[0][id]) if after is not None else (old, products[1][id])
        lines = list(_deck_lines(old, new, before, after)) if before and after else []
        change: Change = "added" if before is None else "removed" if after is None else "changed"
        if lines or change != "changed":
            yield {
                "kind": "products",
                "id": f"{said.edition.game}/{id}",
                "label": said.labels["changes_kind_copies" if lines else "changes_kind_products"],
                "name": said.name(entry),
                "earlier": "",
                "change": change,
                "lines": lines,
            }


def _counts(edition: Edition, product: str) -> _Counts | None:
    """The cards of a deck; None for what is no deck of the edition."""
    found = edition.content.products.get(product)
    if found is None or not isinstance(found.value, FacesProduct):
        return None
    return counts(edition.library, edition.game, found.value)


def _deck_lines(
    old: EntryTexts, new: EntryTexts, before: _Counts, after: _Counts
) -> Iterator[Line]:
    """The cards whose number changed, without those whose entries are unread in the old edition."""
    known: dict[_Key, _Key] = {}
    unread: set[_Key] = set()
    for kind in {key[0] for key in (*before, *after)}:
        for pair in pairs(old.edition, new.edition, kind):
            if pair.old and pair.new:
                known[_key(kind, pair.new)] = _key(kind, pair.old)
            elif pair.new and pair.unread:
                unread.add(_key(kind, pair.new))
    gone = [key for key in before if key not in after and key not in known.values()]
    for key in [*after, *gone]:
        was, now = before.get(known.get(key, key), 0), after.get(key, 0)
        if was != now and key not in unread:
            said = new if now else old
            entry = said.edition.library.find(*key)
            name = said.name(entry) if entry else key[2]
            yield line("value", name, f"{was} ×", f"{now} ×")


def _key(kind: str, entry: AnyEntry) -> _Key:
    return kind, entry.game, entry.id


def words_of(old: Edition, new: Edition, lang: str) -> list[EntryChange]:
    """All that changed in words."""
    both = EntryTexts(old, lang), EntryTexts(new, lang)
    words = Words(*both, Files(old.library.folders), Files(new.library.folders))
    return [*words.entries(), *deck_changes(*both), *chapter_changes(*both)]
