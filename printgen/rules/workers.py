"""Computations that many processes share, on this machine or on others, and libraries that are sent
to them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Protocol, TypeVar

from printgen.content.library import Library
from printgen.content.limits import MAX_TEXT_BYTES
from printgen.content.load import load
from printgen.content.models.products import Products
from printgen.project import Folders
from printgen.reading import files_below, read_regular
from printgen.rules.mechanic import KINDS
from printgen.rules.resolve import ComputationError
from printgen.sealing.process import needed_environment
from printgen.sealing.system import interrupts_blocked
from printgen.store import Store, cache_folder

Batch = TypeVar("Batch")
Result = TypeVar("Result")

# What a worker needs of a project on another machine.
_SUFFIXES = (".yaml", ".yml", ".md", ".csv", ".tsv", ".json")


class ParallelMap(Protocol):
    """Calls a function for each batch, in order, in worker processes."""

    def __call__(
        self, function: Callable[[Batch], Result], batches: Sequence[Batch], /
    ) -> Iterable[Result]: ...


@dataclass(frozen=True, slots=True)
class Shipped:
    """A project for workers: its folder, or its text files for other machines. `version` is the
    digest of its content.
    """

    version: str
    root: str
    files: tuple[tuple[str, bytes], ...] = ()

    @classmethod
    def of(cls, folders: Folders, version: str, anywhere: bool) -> Shipped:
        """A project, for workers `anywhere` or on this machine."""
        if anywhere:
            return cls(version, "", tuple(_files(folders)))
        return cls(version, str(folders.root))

    @property
    def folders(self) -> Folders:
        """The folders of the project on the machine of a worker."""
        return Folders(Path(self.root or _unpacked(self.files)))


def _files(folders: Folders) -> Iterator[tuple[str, bytes]]:
    """The text files of a project."""
    for path in files_below(folders.content):
        inside = path.resolve().is_relative_to(folders.root)
        if path.suffix in _SUFFIXES and path.is_file() and inside:
            yield folders.relative(path), read_regular(path, MAX_TEXT_BYTES)


@lru_cache(maxsize=1)
def _unpacked(files: tuple[tuple[str, bytes], ...]) -> str:
    """A folder with files, until the process ends."""
    folder = tempfile.TemporaryDirectory(prefix="printgen-project-")
    _FOLDERS.append(folder)
    for name, content in files:
        path = Path(folder.name, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return str(Path(folder.name).resolve())


_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []


def local_spread(jobs: int) -> ParallelMap:
    """Calls in worker processes of this machine; in this process with one job."""

    def spread(
        function: Callable[[Batch], Result], batches: Sequence[Batch], /
    ) -> Iterator[Result]:
        if jobs == 1 or len(batches) < 2:
            yield from map(function, batches)
            return
        workers = ProcessPoolExecutor(min(jobs, len(batches)), get_context("spawn"))
        try:
            # Ctrl-C is for the command, which ends them.
            with interrupts_blocked(), needed_environment():
                results = workers.map(function, batches)
            yield from results
        finally:
            workers.shutdown(cancel_futures=True)

    return spread


def library_of(project: Shipped) -> Library:
    """The library of a project, read once. Raises ComputationError if the files are no longer those
    of the command.
    """
    return _library(str(project.folders.root), project.version, bool(project.root))


@lru_cache(maxsize=1)
def _library(root: str, version: str, here: bool) -> Library:
    library, _ = load(Folders(Path(root)), KINDS, Products, Store(cache_folder()))
    if here and library.mtime_fingerprint != version:
        hint = "run the command again"
        raise ComputationError("files of the project have changed meanwhile", hint=hint)
    return library
