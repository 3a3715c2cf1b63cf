"""The engine of a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from printgen.layout.jobs import Engine
from printgen.layout.local import BatchEngine, local_engine
from printgen.layout.stored import StoredEngine
from printgen.project import Folders
from printgen.store import Store

if TYPE_CHECKING:
    from printgen.layout.cluster import Cluster


@contextmanager
def open_engine(
    folders: Folders,
    jobs: int,
    store: Store | None = None,
    cluster: Cluster | None = None,
    warm: bool = False,
) -> Iterator[Engine]:
    """An engine with `jobs` worker processes, or with the workers of a cluster, behind the store
    if there is one. With `warm`, a worker process starts at once. In the end, other commands find
    the results in the store.
    """
    inner = _far(folders, cluster) if cluster else local_engine(folders, jobs, store, warm)
    try:
        with inner as engine:
            yield StoredEngine(folders, store, engine) if store else engine
    finally:
        if store:
            store.finish()


@contextmanager
def _far(folders: Folders, cluster: Cluster) -> Iterator[BatchEngine]:
    """An engine with the workers of a cluster."""
    from printgen.layout.cluster.workers import ClusterWorkers

    engine = BatchEngine(ClusterWorkers(cluster, folders))
    try:
        yield engine
    finally:
        engine.stop()
