"""What changed between two editions in words, entry by entry, in one language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypedDict

from printgen.changes.differences import Difference, differences
from printgen.changes.edition import Edition
from printgen.changes.map_words import changed_hexes
from printgen.changes.marked_words import Mark, marked_words
from printgen.changes.matching import Pair, pairs
from printgen.changes.said import Said, is_translated, named, stats_of
from printgen.content.library import AnyEntry
from printgen.content.models.hexmap import HexMap
from printgen.content.models.table import Table
from printgen.content.models.text import Text
from printgen.layout.files import Files

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

    old: Said
    new: Said
    old_files: Files
    new_files: Files

    @classmethod
    def of(cls, old: Edition, new: Edition, lang: str) -> Words:
        """The words about two editions."""
        files = Files(old.library.folders), Files(new.library.folders)
        return cls(Said(old, lang), Said(new, lang), *files)

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
