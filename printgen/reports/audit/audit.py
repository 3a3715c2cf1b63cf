"""The audit of a game: verdicts on a sample of its mutants, kept in the store."""

from __future__ import annotations

import pickle
import random
import signal
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from threading import current_thread, main_thread

from printgen.content.fingerprint import code_digest
from printgen.content.library import Library
from printgen.project import Folders
from printgen.reports.audit.trials import Trials
from printgen.reports.audit.verdicts import Judge, Verdict
from printgen.reports.selection import game_of
from printgen.store import Store, cache_folder, digest

# Mutants of a call of a worker.
_BATCH = 8

# What a worker needs of a project on another machine.
_SUFFIXES = (".yaml", ".yml", ".md", ".csv", ".tsv")


@dataclass(frozen=True, slots=True)
class Batch:
    """Mutants of a game, by number, for one call of a worker: of the project in a folder, or of one
    made of files by name. `version` is the digest of its content.
    """

    game: str
    numbers: tuple[int, ...]
    version: str
    root: str
    files: tuple[tuple[str, bytes], ...] = ()


# Calls a function for each batch, in order.
Spread = Callable[[Callable[[Batch], list[Verdict]], Sequence[Batch]], Iterable[list[Verdict]]]


@dataclass(frozen=True, slots=True)
class Audit:
    """The verdicts on mutants of a game; `mutants` are all that there are."""

    game: str
    mutants: int
    verdicts: tuple[Verdict, ...]

    @property
    def survivors(self) -> list[Verdict]:
        """The mutants that no check found although a text states the old value."""
        return [verdict for verdict in self.verdicts if verdict.survived]

    @property
    def score(self) -> float:
        """The share of mutants that did not survive, in percent; 100 without mutants."""
        tried = len(self.verdicts)
        return 100 * (1 - len(self.survivors) / tried) if tried else 100.0

    @property
    def found_by(self) -> dict[str, int]:
        """How many mutants each check found first."""
        codes = Counter(verdict.code for verdict in self.verdicts if verdict.code)
        return dict(codes.most_common())

    @property
    def printed(self) -> int:
        """How many mutants change what is printed from the data, and contradict no text."""
        return sum(not verdict.code and not verdict.claims for verdict in self.verdicts)

    def record(self) -> dict[str, object]:
        """The audit as plain data, for JSON."""
        return {
            "game": self.game,
            "mutants": self.mutants,
            "tried": len(self.verdicts),
            "found_by": self.found_by,
            "printed": self.printed,
            "score": round(self.score, 1),
            "survivors": [asdict(verdict) for verdict in self.survivors],
        }


def audit(
    library: Library,
    game: str,
    spread: Spread,
    *,
    sample: int | None = None,
    seed: int = 1,
    anywhere: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Audit:
    """Try mutants of a game: all, or a sample. Those that were tried on the same files are taken
    from the store. `anywhere` sends the files of the project with each batch.

    Raises ComputationError for an unknown game.
    """
    game_of(library, game)
    folders, store = library.folders, library.store
    version = library.content_hash
    count = len(_judge(str(folders.root), game, version).mutants)
    numbers = range(count)
    chosen = sorted(random.Random(seed).sample(numbers, min(sample or count, count)))  # noqa: S311
    known = _known(library, game)[1]
    missing = [number for number in chosen if number not in known]
    batches = list(_batches(folders, game, version, missing, anywhere))
    done = len(chosen) - len(missing)
    try:
        for batch, verdicts in zip(batches, spread(try_batch, batches), strict=True):
            known |= dict(zip(batch.numbers, verdicts, strict=True))
            done += len(verdicts)
            if progress:
                progress(done, len(chosen))
    finally:
        if missing and store:
            store.write("audit", _key(library, game), pickle.dumps((count, known)))
    return Audit(game, count, tuple(known[number] for number in chosen))


def known_audit(library: Library, game: str) -> Audit | None:
    """The mutants of a game that were tried on the same files; None if none were."""
    count, known = _known(library, game)
    return Audit(game, count, tuple(known[number] for number in sorted(known))) if known else None


def _known(library: Library, game: str) -> tuple[int, dict[int, Verdict]]:
    """The number of mutants and the verdicts that the store has; none without a store."""
    store = library.store
    kept = store.read("audit", _key(library, game)) if store else None
    found: tuple[int, dict[int, Verdict]] = pickle.loads(kept) if kept else (0, {})  # noqa: S301
    return found


def _key(library: Library, game: str) -> str:
    return digest("audit", code_digest(library.store), library.content_hash, game)


def _batches(
    folders: Folders, game: str, version: str, numbers: Sequence[int], anywhere: bool
) -> Iterator[Batch]:
    files = tuple(_files(folders)) if anywhere and numbers else ()
    for start in range(0, len(numbers), _BATCH):
        part = tuple(numbers[start : start + _BATCH])
        yield Batch(game, part, version, "" if anywhere else str(folders.root), files)


def _files(folders: Folders) -> Iterator[tuple[str, bytes]]:
    """The text files of a project."""
    for path in sorted(folders.content.rglob("*")):
        inside = path.resolve().is_relative_to(folders.root)
        if path.suffix in _SUFFIXES and path.is_file() and inside:
            yield folders.relative(path), path.read_bytes()


def try_batch(batch: Batch) -> list[Verdict]:
    """The verdicts on a batch, in a worker."""
    judge = _judge(batch.root or _unpacked(batch.files), batch.game, batch.version)
    return [judge.verdict(number) for number in batch.numbers]


@lru_cache(maxsize=1)
def _judge(root: str, game: str, version: str) -> Judge:
    """The judge of a game, until its files change."""
    return Judge(Trials(Folders(Path(root)), Store(cache_folder())), game)


@lru_cache(maxsize=1)
def _unpacked(files: tuple[tuple[str, bytes], ...]) -> str:
    """A folder with files, until the process ends."""
    folder = tempfile.TemporaryDirectory(prefix="printgen-audit-")
    _FOLDERS.append(folder)
    for name, content in files:
        path = Path(folder.name, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return str(Path(folder.name).resolve())


_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []


def local_spread(jobs: int) -> Spread:
    """Calls in worker processes of this machine; in this process with one job."""

    def spread(
        function: Callable[[Batch], list[Verdict]], batches: Sequence[Batch]
    ) -> Iterator[list[Verdict]]:
        if jobs == 1 or len(batches) < 2:
            yield from map(function, batches)
            return
        workers = ProcessPoolExecutor(min(jobs, len(batches)), get_context("spawn"))
        try:
            with _interrupts_ignored():
                results = workers.map(function, batches)
            yield from results
        finally:
            workers.shutdown(cancel_futures=True)

    return spread


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes that start meanwhile ignore Ctrl-C: it is for the command, which ends them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
