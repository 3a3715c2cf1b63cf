"""Demonstration games whose files are read, and whose studies are answered, once per run."""

from __future__ import annotations

import fcntl
from pathlib import Path

from printgen import Project
from printgen.store import Store, cache_folder, user_store


def known_project(root: Path) -> Project:
    """A project with demonstration games: what their files say, and the answers of their studies,
    are known from other tests of the run. What is built of it is laid out anew.
    """
    folder = cache_folder()
    assert folder
    folder.mkdir(parents=True, exist_ok=True)
    # One process after the other: what the first one finds, the others need not find.
    with (folder / "games.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        project = Project(root, user_store())
        # Read now, with the store of the run.
        assert project.library.games
        project.store.finish()
    project.store = Store(None)
    return project
