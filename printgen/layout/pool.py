"""Worker processes that lay out batches."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import Any

from printgen.layout.batch import LayoutBatch, LayoutResult
from printgen.layout.worker import preload, start_worker, work
from printgen.problems import Problem
from printgen.project import Folders
from printgen.typography.fonts import write_configuration


def lay_out(folders: Folders, batches: Sequence[LayoutBatch], jobs: int = 1) -> list[LayoutResult]:
    """Lay out batches that are no target of the project: charts, reports. Writes nothing."""
    return list(lay_out_each(folders, batches, jobs))


def lay_out_each(
    folders: Folders, batches: Iterable[LayoutBatch], jobs: int = 1
) -> Generator[LayoutResult, None, None]:
    """The same, one result at a time; no more than one batch a worker is laid out ahead."""
    todo = iter(batches)
    with worker_pool(folders, jobs, -1) as pool:
        waiting = deque((submit(pool, batch), batch) for batch in islice(todo, jobs + 1))
        while waiting:
            yield wait_for_result(*waiting.popleft())
            waiting += [(submit(pool, batch), batch) for batch in islice(todo, 1)]


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
def worker_pool(folders: Folders, jobs: int, lock: int) -> Iterator[Pool]:
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


def submit(pool: Pool, batch: LayoutBatch) -> Future[LayoutResult]:
    # The first call forks the workers, and Python loses an interrupt that comes within a fork.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(work, batch)
    except BrokenProcessPool as error:
        # A worker died on an earlier batch: this one cannot be laid out either.
        future: Future[LayoutResult] = Future()
        future.set_exception(error)
        return future
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def wait_for_result(future: Future[LayoutResult], batch: LayoutBatch) -> LayoutResult:
    try:
        return future.result()
    except BrokenProcessPool:
        names = ", ".join(dict.fromkeys(face.name for face in batch.faces))
        message = f"the process that laid out {names} died"
        hint = "it may have run out of memory"
        problem = Problem(batch.faces[0].position, "layout-limit", message, hint)
        return LayoutResult(problems=[problem])
