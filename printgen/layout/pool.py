"""Worker processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from threading import Thread
from typing import Any

from printgen.layout.worker import preload, start_worker
from printgen.project import Folders


class Pool(ProcessPoolExecutor):
    """A process pool that always shuts down.

    Before Python 3.11.5, shutdown hangs when a worker has died and the call queue has more data
    than its pipe can hold (gh-94777). The pipe is then drained here.
    """

    def __init__(self, folders: Folders, fontconfig: Path, workers: int, may_fork: bool):
        # A fork is cheap, and safe while this process has one thread; other systems must spawn.
        method = "fork" if sys.platform == "linux" and may_fork else "spawn"
        if method == "fork":
            preload()
        super().__init__(
            workers,
            multiprocessing.get_context(method),
            start_worker,
            (folders, fontconfig, os.getpid()),
        )
        calls = getattr(self, "_call_queue", None)
        # A duplicate, because the executor may close its own descriptor at any time.
        self._queue_pipe = -1 if calls is None else os.dup(calls._reader.fileno())

    def start(self, function: Callable[..., Any], *arguments: object) -> Any:
        """Send a call to the workers and return its future. Raises BrokenProcessPool."""
        # The first call forks the workers; Python loses an interrupt that arrives during a fork.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return self.submit(function, *arguments)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def kill(self) -> None:
        """End the workers, whatever they do."""
        for process in list((self._processes or {}).values()):
            process.kill()
        self.end(dead=True)

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
