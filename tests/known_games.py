"""Demonstration games whose files are read, and whose studies are answered, once per run."""

from __future__ import annotations

from pathlib import Path

from printgen import Project
from printgen.store import Store, user_store


def known_project(root: Path) -> Project:
    """A project with demonstration games: what their files say, and the answers of their studies,
    are known from other tests of the run. What is built of it is laid out anew.
    """
    project = Project(root, user_store())
    # Read now, with the store of the run.
    assert project.library.games
    project.store.finish()
    project.store = Store(None)
    return project
