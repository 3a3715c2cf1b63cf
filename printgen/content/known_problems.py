"""The problems of a project, kept in the store: the same files have the same problems."""

from __future__ import annotations

import pickle
from collections.abc import Callable

from printgen.content.fingerprint import checked_digest
from printgen.content.last_sound import remember_sound
from printgen.problems import Problem, has_errors
from printgen.project import Folders
from printgen.store import Store


def known_problems(
    folders: Folders, store: Store, find: Callable[[], list[Problem]]
) -> list[Problem]:
    """The problems that an earlier command found in the same files; otherwise those of `find`."""
    key = checked_digest(folders, store) if store else None
    if key is None:
        return find()
    if (kept := store.read("problems", key)) is not None:
        known: list[Problem] = pickle.loads(kept)  # noqa: S301
        if not has_errors(known):
            remember_sound(folders, store, key)
        return known
    problems = find()
    # Files that changed meanwhile may have other problems.
    if checked_digest(folders, store) == key:
        store.write("problems", key, pickle.dumps(problems))
        if not has_errors(problems):
            remember_sound(folders, store, key)
    return problems
