"""The checks of content, in one table. See `printgen.rules.check` for how one is declared."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from printgen.content.budget import allowed, now, seconds_for_checks
from printgen.content.library import Entry, GameContent, Library
from printgen.content.limits import MAX_PROBLEMS
from printgen.content.models.profile import Profile
from printgen.content.results import result_key
from printgen.extra import Extra, extras, load
from printgen.problems import Problem
from printgen.rules import (
    cells,
    chapters,
    constraints,
    images,
    kinds,
    places,
    products,
    quotes,
    references,
    rosters,
    stats,
    studies,
    tables,
    terms,
    texts,
    themes,
)
from printgen.rules.check import Check


class SoundProfiles:
    """The profiles of a library in which an earlier command found no problem.

    They are known by their own file and by all files that are no profiles.
    """

    def __init__(self, library: Library):
        self._library = library
        kept = self._key and library.store.read("result", self._key)
        self._sound: frozenset[str] = pickle.loads(kept) if kept else frozenset()  # noqa: S301

    @property
    def _key(self) -> str:
        library = self._library
        others = library.others_digest
        return others and result_key(library.store, "sound profiles", others)

    def without(self, content: GameContent) -> GameContent:
        """A game without its sound profiles."""
        left = {
            name: p for name, p in content.profiles.items() if self._digest(p) not in self._sound
        }
        return replace(content, profiles=left) if len(left) < len(content.profiles) else content

    def keep(self, problems: Iterable[Problem]) -> None:
        """Keep the profiles without problems; `problems` are all that there are."""
        faulty = {problem.position.file for problem in problems}
        profiles = (
            p for content in self._library.games.values() for p in content.profiles.values()
        )
        found = {self._digest(p) for p in profiles if p.source.file not in faulty} - {""}
        if self._key and found != self._sound:
            self._library.store.write("result", self._key, pickle.dumps(frozenset(found)))

    def _digest(self, profile: Entry[Profile]) -> str:
        return self._library.profile_digest(profile)


# --- the checks of the core -----------------------------------------------------------------------


_MODULES = (
    stats,
    constraints,
    kinds,
    rosters,
    images,
    places,
    texts,
    tables,
    cells,
    terms,
    studies,
    quotes,
    chapters,
    references,
    products,
    themes,
)

CHECKS: tuple[Check, ...] = tuple(
    found for module in _MODULES for found in vars(module).values() if isinstance(found, Check)
)


def all_checks() -> tuple[Check, ...]:
    """The checks of the core, and of all extras."""
    return *CHECKS, *(check for each in extras() if each.checks for check in load(each.checks))


def checks_for(content: GameContent, library: Library) -> tuple[Check, ...]:
    """The checks of the core, and of the extras that a game uses."""
    used = (each for each in extras() if each.checks and _is_used(each, content, library))
    return *CHECKS, *(check for each in used for check in load(each.checks))


def _is_used(each: Extra, content: GameContent, library: Library) -> bool:
    folder = library.folders.content / content.id
    return not each.used_by or any(
        getattr(content.game, name, None) or content.of_kind(name) or (folder / name).is_dir()
        for name in each.used_by
    )


def check_library(library: Library) -> list[Problem]:
    """The problems that the checks find in all games of a library."""
    sound, problems, complete = SoundProfiles(library), list[Problem](), True
    with allowed(check_seconds(library), "check", "", ""):
        for content in library.games.values():
            doubtful = sound.without(content)
            for check in checks_for(content, library):
                if limit := library.given_up.limit_of(content.id, check.code):
                    problems.append(not_checked(content, library, check, limit))
                    complete = False
                    break
                now("check", content.id, check.code)
                looked_at = doubtful if check.single else content
                found = list(limited(check, check(looked_at, library)))
                problems += found
                complete = complete and len(found) <= MAX_PROBLEMS
                # It stands for problems of profiles.
                complete = complete and not (found and check is texts.language_absent)
    if complete:
        sound.keep(problems)
    return problems


def check_seconds(library: Library) -> float:
    """The processor time (s) that the checks of a library may take."""
    return seconds_for_checks(sum(len(files_of(each)) for each in library.games.values()))


def files_of(content: GameContent) -> set[str]:
    """The names of the files of a game's entries and chapters."""
    found = {entry.source.file for entry in content.entries()}
    return found | {chapter.file for chapter in content.chapters.values()}


def not_checked(content: GameContent, library: Library, check: Check, limit: str) -> Problem:
    """The problem of a game that is not checked to its end: its checks take more than a limit."""

    def size(file: str) -> int:
        with suppress(OSError):
            return (library.folders.root / file).stat().st_size
        return 0

    message = f"the checks up to {check.code} take more than {limit}"
    hint = (
        f"the rest is not checked; the largest file is {max(sorted(files_of(content)), key=size)}"
    )
    return Problem(content.entry.at(), "content-too-big", message, hint)


def limited(check: Check, problems: Iterator[Problem]) -> Iterator[Problem]:
    """The first MAX_PROBLEMS problems of a check; a last one gives the number of the others, which
    are counted up to MAX_PROBLEMS.
    """
    yield from islice(problems, MAX_PROBLEMS)
    more = list(islice(problems, MAX_PROBLEMS + 1))
    if more:
        count = len(more) if len(more) <= MAX_PROBLEMS else f"more than {MAX_PROBLEMS}"
        noun = "problem" if len(more) == 1 else "problems"
        message, hint = f"{count} more {noun} of this check", "fix the others first"
        yield Problem(more[0].position, check.code, message, hint, check.severity)
