"""What a cluster worker does for commands: it keeps the files of projects, and lays out.

The functions at the end are called in the processes of Dask workers: `describe`, `missing_assets`
and `receive_assets` in the thread of the event loop, `apply` in threads of tasks.
"""

from __future__ import annotations

import pickle
import platform
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from printgen.extras.cluster.assets import (
    Manifest,
    manifest_digest,
    own_digest,
    safe_name,
    write_asset,
)
from printgen.layout.files import content_digest
from printgen.layout.jobs import Job
from printgen.layout.pool import Pool
from printgen.layout.runners import BATCH_SECONDS, Encoded
from printgen.layout.toolchain import components
from printgen.layout.worker import work
from printgen.project import Folders
from printgen.sealing.process import WorkerDied
from printgen.store import Store, user_store

if TYPE_CHECKING:
    from distributed import Worker

# Projects that are kept, and seconds without use after which others are deleted.
_KEPT, _UNUSED = 2, 60


class HostedProject:
    """A project of a command: the files that its pages may use, and processes that lay out.

    The processes run the project's templates under the limits of `worker`.
    """

    def __init__(self, root: Path, manifest: Manifest, count: int):
        self.digests = {safe_name(name): digest for name, digest in manifest}
        self.root, self.used = root.resolve(), time.monotonic()
        self._pool = Pool(Folders(self.root), count)

    def lay_out(self, jobs: Sequence[Job]) -> Encoded:
        """The encoded results of jobs of one format. Raises WorkerDied."""
        self.used = time.monotonic()
        encoded: Encoded = self._pool.submit(work, jobs, seconds=BATCH_SECONDS).result()
        return encoded

    def find(self, name: str, store: Store) -> bool:
        """Whether a file is present, perhaps after it was taken from the store."""
        digest = self.digests[name]
        if (self.root / name).is_file() or own_digest(name) == digest:
            return True
        content = store.read("file", digest)
        if content is not None:
            write_asset(self.root, name, content)
        return content is not None

    def receive(self, name: str, content: bytes, store: Store) -> None:
        """Write a missing file, and keep it in the store. Raises ValueError for another file."""
        digest = content_digest(content)
        if self.digests.get(name) != digest:
            raise ValueError(f"{name} is not a file of the manifest")
        write_asset(self.root, name, content)
        store.write("file", digest, content)

    def delete(self) -> None:
        """End the processes, and delete the files."""
        self._pool.kill()
        shutil.rmtree(self.root, ignore_errors=True)


class Host:
    """The projects of a worker by the digests of their manifests, in its temporary folder."""

    def __init__(self, worker: Worker):
        # Dask deletes the folder of a worker that ends, and those of killed workers later.
        self._home = Path(tempfile.mkdtemp(prefix="printgen-", dir=worker.local_directory))
        self._count, self._store = worker.state.nthreads, user_store()
        self._projects: dict[str, HostedProject] = {}

    def find(self, project: str) -> HostedProject | None:
        """A project, if it was prepared."""
        return self._projects.get(project)

    def prepare(self, manifest: Manifest) -> list[str]:
        """Prepare a project; the names of its files that are missing here. Raises UnsafeName."""
        self._delete_unused()
        key = manifest_digest(manifest)
        project = self._projects.get(key)
        if project is None:
            root = Path(tempfile.mkdtemp(dir=self._home))
            project = self._projects[key] = HostedProject(root, manifest, self._count)
        project.used = time.monotonic()
        missing = [name for name in project.digests if not project.find(name, self._store)]
        self._store.finish()
        return missing

    def receive(self, project: str, files: Mapping[str, bytes]) -> None:
        """Take missing files of a project."""
        for name, content in files.items():
            self._projects[project].receive(name, content, self._store)
        self._store.finish()

    def _delete_unused(self) -> None:
        latest = sorted(self._projects, key=lambda key: -self._projects[key].used)
        for key in latest[_KEPT:]:
            if time.monotonic() - self._projects[key].used > _UNUSED:
                self._projects.pop(key).delete()


@cache
def _host(worker: Worker) -> Host:
    return Host(worker)


def describe() -> tuple[str, dict[str, str]]:
    """The name of this machine, and the versions that must be equal on all machines."""
    return platform.node(), components()


def missing_assets(manifest: Manifest, dask_worker: Worker) -> list[str]:
    """Prepare a project. Returns the names of the files that this worker does not have."""
    return _host(dask_worker).prepare(manifest)


def receive_assets(project: str, files: Mapping[str, bytes], dask_worker: Worker) -> None:
    """Take missing files of a project."""
    _host(dask_worker).receive(project, files)


def apply(content: bytes) -> bytes:
    """Call a function: both it with its arguments, and its result, are pickled.

    Otherwise Dask would look for its own objects in them.
    """
    function, arguments = pickle.loads(content)  # noqa: S301 - from a command that may run code here
    return pickle.dumps(function(*arguments), 5)


def lay_out(project: str, jobs: Sequence[Job]) -> Encoded | None:
    """The encoded results of jobs of one format.

    None if their process died, or if this worker does not have the project.
    """
    from distributed import get_worker

    hosted = _host(get_worker()).find(project)
    try:
        return hosted.lay_out(jobs) if hosted else None
    except WorkerDied:
        return None
