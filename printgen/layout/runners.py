"""The job runner of a command: workers or a cluster, behind the store, which has the results of
earlier jobs.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from weakref import WeakValueDictionary

from printgen.content.results import result_key
from printgen.extra import parts
from printgen.layout.faces import Part, decode, encode
from printgen.layout.files import Files
from printgen.layout.jobs import DeferredContext, Job, JobResult, JobRunner
from printgen.layout.local import BatchRunner, local_runner
from printgen.layout.reads import ContextDigests, Reads
from printgen.layout.toolchain import toolchain
from printgen.project import Folders
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
        own = repr(job.format), job.name, *job.chapters, *code
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
    inner = _far(folders, cluster) if cluster else local_runner(folders, jobs, store, warm)
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
