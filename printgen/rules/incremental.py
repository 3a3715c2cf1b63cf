"""Checks after an edit: of the games that it concerns; the problems of the others are kept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from printgen.content.budget import allowed, now
from printgen.content.library import GameContent, Library
from printgen.content.limits import MAX_PROBLEMS
from printgen.content.markdown import Chapter
from printgen.content.source import Source
from printgen.problems import Problem
from printgen.rules.checks import check_seconds, checks_for, files_of, limited, not_checked
from printgen.rules.studies import overlong

# The games that each game names.
Links = Mapping[str, frozenset[str]]

# A file as it was read, and the words in it that may be ids of games.
_Named = tuple[Source, frozenset[str]]

# An id, and the game of a reference such as `lotow/duel`.
_ID = re.compile(r"[a-z0-9-]{1,60}")
_HOME = re.compile(r"[a-z0-9-]+(?=/)")


# The keys of results that depend on entries only.
_OF_ENTRIES = {
    "answers", "doubtful ranges", "entry block", "examples", "facts", "met by none", "overlong",
    "stat blocks", "terms", "trait values",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Checked:
    """A game when it was checked: its files as they were read, and its problems by check."""

    parts: tuple[Source | Chapter, ...]
    broken: frozenset[tuple[str, str]]
    problems: dict[str, tuple[Problem, ...]]

    def holds(self, parts: tuple[Source | Chapter, ...], broken: set[tuple[str, str]]) -> bool:
        """Whether the game still has the same files, as they were read, and the same faults."""
        same = len(self.parts) == len(parts) and self.broken == broken
        return same and all(old is new for old, new in zip(self.parts, parts, strict=True))


@dataclass(frozen=True, slots=True)
class _Edit:
    """What has changed of a game: the files of entries and chapters to look at, and whether checks
    that compare chapters with entries need look at these files only.
    """

    files: frozenset[str]
    of_chapters: bool


class CheckedGames:
    """The problems of the games of a project, by what their files said at the last check.

    Libraries must be loaded with the same `files`: what was not edited is the same object.
    """

    def __init__(self) -> None:
        self._games: dict[str, _Checked] = {}
        self._links: dict[str, frozenset[str]] = {}
        self._named: dict[str, _Named] = {}
        self._shared: object = None
        # The files and faults of entries at the last check, and results that depend on them only.
        self._entries: list[object] = []
        self._memo: dict[Hashable, object] = {}

    def forget(self) -> None:
        """Check all games next time: files beside the games have changed."""
        self._games.clear()

    def check(self, library: Library) -> list[Problem]:
        """The problems that the checks find in all games of a library."""
        games, names = library.games, set(library.games)
        parts = {name: _parts(content) for name, content in games.items()}
        changed = {name for name in games if not self._is_known(games[name], parts[name])}
        entries = _entries(games)
        known = self._entries
        if len(known) == len(entries) and all(
            old is new or (isinstance(new, tuple) and old == new)
            for old, new in zip(known, entries, strict=True)
        ):
            library.memo |= self._memo
        shared = _shared(library)
        new = {name: games_named(games[name], names, self._named) for name in changed}
        # A game may have ceased to name another one.
        before = {name: self._links.get(name, frozenset()) for name in names}
        both = {name: before[name] | new.get(name, frozenset()) for name in names}
        todo = concerned(changed, both) if shared == self._shared else names
        edits = self._edits(library, parts) if shared == self._shared else {}
        found = dict(self._games)
        with allowed(check_seconds(library), "check", "", ""):
            for name in sorted(todo, key=lambda name: (name not in changed, name)):
                problems = self._problems(games[name], library, edits.get(name))
                found[name] = _Checked(parts[name], frozenset(games[name].broken), problems)
        self._games = {name: found[name] for name in games}
        self._links, self._shared = {**before, **new}, shared
        self._entries, self._memo = entries, _lasting(library)
        kept = (found[name].problems.values() for name in games)
        return [problem for checks in kept for problems in checks for problem in problems]

    def _edits(
        self, library: Library, parts: Mapping[str, tuple[Source | Chapter, ...]]
    ) -> dict[str, _Edit]:
        """The edits of games that were checked, unless their `game.yaml` or products changed."""
        changes = {
            name: _changes(self._games[name].parts, parts[name])
            for name in library.games
            if name in self._games
        }
        every = len(changes) < len(library.games)
        entries = every or any(isinstance(c, Source) for each in changes.values() for c in each)
        found = {}
        for name, changed in changes.items():
            names = {part.name for part in changed if isinstance(part, Chapter)}
            chapters = library.games[name].chapters.values()
            files = {part.file for part in changed}
            if not files & _whole(library.games[name]):
                files |= {chapter.file for chapter in chapters if chapter.name in names}
                found[name] = _Edit(frozenset(files), not entries)
        return found

    def _problems(
        self, content: GameContent, library: Library, edit: _Edit | None
    ) -> dict[str, tuple[Problem, ...]]:
        """The problems of a game by check: after an edit, some checks look at its files only."""
        found = dict[str, tuple[Problem, ...]]()
        edited = content.only(edit.files) if edit else content
        spared = files_of(content) - files_of(edited)
        for check in checks_for(content, library):
            if limit := library.given_up.limit_of(content.id, check.code):
                found[check.code] = (not_checked(content, library, check, limit),)
                break
            now("check", content.id, check.code)
            apart = edit and (check.apart == "files" or (check.apart and edit.of_chapters))
            before = self._games[content.id].problems.get(check.code, ()) if apart else ()
            kept = [p for p in before if p.position.file in spared]
            new = limited(check, check(edited if apart else content, library))
            found[check.code] = *kept, *new
            if apart and len(found[check.code]) > MAX_PROBLEMS:
                found[check.code] = tuple(limited(check, check(content, library)))
        return found

    def _is_known(self, content: GameContent, parts: tuple[Source | Chapter, ...]) -> bool:
        known = self._games.get(content.id)
        return known is not None and known.holds(parts, content.broken)


def _entries(games: Mapping[str, GameContent]) -> list[object]:
    """The files of the entries of all games, as they were read, and the names of faulty ones."""
    found: list[object] = []
    for name, content in games.items():
        found += [(name, *sorted(content.broken))]
        found += [part for part in _parts(content) if isinstance(part, Source)]
    return found


def _lasting(library: Library) -> dict[Hashable, object]:
    """The results of a library that do not depend on chapters, or on files beside the games."""
    return {
        key: value
        for key, value in library.memo.items()
        if (key[0] if isinstance(key, tuple) else key) in _OF_ENTRIES
    }


def _changes(
    old: tuple[Source | Chapter, ...], new: tuple[Source | Chapter, ...]
) -> list[Source | Chapter]:
    """The files that only one of two readings of a game has, as it read them."""
    before, after = ({id(part): part for part in parts} for parts in (old, new))
    return [
        *(part for key, part in before.items() if key not in after),
        *(part for key, part in after.items() if key not in before),
    ]


def _whole(content: GameContent) -> set[str]:
    """The files that all parts of a game depend on."""
    products = (product.source.file for product in content.products.values())
    return {content.entry.source.file, f"content/{content.id}/products.yaml", *products}


def _parts(content: GameContent) -> tuple[Source | Chapter, ...]:
    """What the problems of a game depend on: sources and chapters, the same objects as long as
    their files have not changed.
    """
    sources = {id(entry.source): entry.source for entry in content.entries()}
    return *sources.values(), *content.chapters.values()


def _shared(library: Library) -> object:
    """What the checks of a game read of all others: their names and themes, the number of traits
    of each kind, and the studies that take too long.
    """
    games = library.games.values()
    return (
        [(content.id, content.game.theme) for content in games],
        frozenset(library.broken),
        Counter(trait.value.kind for content in games for trait in content.traits.values()),
        frozenset(overlong(library)),
    )


def links_of(library: Library) -> Links:
    """The games that each game of a library names."""
    names = set(library.games)
    return {name: games_named(content, names) for name, content in library.games.items()}


def games_named(
    content: GameContent, names: set[str], known: dict[str, _Named] | None = None
) -> frozenset[str]:
    """The other games that a game names: in references, and as the short name of a stat line.
    `known` has what files named when they were last looked at.
    """
    known = {} if known is None else known
    sources = {id(entry.source): entry.source for entry in content.entries()}
    found: set[str] = set()
    for source in sources.values():
        if source.file not in known or known[source.file][0] is not source:
            known[source.file] = source, _homes(source)
        found |= known[source.file][1]
    for chapter in content.chapters.values():
        for words in (
            *(link.target for link in chapter.links),
            *(directive.argument for directive in chapter.directives),
            *(quoted.quote.of for quoted in chapter.quoted_values),
        ):
            found.update(_HOME.findall(words))
    return frozenset(found & names - {content.id})


def _homes(source: Source) -> frozenset[str]:
    """The words of a file that may be ids of games."""
    found: set[str] = set()
    for words in _words(source.data):
        found.update([words] if _ID.fullmatch(words) else [])
        if "/" in words:
            found.update(_HOME.findall(words))
    return frozenset(found)


def _words(data: object) -> Iterator[str]:
    """The texts and the keys in the data of a file."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from _words(value)
    elif isinstance(data, list):
        for value in data:
            yield from _words(value)


def concerned(games: Iterable[str], links: Links) -> set[str]:
    """The games whose problems may change with some games: these, those that name them, and those
    that they name (a game checks its stat lines in the profiles of all games).
    """
    users: dict[str, set[str]] = {}
    for name, named in links.items():
        for other in named:
            users.setdefault(other, set()).add(name)
    start = set(games)
    return reached(start, users) | reached(start, links)


def reached(start: set[str], links: Mapping[str, Iterable[str]]) -> set[str]:
    """Some games, and those that links lead to from them."""
    found, waiting = set(start), list(start)
    while waiting:
        for name in links.get(waiting.pop(), ()):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found
