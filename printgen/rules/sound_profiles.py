"""Profiles without problems, kept in the store: they are checked again after a change only."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from dataclasses import replace

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile
from printgen.content.results import result_key
from printgen.problems import Problem


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
