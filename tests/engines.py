"""Engines for tests that call functions which lay out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from printgen import Project
from printgen.layout.engines import open_engine
from printgen.layout.jobs import Engine
from printgen.store import user_store


@contextmanager
def engine_of(project: Project) -> Iterator[Engine]:
    """An engine with one worker, behind the store of the run."""
    with open_engine(project.folders, 1, user_store()) as engine:
        yield engine
