"""The entries of all games of a project, and lookups among them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Set
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeGuard, TypeVar

from printgen.content.budget import NOTHING, GivenUp
from printgen.content.fingerprint import content_hash, others_digest
from printgen.content.markdown import Chapter
from printgen.content.models.base import Model
from printgen.content.models.game import Game
from printgen.content.models.kind import DeclaredEntry, kind_models
from printgen.content.models.products import Product, Products
from printgen.content.models.profile import Profile, Trait
from printgen.content.models.roster import Roster
from printgen.content.models.scenario import ActionPlan, Scenario
from printgen.content.models.study import Study
from printgen.content.models.table import Table
from printgen.content.models.text import Text, texts
from printgen.content.source import Path, Source
from printgen.problems import Finding, Position, Problem, Severity, Subject, did_you_mean
from printgen.project import Folders
from printgen.store import Store, digest

# The kinds of entry, by folder. Extras add kinds, and fields of studies.
KINDS: dict[str, type[Model]] = {
    "profiles": Profile,
    "traits": Trait,
    "plans": ActionPlan,
    "tables": Table,
    "scenarios": Scenario,
    "rosters": Roster,
    "studies": Study,
}

# The kinds with a table in `GameContent`.
_OWN_KINDS = (*KINDS, "products")

M = TypeVar("M", bound=Model, covariant=True)
P = TypeVar("P", bound=Product)
Result = TypeVar("Result")


@dataclass(frozen=True)
class Entry(Generic[M]):
    """An entry of a game: its value, and its place in a source file."""

    game: str
    id: str
    value: M
    source: Source
    root: Path = ()

    def at(self, *path: str | int, key: bool = False) -> Position:
        """The position of the value at `path` in the entry, or of its key."""
        return self.source.at((*self.root, *path), key=key)

    @property
    def name(self) -> Text:
        """The name of the entry; its id if it has none."""
        return getattr(self.value, "name", None) or Text({"any": self.id})

    def problem(
        self,
        code: str,
        message: str,
        *path: str | int,
        hint: str = "",
        key: bool = False,
        severity: Severity = "error",
    ) -> Problem:
        """A problem at the value (or key) at `path`."""
        return Problem(self.at(*path, key=key), code, message, hint, severity)

    def finding(
        self,
        message: str,
        *path: str | int,
        hint: str = "",
        key: bool = False,
        needs: Subject | None = None,
    ) -> Finding:
        """What a check finds at the value (or key) at `path`."""
        return Finding(self.at(*path, key=key), message, hint, needs=needs)


# An entry of a kind that is known at run time only.
AnyEntry = Entry[Any]


@dataclass
class GameContent:
    """One game: what `game.yaml` declares, and its entries by kind and id."""

    id: str
    entry: Entry[Game]
    profiles: dict[str, Entry[Profile]] = field(default_factory=dict)
    traits: dict[str, Entry[Trait]] = field(default_factory=dict)
    plans: dict[str, Entry[ActionPlan]] = field(default_factory=dict)
    tables: dict[str, Entry[Table]] = field(default_factory=dict)
    scenarios: dict[str, Entry[Scenario]] = field(default_factory=dict)
    rosters: dict[str, Entry[Roster]] = field(default_factory=dict)
    studies: dict[str, Entry[Study]] = field(default_factory=dict)
    # By name and language.
    chapters: dict[tuple[str, str], Chapter] = field(default_factory=dict)
    products: dict[str, Entry[Product]] = field(default_factory=dict)
    # The entries of the kinds that extras add, by kind and id.
    added: dict[str, dict[str, AnyEntry]] = field(default_factory=dict)
    # The entries of the kinds that the game declares, by kind and id.
    declared: dict[str, dict[str, Entry[DeclaredEntry]]] = field(default_factory=dict)
    # Entries with faults: (kind, id), or (kind, "") for a file whose ids are unknown.
    broken: set[tuple[str, str]] = field(default_factory=set)

    @property
    def game(self) -> Game:
        """What `game.yaml` declares."""
        return self.entry.value

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of its entries: those of printgen, of extras, and of the game itself."""
        return *KINDS, *self.added, "products", *self.declared

    @property
    def models(self) -> dict[str, type[Model]]:
        """The models of the kinds that the game declares."""
        return kind_models(self.game.kinds)

    def of_kind(self, kind: str) -> dict[str, AnyEntry]:
        """The entries of a kind by id; none of an unknown kind."""
        found: dict[str, AnyEntry]
        if kind in _OWN_KINDS:
            found = getattr(self, kind)
        else:
            found = self.added[kind] if kind in self.added else self.declared.get(kind, {})
        return found

    def replace_entry(self, kind: str, entry: AnyEntry) -> None:
        """Replace an entry; the table of its kind is replaced too."""
        entries = {**self.of_kind(kind), entry.id: entry}
        if kind in self.declared:
            self.declared = {**self.declared, kind: entries}
        elif kind in self.added:
            self.added = {**self.added, kind: entries}
        else:
            setattr(self, kind, entries)

    def only(self, files: Set[str]) -> GameContent:
        """The game and its products, with the entries and chapters of some files only."""
        found = copy(self)
        for kind in _OWN_KINDS[:-1]:
            entries = self.of_kind(kind).items()
            setattr(found, kind, {id: e for id, e in entries if e.source.file in files})
        for name in ("added", "declared"):
            kept = {
                kind: {id: e for id, e in entries.items() if e.source.file in files}
                for kind, entries in getattr(self, name).items()
            }
            setattr(found, name, kept)
        found.chapters = {key: c for key, c in self.chapters.items() if c.file in files}
        return found

    def written(self) -> Iterator[tuple[Entry[Model], Path, str, str]]:
        """The words of the texts of its entries: the entry, the path of a text, the key of the
        language, and the words.
        """
        for entry in self.entries():
            for path, text in texts(entry.value):
                for key, words in text.items():
                    yield entry, path, key, words

    def language_of(self, key: str) -> str:
        """The language of a text by its key: the first one of the game without one."""
        return self.first_language if key in ("", "any") else key

    @property
    def first_language(self) -> str:
        """The language of plain strings."""
        return self.game.languages[0]

    def template(self, name: str) -> str:
        """The template `name`, in the game's theme unless `name` contains one."""
        return name if "/" in name else f"{self.game.theme}/{name}"

    def products_of(self, model: type[P]) -> list[Entry[P]]:
        """The products of one model, in order."""

        def fits(entry: Entry[Product]) -> TypeGuard[Entry[P]]:
            return isinstance(entry.value, model)

        return [entry for entry in self.products.values() if fits(entry)]

    def entries(self) -> Iterator[Entry[Model]]:
        """The game itself, its entries and its products."""
        yield self.entry
        for kind in self.kinds:
            yield from self.of_kind(kind).values()


@dataclass
class Library:
    """The games of a project, by id."""

    folders: Folders
    # The models of all kinds of entry, by folder.
    kinds: Mapping[str, type[Model]] = field(default_factory=lambda: KINDS)
    games: dict[str, GameContent] = field(default_factory=dict)
    # Games that could not be read.
    broken: set[str] = field(default_factory=set)
    # Taken before the files were read.
    mtime_fingerprint: str = ""
    # Results that are computed once per library, by key.
    memo: dict[Hashable, Any] = field(default_factory=dict, repr=False)
    # The model of `products.yaml`, with the products of all output kinds.
    products: type[Products] = Products
    # Contents of files instead of those on the disk, by their names in positions.
    edits: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    # What takes too long to read, to check or to compute.
    given_up: GivenUp = NOTHING
    # Whether what has faults is printed as far as it can be.
    is_draft: bool = False
    # Results of earlier commands.
    store: Store = field(default_factory=lambda: Store(None), repr=False)

    def remember(self, key: Hashable, compute: Callable[[], Result]) -> Result:
        """The result of `compute`, called once for each key."""
        if key not in self.memo:
            self.memo[key] = compute()
        found: Result = self.memo[key]
        return found

    @cached_property
    def content_hash(self) -> str:
        """The hash of all files that a build may read, computed once.

        Valid as long as `mtime_fingerprint` matches the files.
        """
        return content_hash(self.folders, self.store)

    @cached_property
    def others_digest(self) -> str:
        """A digest of everything that a profile depends on, except its own file. Empty without a
        store, or if files have changed since they were read.
        """
        if not self.store or not self.mtime_fingerprint:
            return ""
        return others_digest(self.folders, self.store, self.mtime_fingerprint)

    def profile_digest(self, profile: Entry[Profile]) -> str:
        """A digest of everything that the pages and problems of a profile depend on; empty if
        unknown.
        """
        # A picture elsewhere in the project is not among the other files.
        known = self.others_digest and ".." not in (profile.value.image or "")
        source = profile.source
        if not known or not source.digest:
            return ""
        return digest(self.others_digest, source.file, source.digest)

    def find(self, kind: str, game: str, reference: str) -> Entry[Any] | None:
        """The entry of `reference` (`id` or `game/id`), as written in `game`."""
        home, _, name = reference.rpartition("/")
        content = self.games.get(home or game)
        return content.of_kind(kind).get(name) if content else None

    def lacks(self, kind: str, game: str, reference: str) -> bool:
        """Whether no entry has this reference; entries with faults exist."""
        home, _, name = reference.rpartition("/")
        content = self.games.get(home or game)
        if content is None:
            return (home or game) not in self.broken
        return name not in content.of_kind(kind) and not {(kind, name), (kind, "")} & content.broken

    def suggest(self, kind: str, game: str, reference: str) -> str:
        """A hint for an unknown reference."""
        home, _, name = reference.rpartition("/")
        content = self.games.get(home or game)
        if content is None:
            return did_you_mean(home, self.games)
        return did_you_mean(name, content.of_kind(kind))

    def model(self, game: str, kind: str) -> type[Model]:
        """The model of the entries of a kind in a game. Raises KeyError for an unknown kind."""
        return self.kinds[kind] if kind in self.kinds else self.games[game].models[kind]

    def stat_line(self, game: str, reference: str) -> tuple[str, str] | None:
        """The game and the id of the stat line `reference`, or None.

        Within another game, `lotow` is short for `lotow/lotow` when that line exists.
        """
        home, _, name = reference.rpartition("/")
        for candidate in (home,) if home else (game, name):
            content = self.games.get(candidate)
            if content and name in content.game.stat_lines:
                return candidate, name
        return None

    def traits_of(self, profile: Entry[Profile]) -> list[Entry[Trait]]:
        """The traits of a profile and those they bring, in order, without duplicates."""
        found: dict[tuple[str, str], Entry[Trait]] = {}
        waiting = [(profile.game, reference) for reference in reversed(profile.value.traits)]
        while waiting:
            trait = self.find("traits", *waiting.pop())
            if trait and (trait.game, trait.id) not in found:
                found[trait.game, trait.id] = trait
                waiting += [(trait.game, brought) for brought in reversed(trait.value.brings)]
        return list(found.values())

    def texts_of(self, entry: Entry[Model], lang: str) -> Iterator[tuple[str, Position]]:
        """The texts of an entry in a language, as written, with their positions."""
        first = self.games[entry.game].first_language
        for path, text in texts(entry.value):
            key = text.language_for(lang, first)
            yield text[key], entry.at(*path, key)
