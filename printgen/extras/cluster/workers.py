"""Layout by the workers of a cluster, which get the files of the project."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from functools import cached_property
from pathlib import Path
from threading import Lock

from printgen.content.fingerprint import MAX_BYTES
from printgen.extras.cluster import host
from printgen.extras.cluster.cluster import Cluster
from printgen.layout.assets import Manifest, find_assets, manifest_digest, manifest_of
from printgen.layout.files import content_digest
from printgen.layout.jobs import Job
from printgen.layout.runners import Encoded
from printgen.project import Folders, ProjectError
from printgen.reading import read_whole
from printgen.sealing.process import WorkerDied

# Bytes of files that are sent in one message.
_MESSAGE = 8_000_000


class ClusterWorkers:
    """The workers of a cluster; each gets the files that it lacks before its first batch."""

    separate = True

    def __init__(self, cluster: Cluster, folders: Folders):
        self._cluster, self._folders = cluster, folders
        self._prepared: set[str] = set()
        self._preparing = Lock()

    @property
    def count(self) -> int:
        """The number of batches that are laid out at a time."""
        return self._cluster.count

    def start(self, jobs: Sequence[Job]) -> Future[Encoded]:
        """Begin a batch."""
        return self._cluster.start(lambda address: self._lay_out(address, jobs))

    def _lay_out(self, address: str, jobs: Sequence[Job]) -> Encoded:
        """The encoded results of jobs. Raises WorkerDied."""
        # One worker after the other: those of one machine share a store.
        with self._preparing:
            if address not in self._prepared:
                self._prepare(address)
                self._prepared.add(address)
        encoded = self._cluster.call(address, host.lay_out, self._key, jobs)
        if encoded is None:
            self._prepared.discard(address)
            raise WorkerDied
        return encoded

    @cached_property
    def _assets(self) -> tuple[dict[str, Path], Manifest]:
        assets = find_assets(self._folders)
        return assets, manifest_of(assets)

    @cached_property
    def _key(self) -> str:
        return manifest_digest(self._assets[1])

    def _prepare(self, address: str) -> None:
        """Send the files that a worker does not have."""
        assets, manifest = self._assets
        missing = self._cluster.ask(address, host.missing_assets, manifest)
        digests, files, size = dict(manifest), dict[str, bytes](), 0
        for name in missing:
            files[name] = read_whole(assets[name], MAX_BYTES)
            if content_digest(files[name]) != digests[name]:
                raise ProjectError(f"{name} was changed meanwhile: try again")
            size += len(files[name])
            if size > _MESSAGE or name == missing[-1]:
                self._cluster.ask(address, host.receive_assets, self._key, files)
                files, size = {}, 0
