"""Worker processes that lay out batches."""

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
from contextlib import contextmanager
from itertools import islice
from multiprocessing.context import BaseContext
from pathlib import Path
from threading import Thread

from printgen.layout.batch import LayoutBatch, LayoutResult
from printgen.layout.worker import preload, start_worker, work
from printgen.problems import Problem
from printgen.project import Folders
from printgen.typography.fonts import write_configuration


def lay_out(folders: Folders, batches: Sequence[LayoutBatch], jobs: int = 1) -> list[LayoutResult]:
    """Lay out batches and return their results in order. Writes no files."""
    return list(lay_out_each(folders, batches, jobs))


def lay_out_each(
    folders: Folders, batches: Iterable[LayoutBatch], jobs: int = 1
) -> Generator[LayoutResult, None, None]:
    """Lay out batches and yield their results in order; one batch per worker is laid out ahead."""
    todo = iter(batches)
    with worker_pool(folders, jobs, -1) as pool:
        waiting = deque((submit(pool, batch), batch) for batch in islice(todo, jobs + 1))
        while waiting:
            yield wait_for_result(*waiting.popleft())
            waiting += [(submit(pool, batch), batch) for batch in islice(todo, 1)]


class Pool(ProcessPoolExecutor):
    """A process pool that always shuts down.

    Before Python 3.11.5, shutdown hangs when a worker has died and the call queue has more data
    than its pipe can hold (gh-94777). The pipe is then drained here.
    """

    def __init__(
        self,
        workers: int,
        context: BaseContext,
        initializer: Callable[..., None],
        arguments: tuple[object, ...],
    ):
        super().__init__(workers, context, initializer, arguments)
        calls = getattr(self, "_call_queue", None)
        # A duplicate, because the executor may close its own descriptor at any time.
        self._queue_pipe = -1 if calls is None else os.dup(calls._reader.fileno())

    def end(self, dead: bool = False) -> None:
        """Shut down and wait for the workers, which may be dead. May be called again."""
        if sys.is_finalizing():
            # A generator was not closed. Python starts no threads any more, so waiting would hang.
            return
        pipe, self._queue_pipe = self._queue_pipe, -1
        drain = (dead or self._broken) and pipe >= 0
        if drain:
            Thread(target=_drain, args=(pipe,), daemon=True).start()
        self.shutdown(wait=True, cancel_futures=True)
        if pipe >= 0 and not drain:
            os.close(pipe)


def _drain(pipe: int) -> None:
    """Read a pipe until its last writer closes it, then close it."""
    while os.read(pipe, 1 << 16):
        pass
    os.close(pipe)


@contextmanager
def worker_pool(folders: Folders, jobs: int, lock: int) -> Iterator[Pool]:
    """A pool of layout workers. `lock` is the descriptor of the lock on `out/`, or -1."""
    # A fork is cheap, and safe while this process has one thread; other systems must spawn.
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
            # Abandon in-flight work.
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.end(dead=True)
            raise
        finally:
            pool.end()


def submit(pool: Pool, batch: LayoutBatch) -> Future[LayoutResult]:
    """Send a batch to the workers."""
    # The first call forks the workers; Python loses an interrupt that arrives during a fork.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(work, batch)
    except BrokenProcessPool as error:
        # A worker died with an earlier batch; the pool accepts no more work.
        future: Future[LayoutResult] = Future()
        future.set_exception(error)
        return future
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def wait_for_result(future: Future[LayoutResult], batch: LayoutBatch) -> LayoutResult:
    """The result of a batch; a problem at its first face when the worker died."""
    try:
        return future.result()
    except BrokenProcessPool:
        names = ", ".join(dict.fromkeys(face.name for face in batch.faces))
        message = f"the process that laid out {names} died"
        hint = "it may have run out of memory"
        problem = Problem(batch.faces[0].position, "layout-limit", message, hint)
        return LayoutResult(problems=[problem])
