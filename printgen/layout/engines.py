"""The engine of a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from printgen.layout.jobs import Engine
from printgen.layout.local import local_engine
from printgen.layout.stored import StoredEngine
from printgen.project import Folders
from printgen.store import Store


@contextmanager
def open_engine(folders: Folders, jobs: int, store: Store | None = None) -> Iterator[Engine]:
    """An engine with `jobs` worker processes, behind the store if there is one."""
    with local_engine(folders, jobs) as engine:
        yield StoredEngine(folders, store, engine) if store else engine
