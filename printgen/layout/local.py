"""The runner of this machine: worker processes that lay out jobs in batches of one format."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from threading import RLock
from typing import Protocol
from weakref import WeakValueDictionary
from xml.etree.ElementTree import Element

from printgen.layout.faces import Part, decode, made_again
from printgen.layout.jobs import Fault, Job, JobKind, JobResult, names_of
from printgen.layout.pool import Pool
from printgen.layout.worker import warm_up, work
from printgen.project import Folders
from printgen.sealing.process import WorkerDied
from printgen.store import Store

log = logging.getLogger(__name__)

# Most jobs of a batch. Faces that are laid out together share the costs of a document; the filling
# of a web page is quick.
BATCH: dict[JobKind, int] = {"face": 36, "sheet": 1, "book": 1, "html": 32}

# Seconds of processor time for a batch.
BATCH_SECONDS = 180.0

# Seconds that a single face waits for a busy worker before another one is started, which takes as
# long.
PATIENCE = 1.0


@dataclass(slots=True)
class Pending:
    """A job with its future. A job that was in a batch of a worker that died is tried `alone`."""

    job: Job
    alone: bool = False
    future: Future[JobResult] = field(default_factory=Future)


class Batches:
    """Jobs that wait, in batches of consecutive jobs of one format."""

    def __init__(self) -> None:
        self._waiting: deque[Pending] = deque()

    def add(self, *jobs: Pending) -> None:
        """Let jobs wait."""
        self._waiting.extend(jobs)

    def take(self, workers: int) -> list[Pending]:
        """The next batch: empty if no job waits. A batch is small when few jobs wait."""
        batch: list[Pending] = []
        share = -(-len(self._waiting) // workers)
        while self._waiting:
            first = batch[0] if batch else self._waiting[0]
            most = 1 if first.alone else min(BATCH[first.job.format.kind], share)
            following = self._waiting[0]
            if len(batch) >= most or following.job.format != first.job.format:
                break
            batch.append(self._waiting.popleft())
        return batch

    def add_first(self, jobs: Sequence[Pending]) -> None:
        """Let jobs wait before all others."""
        self._waiting.extendleft(reversed(jobs))

    def next_is_alone(self) -> bool:
        """Whether the next job is to be tried alone."""
        return bool(self._waiting) and self._waiting[0].alone


class PartCache:
    """The parts of all faces in use, so that equal parts are in memory once."""

    def __init__(self) -> None:
        self._known: WeakValueDictionary[bytes, Part] = WeakValueDictionary()

    def decode(self, content: bytes, parts: dict[bytes, Part], count: int) -> list[JobResult]:
        """The results of a number of jobs that a worker has encoded.

        Raises WorkerDied for anything else: the worker is not under printgen's control.
        """
        try:
            results: list[JobResult] = decode(content, parts.__getitem__)
            made: dict[int, Part] = {}
            for result in results:
                if type(result) is not JobResult:
                    raise TypeError("no result of a job")
                if not all(type(element) is Element for element in result.tree or ()):
                    raise TypeError("no elements")
                if result.face:
                    form = made_again(result.face.form, self._share, made)
                    result.face = replace(result.face, form=form)
        except Exception as error:
            log.debug("an answer of a worker is not used", exc_info=True)
            raise WorkerDied from error
        if len(results) != count:
            raise WorkerDied
        return results

    def _share(self, part: Part) -> Part:
        return self._known.setdefault(part.digest, part)


# The encoded results of a batch, see `faces.encode`.
Encoded = tuple[bytes, dict[bytes, Part]]


class Workers(Protocol):
    """Processes that lay out one batch each at a time."""

    # Whether they are on several machines, and do not share memory.
    separate: bool

    @property
    def count(self) -> int:
        """The number of processes, at least 1."""

    def start(self, jobs: Sequence[Job]) -> Future[Encoded]:
        """Begin a batch. The future raises WorkerDied if its worker dies."""


class BatchRunner:
    """Lays out with workers, in batches.

    When a worker dies, the jobs of its batch are laid out one at a time; a job whose worker dies
    again has a fault. Jobs that take too long are not tried again: the first one has a fault that
    names all.
    """

    def __init__(self, workers: Workers):
        self._workers = workers
        self._batches, self._parts = Batches(), PartCache()
        self._running: list[list[Pending]] = []
        self._stopped = False
        self._lock = RLock()

    def submit(self, job: Job) -> Future[JobResult]:
        """Begin a job, or let it wait until a worker is idle."""
        pending = Pending(job)
        with self._lock:
            self._batches.add(pending)
            self._start_batches()
        return pending.future

    def stop(self) -> None:
        """Start no more batches: no result is awaited."""
        with self._lock:
            self._stopped = True

    def _start_batches(self) -> None:
        """Give batches to idle workers.

        A job that is tried alone has the memory of its machine, so other workers are idle.
        """
        while len(self._running) < self._workers.count and not self._stopped:
            if self._running and not self._workers.separate and self._is_alone():
                break
            batch = self._batches.take(self._workers.count)
            if not batch:
                break
            self._running.append(batch)
            future = self._workers.start([pending.job for pending in batch])
            future.add_done_callback(partial(self._end, batch))

    def _is_alone(self) -> bool:
        """Whether a job that is tried alone is running or next."""
        return self._batches.next_is_alone() or self._running[0][0].alone

    def _end(self, batch: list[Pending], future: Future[Encoded]) -> None:
        """Hand out the results of a batch, and start the next one."""
        started = batch
        results: list[JobResult] | None
        try:
            results = self._parts.decode(*future.result(), len(batch))
        except WorkerDied as died:
            results = _too_slow(batch) if died.late else None
        except BaseException as error:
            # A fault of printgen, raised where the result is waited for.
            for pending in batch:
                pending.future.set_exception(error)
            batch, results = [], []
        with self._lock:
            self._running = [running for running in self._running if running is not started]
            if results is None and not batch[0].alone:
                self._batches.add_first([Pending(p.job, True, p.future) for p in batch])
                batch, results = [], []
            self._start_batches()
        for pending, result in zip(batch, results or map(_died, batch), strict=True):
            pending.future.set_result(result)


def _too_slow(batch: Sequence[Pending]) -> list[JobResult]:
    """The results of jobs that take too long together."""
    limit = f"{BATCH_SECONDS:g} seconds of processor time"
    message = f"laying out {names_of(pending.job for pending in batch)} takes more than {limit}"
    return [JobResult(faults=[Fault("layout-limit", message)]), *(JobResult() for _ in batch[1:])]


def _died(pending: Pending) -> JobResult:
    """The result of a job whose worker died twice."""
    message = f"the process that laid out {pending.job.name} died"
    return JobResult(faults=[Fault("layout-limit", message, "it may have run out of memory")])


class LocalWorkers:
    """Worker processes of this machine."""

    separate = False

    def __init__(self, folders: Folders, count: int, store: Store | None = None):
        self.count = count
        self.pool = Pool(folders, count, store)

    def start(self, jobs: Sequence[Job]) -> Future[Encoded]:
        """Begin a batch."""
        # A single face is often the only one: to start a process takes longer than a face.
        single = len(jobs) == 1 and jobs[0].format.kind == "face"
        patience = PATIENCE if single else 0
        return self.pool.submit(work, jobs, patience=patience, seconds=BATCH_SECONDS)


@contextmanager
def local_runner(
    folders: Folders, jobs: int, store: Store | None = None, warm: bool = False
) -> Iterator[BatchRunner]:
    """A runner with `jobs` worker processes of this machine, which the store makes start faster.

    With `warm`, the first worker starts now: it is ready when the project has been read.
    """
    workers = LocalWorkers(folders, max(1, jobs), store)
    runner = BatchRunner(workers)
    try:
        if warm:
            workers.pool.submit(warm_up)
        yield runner
    finally:
        runner.stop()
        workers.pool.kill()
