"""What changed in words: of entries, matched by their ids or their words, of maps, of chapters, and
the numbers of cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from markdown_it.token import Token

from printgen.content.library import AnyEntry
from printgen.content.markdown import Chapter
from printgen.content.models.hexmap import HexMap
from printgen.content.models.products import FacesProduct
from printgen.content.models.table import Table
from printgen.content.models.text import Text
from printgen.extras.editions.edition import Edition
from printgen.extras.editions.texts import (
    Change,
    Difference,
    EntryChange,
    EntryTexts,
    Line,
    differences,
    is_translated,
    line,
    named,
    stats_of,
    text_line,
)
from printgen.layout.files import Files
from printgen.products.card_faces import counts
from printgen.rules.boards import board_of

# --- the hexes of a map whose terrain changed -----------------------------------------------------


# The most hexes that are named.
_MOST = 24


def changed_hexes(
    old: EntryTexts, new: EntryTexts, before: AnyEntry, after: AnyEntry
) -> Iterator[tuple[str, str, str]]:
    """The old and the new terrain of hexes, and their names; empty for what is not there."""

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
        found |= _matched(before, after, found, same)
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

_LOOK = ("theme", "accent", "mood")


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
        elif token.type == "inline" and in_heading:
            found[-1].heading = _words(token)
        elif token.type == "inline":
            found[-1].paragraphs.append(_words(token))
    return [section for section in found if section.id or section.paragraphs]


def _words(token: Token) -> str:
    """The words of a paragraph, without its marks."""
    shown = ("text", "text_special", "code_inline")
    breaks = ("softbreak", "hardbreak")
    parts = (
        " " if child.type in breaks else child.content if child.type in shown else ""
        for child in token.children or ()
    )
    return "".join(parts).strip()


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
