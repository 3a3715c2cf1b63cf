"""The build as one pipeline: targets become faces, faces become pages, pages become files."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import groupby, islice
from pathlib import Path
from threading import Thread
from typing import Any

from printgen.impose.plan import PlanError
from printgen.library import Library
from printgen.outputs import OUTPUTS
from printgen.outputs.job import Job, PrintOptions
from printgen.outputs.targets import Target
from printgen.problems import Problem, has_errors
from printgen.project import Folders, ProjectError
from printgen.publish import Staging, locked
from printgen.render.batch import Batch, Result
from printgen.render.fonts import write_configuration
from printgen.render.worker import preload, start_worker, work
from printgen.stamp import glance, stamp


@dataclass(frozen=True, slots=True)
class Built:
    """A file that was made."""

    target: Target
    size: int
    sha256: str
    made_from: str

    def record(self) -> dict[str, Any]:
        """What the manifest says of the file."""
        made = {"bytes": self.size, "sha256": self.sha256, "made_from": self.made_from}
        return {**self.target.record(), **made}


def made_from(library: Library, options: PrintOptions) -> str:
    """What says whether a file is stale: what the library was read from, and how it is printed."""
    x, y = options.offset
    same = glance(library.folders) == library.glance
    source = stamp(library.folders) if same else "changed since it was read"
    return f"{source}/{options.duplex or 'as written'}/{x:g},{y:g}"


@dataclass(slots=True)
class Report:
    """What came of a build. With an error among `problems`, nothing was written."""

    built: list[Built] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


Progress = Callable[[int, int], None]


def build(
    library: Library,
    targets: Sequence[Target],
    options: PrintOptions | None = None,
    jobs: int = 2,
    progress: Progress = lambda done, total: None,
) -> Report:
    """Build targets of a library that has no errors.

    `progress` is told how many batches of how many are laid out. Raises ProjectError when `out/`
    cannot be written.
    """
    report, options = Report(), options or PrintOptions()
    source = made_from(library, options)
    with locked(library.folders) as lock:
        todo = _prepare(library, targets, options, report)
        if has_errors(report.problems):
            return report
        # Maps are drawn here: for them alone no worker has anything to do.
        workers = jobs if any(job.count for job in todo) else 0
        try:
            with (
                Staging(library.folders) as staging,
                _workers(library.folders, workers, lock) as pool,
            ):
                results = _lay_out(pool, todo, 2 * jobs + 1, progress)
                for group in _groups(todo):
                    sound = _sound(islice(results, group[0].count), report.problems)
                    # One layout serves every paper: it is kept only where there are several.
                    kept = sound if len(group) == 1 else list(sound)
                    for job in group:
                        _finish(job, kept, staging, report, source)
                if has_errors(report.problems):
                    report.built.clear()
                else:
                    staging.commit([item.record() for item in report.built])
        except _Unplanned as error:
            report.problems.append(error.problem(library))
            report.built.clear()
    return report


def _prepare(
    library: Library, targets: Sequence[Target], options: PrintOptions, report: Report
) -> list[Job]:
    jobs = []
    for target in targets:
        try:
            jobs.append(OUTPUTS[target.output](library, target, options))
        except PlanError as error:
            report.problems.append(_Unplanned(target, error).problem(library))
    return jobs


class _Unplanned(Exception):
    """Something of a target cannot be placed on its pages."""

    def __init__(self, target: Target, error: PlanError):
        super().__init__(str(error))
        self.target = target

    def problem(self, library: Library) -> Problem:
        """The same, told at its product."""
        product = library.games[self.target.game].products[self.target.product]
        return product.problem("product-paper", str(self), key=True)


def lay_out(folders: Folders, batches: Sequence[Batch], jobs: int = 1) -> list[Result]:
    """Lay out batches that are no target of the project: charts, reports. Writes nothing."""
    return list(lay_out_each(folders, batches, jobs))


def lay_out_each(
    folders: Folders, batches: Iterable[Batch], jobs: int = 1
) -> Generator[Result, None, None]:
    """The same, one result at a time; no more than one batch a worker is laid out ahead."""
    todo = iter(batches)
    with _workers(folders, jobs, -1) as pool:
        waiting = deque((_submit(pool, batch), batch) for batch in islice(todo, jobs + 1))
        while waiting:
            yield _result(*waiting.popleft())
            waiting += [(_submit(pool, batch), batch) for batch in islice(todo, 1)]


# --- laying out ------------------------------------------------------------------------------


class Pool(ProcessPoolExecutor):
    """Workers that can always be ended.

    Python before 3.11.5 waits for ever where it has more to send to a worker than a pipe holds, and
    the worker has died (gh-94777): then what is sent is read here, and dropped.
    """

    def __init__(self, *args: Any):
        super().__init__(*args)
        calls = getattr(self, "_call_queue", None)
        # An end of its own: the executor may close the other one at any time.
        self._sent = -1 if calls is None else os.dup(calls._reader.fileno())

    def end(self, dead: bool = False) -> None:
        """Wait for the workers to end; they may be dead. Once is enough."""
        if sys.is_finalizing():
            # Somebody forgot to close what lays out; no thread starts any more to wait with.
            return
        sent, self._sent = self._sent, -1
        drop = (dead or self._broken) and sent >= 0
        if drop:
            Thread(target=_drop, args=(sent,), daemon=True).start()
        self.shutdown(wait=True, cancel_futures=True)
        if sent >= 0 and not drop:
            os.close(sent)


def _drop(pipe: int) -> None:
    """Read a pipe until nobody can write to it any more, and close it."""
    while os.read(pipe, 1 << 16):
        pass
    os.close(pipe)


@contextmanager
def _workers(folders: Folders, jobs: int, lock: int) -> Iterator[Pool]:
    """Processes that lay out batches, with the fonts they may use."""
    # A fork is cheap, and safe while this process has one thread; elsewhere start afresh.
    method = "fork" if sys.platform == "linux" else "spawn"
    context = multiprocessing.get_context(method)
    with tempfile.TemporaryDirectory(prefix="printgen-") as scratch:
        fontconfig = write_configuration(folders, Path(scratch))
        inherited = lock if method == "fork" else -1
        if method == "fork" and jobs:
            preload()
        prepared = (folders, fontconfig, os.getpid(), inherited)
        pool = Pool(max(1, jobs), context, start_worker, prepared)
        try:
            yield pool
        except BaseException:
            # Nobody waits for what the workers are at.
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.end(dead=True)
            raise
        finally:
            pool.end()


def _groups(jobs: Sequence[Job]) -> Iterator[list[Job]]:
    """Jobs that follow each other and need the same pages."""
    for _, group in groupby(jobs, key=lambda job: job.pages):
        yield list(group)


def _lay_out(pool: Pool, jobs: Sequence[Job], ahead: int, progress: Progress) -> Iterator[Result]:
    """The results of every group's batches, in order; no more than `ahead` wait to be taken."""
    groups = [group[0] for group in _groups(jobs)]
    batches = (batch for job in groups for batch in _batches(job))
    total = sum(job.count for job in groups)
    waiting: deque[tuple[Future[Result], Batch]] = deque()
    for done in range(total):
        for batch in islice(batches, ahead - len(waiting)):
            waiting.append((_submit(pool, batch), batch))
        result = _result(*waiting.popleft())
        progress(done + 1, total)
        if done + 1 == total:
            # The workers give their memory back before the last file is written.
            pool.end()
        yield result


def _batches(job: Job) -> Iterator[Batch]:
    try:
        yield from job.batches()
    except PlanError as error:
        raise _Unplanned(job.target, error) from error


def _submit(pool: Pool, batch: Batch) -> Future[Result]:
    # The first call forks the workers, and Python loses an interrupt that comes within a fork.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(work, batch)
    except BrokenProcessPool as error:
        # A worker died on an earlier batch: this one cannot be laid out either.
        future: Future[Result] = Future()
        future.set_exception(error)
        return future
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _result(future: Future[Result], batch: Batch) -> Result:
    try:
        return future.result()
    except BrokenProcessPool:
        names = ", ".join(dict.fromkeys(face.name for face in batch.faces))
        message = f"the process that laid out {names} died"
        hint = "it may have run out of memory"
        problem = Problem(batch.faces[0].position, "layout-limit", message, hint)
        return Result(problems=[problem])


class _Unsound(Exception):
    """Some pages have errors: there is no file to make of them."""


def _sound(results: Iterator[Result], problems: list[Problem]) -> Iterator[Result]:
    """The results as long as they are sound. All their problems are kept, whatever happens."""
    for result in results:
        problems += result.problems
        if not has_errors(problems):
            yield result


def _finish(
    job: Job, results: Iterable[Result], staging: Staging, report: Report, source: str
) -> None:
    """Make the file of a job, unless its pages or earlier ones have errors."""

    def pages() -> Iterator[Result]:
        yield from results
        if has_errors(report.problems):
            raise _Unsound

    with suppress(_Unsound):
        path = staging.place(job.target.path)
        try:
            job.finish(pages(), path)
        except OSError as error:
            raise ProjectError(f"cannot write {job.target.path}: {error.strerror}") from error
        size, digest = staging.check(job.target.path, path)
        report.built.append(Built(job.target, size, digest, source))
