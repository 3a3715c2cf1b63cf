"""The job runner of a command: workers or a cluster, behind the store, which has the results of
earlier jobs.
"""

from __future__ import annotations

import logging
import pickle
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from threading import RLock
from typing import Protocol
from weakref import WeakValueDictionary
from xml.etree.ElementTree import Element

from printgen.content.results import result_key
from printgen.extra import parts
from printgen.layout.faces import Part, decode, encode, made_again
from printgen.layout.files import Files
from printgen.layout.jobs import (
    ContextDigests,
    DeferredContext,
    Fault,
    Job,
    JobKind,
    JobResult,
    JobRunner,
    Reads,
    names_of,
)
from printgen.layout.pool import Pool
from printgen.layout.toolchain import toolchain
from printgen.layout.worker import warm_up, work
from printgen.project import Folders
from printgen.sealing.process import WorkerDied
from printgen.store import Store, digest

# --- the store in front of a runner: a job whose result is known is not laid out again ------------


# The most ways in which a job is known to have read: a template may read more for another entry.
MAX_WAYS = 6


# The paths of values and the names of files that a job has read.
Way = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]


class CachingRunner:
    """Takes results from a store, and keeps those of another runner.

    What a job reads is known only after it was laid out. So the store has, by the job's name and
    format, the names of the values and files that it read before; and by these with the digests of
    their present content, the result. If the origin of a job's context is known, the store has the
    result by this origin: the context is not needed.

    Whatever a worker has made is kept for the project alone (`Folders.scope`).
    """

    def __init__(self, folders: Folders, store: Store, runner: JobRunner):
        self._folders, self._store, self._runner = folders, store, runner
        self._parts: WeakValueDictionary[bytes, Part] = WeakValueDictionary()
        self.refresh()

    def refresh(self) -> None:
        """Look at all files again: they may have changed."""
        self._files = Files(self._folders)
        self._contexts = ContextDigests()
        self._toolchain = toolchain(self._folders, self._store)

    def submit(self, job: Job) -> Future[JobResult]:
        """The kept result of a job, or begin it. Pages for a preview are not kept."""
        if job.known_pages is not None:
            return self._runner.submit(job)
        future: Future[JobResult] = Future()
        known = self.find(job)
        if known is not None:
            future.set_result(known)
        else:
            made = self._runner.submit(job)
            made.add_done_callback(lambda ended: self._hand_out(job, ended, future))
        return future

    def find(self, job: Job) -> JobResult | None:
        """The kept result of a job."""
        return self._find_by_origin(job) or self._find(job)

    def _key(self, name: str, job: Job, *parts: str) -> str:
        """The key of a result of a job, without the values that it reads."""
        code = [repr(job.code)] if job.code else []
        tools = self._folders.scope, self._toolchain
        own = repr(job.format), job.name, job.kept_whole, *job.chapters, *code
        return result_key(self._store, name, *tools, *own, *parts)

    def _reads_key(self, job: Job) -> str:
        # A variable that a template misses is not recorded.
        return self._key("job reads", job, repr(sorted(job.context)))

    def _find_by_origin(self, job: Job) -> JobResult | None:
        """The kept result of a job whose context has a known origin: without the context."""
        if not isinstance(job.context, DeferredContext):
            return None
        value = self._store.read("result", self._key("job by origin", job, job.context.origin))
        if value is None:
            return None
        files, content = pickle.loads(value)  # noqa: S301 - checked by the store
        if any(self._files.digest(name) != known for name, known in files):
            return None
        return self._decoded(content)

    def _keep_origin(self, job: Job, reads: Reads, content: bytes) -> None:
        """Keep a result also by the origin of its context: then one read finds it."""
        if isinstance(job.context, DeferredContext):
            key = self._key("job by origin", job, job.context.origin)
            self._store.write("result", key, pickle.dumps((reads.files, content), 5))

    def _ways(self, key: str) -> list[Way]:
        """The names of values and of files that a job has read, in each known way."""
        value = self._store.read("result", key)
        return [] if value is None else pickle.loads(value)  # noqa: S301 - checked by the store

    def _find(self, job: Job) -> JobResult | None:
        for data, files in self._ways(self._reads_key(job)):
            reads = Reads(data, tuple((file, self._files.digest(file)) for file in files))
            content = self._store.read("result", self._result_key(job, reads))
            found = content and self._decoded(content)
            if content and found:
                self._keep_origin(job, reads, content)
                return found
        return None

    def _decoded(self, content: bytes) -> JobResult | None:
        """A kept result; None if one of its parts was deleted to make room."""
        try:
            found: JobResult = decode(content, self._part, kept=True)
        except KeyError:
            return None
        return found

    def _result_key(self, job: Job, reads: Reads) -> str:
        """The key of a result."""
        values = self._contexts.digest(job.context, reads.data)
        context = repr(sorted(job.context))
        return self._key("job", job, context, repr(reads.data), values, repr(reads.files))

    def _part(self, key: bytes) -> Part:
        """A part of a face. Raises KeyError if the store does not have it."""
        known = self._parts.get(key)
        if known is None:
            content = self._store.read("part", self._part_key(key))
            if content is None:
                raise KeyError(key)
            known = self._parts[key] = decode(content, self._part, kept=True)
        return known

    def _part_key(self, key: bytes) -> str:
        return digest(self._folders.scope, key)

    def _hand_out(self, job: Job, made: Future[JobResult], future: Future[JobResult]) -> None:
        """Keep a result, then hand it out, unless it was cancelled meanwhile."""
        error: BaseException | None = None
        try:
            self._keep(job, made.result())
        except BaseException as raised:
            # A fault of printgen, raised where the result is waited for.
            error = raised
        if not future.set_running_or_notify_cancel():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(made.result())

    def _keep(self, job: Job, result: JobResult) -> None:
        """Keep a result, unless it failed or its files changed meanwhile."""
        reads = result.reads
        failed = any(fault.severity == "error" for fault in result.faults)
        if not self._store or reads is None or failed or not self._is_true(reads):
            return
        key, (content, parts) = self._reads_key(job), encode(result)
        self._keep_parts(parts)
        self._store.write("result", self._result_key(job, reads), content)
        self._keep_origin(job, reads, content)
        way = reads.data, tuple(file for file, _ in reads.files)
        ways = [way, *(each for each in self._ways(key) if each != way)]
        self._store.write("result", key, pickle.dumps(ways[:MAX_WAYS], 5))

    def _is_true(self, reads: Reads) -> bool:
        """Whether files are as a worker says that it has read them."""
        return all(self._files.digest(name) == known for name, known in reads.files)

    def _keep_parts(self, parts: Mapping[bytes, Part]) -> None:
        """Keep parts, and the parts in them, unless this runner has kept them before."""
        for key, part in parts.items():
            if self._parts.get(key) is not part:
                self._parts[key] = part
                content, inner = encode(part)
                self._keep_parts(inner)
                self._store.write("part", self._part_key(key), content)


# --- the runner of a command ----------------------------------------------------------------------


@contextmanager
def open_runner(
    folders: Folders,
    jobs: int,
    store: Store | None = None,
    cluster: object = None,
    warm: bool = False,
) -> Iterator[JobRunner]:
    """A runner with `jobs` worker processes, or with the workers of a cluster (see the
    field of `Extra`), behind the store
    if there is one. With `warm`, a worker process starts at once. In the end, other commands find
    the results in the store.
    """
    inner = _far(folders, cluster) if cluster else local_runner(folders, jobs, warm)
    try:
        with inner as runner:
            yield CachingRunner(folders, store, runner) if store else runner
    finally:
        if store:
            store.finish()


@contextmanager
def _far(folders: Folders, cluster: object) -> Iterator[BatchRunner]:
    """A runner with the workers of a cluster."""
    workers = next(parts("cluster_workers"))
    runner = BatchRunner(workers(cluster, folders))
    try:
        yield runner
    finally:
        runner.stop()


# --- workers of this machine ----------------------------------------------------------------------


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

    def __init__(self, folders: Folders, count: int):
        self.count = count
        self.pool = Pool(folders, count)

    def start(self, jobs: Sequence[Job]) -> Future[Encoded]:
        """Begin a batch."""
        # A single face is often the only one: to start a process takes longer than a face.
        single = len(jobs) == 1 and jobs[0].format.kind == "face"
        patience = PATIENCE if single else 0
        return self.pool.submit(work, jobs, patience=patience, seconds=BATCH_SECONDS)


@contextmanager
def local_runner(folders: Folders, jobs: int, warm: bool = False) -> Iterator[BatchRunner]:
    """A runner with `jobs` worker processes of this machine.

    With `warm`, the first worker starts now: it is ready when the project has been read.
    """
    workers = LocalWorkers(folders, max(1, jobs))
    runner = BatchRunner(workers)
    try:
        if warm:
            workers.pool.submit(warm_up)
        yield runner
    finally:
        runner.stop()
        workers.pool.kill()
