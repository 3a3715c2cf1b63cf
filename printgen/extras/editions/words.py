"""What changed in the words of entries, matched by their ids or their words, and of maps."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal, TypedDict

from printgen.content.library import AnyEntry
from printgen.content.models.hexmap import HexMap
from printgen.content.models.table import Table
from printgen.content.models.text import Text
from printgen.extras.editions.edition import Edition
from printgen.extras.editions.texts import (
    Difference,
    EntryTexts,
    differences,
    is_translated,
    named,
    stats_of,
)
from printgen.layout.files import Files
from printgen.rules.boards import Board, board_of

# --- the hexes of a map whose terrain changed -----------------------------------------------------


# The most hexes that are named.
_MOST = 24


def changed_hexes(
    old: EntryTexts, new: EntryTexts, before: AnyEntry, after: AnyEntry
) -> Iterator[tuple[str, str, str]]:
    """The old and the new terrain of hexes, and their names; empty for what is not there."""
    one, other = _terrain(old, before), _terrain(new, after)
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name in sorted(one.keys() | other.keys()):
        was, now = one.get(name, ""), other.get(name, "")
        if was != now:
            found[was, now].append(name)
    for (was, now), names in found.items():
        more = f" … ({len(names)})" if len(names) > _MOST else ""
        yield was, now, ", ".join(names[:_MOST]) + more


def _terrain(said: EntryTexts, entry: AnyEntry) -> dict[str, str]:
    """The terrain of each hex by the name of the hex."""
    board: Board = board_of(said.edition.library, entry)
    terrains = board.content.game.terrains
    labels = {id: said.text(terrain.label) for id, terrain in terrains.items()}
    return {board.names.of(hex): labels.get(id, id) for hex, id in board.ground.items()}


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


class Mark(TypedDict):
    """Words of two texts: in both, in the old one, or in the new one."""

    kind: Literal["same", "gone", "new"]
    words: str


def marked_words(old: str, new: str) -> list[Mark]:
    """The words of two texts in order. Long parts that are the same are shortened."""
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    if len(before) + len(after) > _MAX_TOKENS:
        return _marks([("gone", old), ("new", new)])
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return _marks([("gone", old), ("new", new)])
    parts: list[tuple[str, str]] = []
    for operation, i, j, k, end in matcher.get_opcodes():
        if operation == "equal":
            first, last = not parts, j == len(before) and end == len(after)
            parts.append(("same", _shortened(before[i:j], first, last)))
        else:
            parts += [("gone", "".join(before[i:j])), ("new", "".join(after[k:end]))]
    return _joined(_marks(parts))


def _marks(parts: list[tuple[str, str]]) -> list[Mark]:
    found: list[Mark] = []
    for kind, words in parts:
        if words and kind in ("same", "gone", "new"):
            found.append({"kind": kind, "words": words})  # type: ignore[typeddict-item]
    return found


def _joined(marks: list[Mark]) -> list[Mark]:
    """Marks without spaces or single signs between changes: these are part of one change."""
    found: list[Mark] = []
    for number, mark in enumerate(marks):
        between = 0 < number < len(marks) - 1
        if mark["kind"] == "same" and between and not re.search(r"\w", mark["words"]):
            found += [{"kind": "gone", "words": mark["words"]}]
            found += [{"kind": "new", "words": mark["words"]}]
        else:
            found.append(mark)
    return _sorted_runs(found)


def _sorted_runs(marks: list[Mark]) -> list[Mark]:
    """Between two parts that are the same, first all that is gone, then all that is new."""
    found: list[Mark] = []
    gone = new = ""
    for mark in [*marks, Mark(kind="same", words="")]:
        if mark["kind"] == "gone":
            gone += mark["words"]
        elif mark["kind"] == "new":
            new += mark["words"]
        else:
            found += _marks([("gone", gone), ("new", new), ("same", mark["words"])])
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
    for same in (_by_name, _by_rest):
        found |= _matched(before, after, found, same)
    for key, entry in after.items():
        unread = key not in found and _is_broken(old, kind, entry.id)
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


def _matched(
    before: _Entries, after: _Entries, found: _Entries, same: Callable[[AnyEntry], str]
) -> _Entries:
    """The old entries of new ones that are in no pair yet, by what is the same of them."""
    taken = {(entry.game, entry.id) for entry in found.values()}
    left: dict[str, AnyEntry] = {}
    for key, entry in before.items():
        if key not in taken:
            left.setdefault(same(entry), entry)
    return {
        key: left.pop(same(entry))
        for key, entry in after.items()
        if key not in found and same(entry) in left
    }


def _by_name(entry: AnyEntry) -> str:
    named = getattr(entry.value, "title", None) or entry.name
    return repr(sorted(named.items()))


def _by_rest(entry: AnyEntry) -> str:
    fields = entry.value.model_dump(
        exclude={"name", "title", "alt", "errata"}, exclude_defaults=True
    )
    return repr(sorted(fields.items())) if fields else entry.id


def _is_broken(edition: Edition, kind: str, id: str) -> bool:
    """Whether an error may hide an entry."""
    return bool({(kind, id), (kind, "")} & edition.content.broken)


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

_LOOK = ("theme", "accent", "mood")


class Line(TypedDict):
    """One change: of a value, of a text with its words, of an item that an entry gained or lost, or
    of what has no words, such as a picture.
    """

    form: Literal["value", "text", "gained", "lost", "other"]
    what: str
    old: str
    new: str
    marks: list[Mark]


class EntryChange(TypedDict):
    """An entry that changed. `earlier` is its name in the old edition, if it had another one.

    Of an `unread` one, the old edition has errors: what changed is unknown.
    """

    kind: str
    id: str
    label: str
    name: str
    earlier: str
    change: Literal["added", "removed", "changed", "unread"]
    lines: list[Line]


def line(form: Literal["value", "gained", "lost", "other"], what: str, old: str, new: str) -> Line:
    """A change without marked words."""
    return {"form": form, "what": what, "old": old, "new": new, "marks": []}


def text_line(what: str, old: str, new: str) -> Line:
    """A change of a text."""
    marks = marked_words(old, new)
    return {"form": "text", "what": what, "old": old, "new": new, "marks": marks}


@dataclass(frozen=True)
class Words:
    """Tells what changed between two editions in a language."""

    old: EntryTexts
    new: EntryTexts
    old_files: Files
    new_files: Files

    @classmethod
    def of(cls, old: Edition, new: Edition, lang: str) -> Words:
        """The words about two editions."""
        files = Files(old.library.folders), Files(new.library.folders)
        return cls(EntryTexts(old, lang), EntryTexts(new, lang), *files)

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
        for field in _PRINTED:
            pair = getattr(old.game, field), getattr(new.game, field)
            found = differences(*pair, _UNTOLD, (field,))
            lines += self._lines("game", found)
        if any(getattr(old.game, field) != getattr(new.game, field) for field in _LOOK):
            lines.append(line("other", self.new.labels["changes_look"], "", ""))
        if lines:
            yield self._told("game", new.id, Pair(old.entry, new.entry), "changed", lines)

    def _entry(self, kind: str, pair: Pair) -> EntryChange | None:
        old, new = pair.old, pair.new
        entry = new or old
        assert entry is not None
        if pair.unread:
            return self._told(kind, entry.id, pair, "unread", [])
        if old is None or new is None:
            change: Literal["added", "removed"] = "removed" if new is None else "added"
            return self._told(kind, entry.id, pair, change, [])
        lines = [*self._stats(kind, old, new), *self._fields(kind, old, new)]
        renamed = self._earlier(old, new) != ""
        return self._told(kind, new.id, pair, "changed", lines) if lines or renamed else None

    def _told(
        self,
        kind: str,
        id: str,
        pair: Pair,
        change: Literal["added", "removed", "changed", "unread"],
        lines: list[Line],
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
        hidden = _HIDDEN | self._told_as_stats(kind, old, new)
        if isinstance(old.value, HexMap) and isinstance(new.value, HexMap):
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

    def _told_as_stats(self, kind: str, old: AnyEntry, new: AnyEntry) -> set[str]:
        """The fields of a declared kind that are stats."""
        if kind not in self.new.edition.content.game.kinds:
            return set()
        return {
            key for _, _, key in (*stats_of(self.old, kind, old), *stats_of(self.new, kind, new))
        }

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
            elif _is_item(each):
                yield (
                    line("lost", what, old, "")
                    if each.new is None
                    else line("gained", what, "", new)
                )
            else:
                yield line("value", what, old, new)


def _is_item(difference: Difference) -> bool:
    """Whether something is there in one edition only."""
    return difference.old is None or difference.new is None
