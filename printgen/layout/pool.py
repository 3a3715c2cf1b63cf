"""Worker processes of this machine, started one by one as batches come."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, LifoQueue
from threading import Lock
from typing import Any

from printgen.project import Folders
from printgen.sealing.process import CallProcess, WorkerDied, environment, python_command
from printgen.sealing.system import interrupts_blocked
from printgen.store.scratch import Scratch
from printgen.typography.fonts import write_configuration

# A worker starts no programs: at the import of WeasyPrint, `ctypes` would look for libraries with
# compilers, which takes a third of the time. Windows has libraries in the folders of programs. An
# empty path would be the current folder.
_NO_PROGRAMS = {} if os.name == "nt" else {"PATH": os.devnull}


def new_process() -> subprocess.Popen[bytes]:
    """A process that runs a worker, with pipes to it."""
    return subprocess.Popen(  # noqa: S603 - printgen itself
        python_command("printgen.layout.worker"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment() | _NO_PROGRAMS,
    )


class Pool:
    """Worker processes for a project, `count` at most. A process that dies is replaced.

    They can read the project, and change only files in `output`.
    """

    def __init__(self, folders: Folders, count: int, output: Path | None = None):
        self.count, self._folders, self._output = count, folders, output
        self._scratch: Scratch | None = None
        self._threads = ThreadPoolExecutor(count, "printgen-worker")
        self._idle: LifoQueue[CallProcess] = LifoQueue()
        self._all: set[CallProcess] = set()
        self._lock = Lock()
        self._ended = False
        self._arguments: tuple[object, ...] = ()

    def submit(
        self,
        function: Callable[..., Any],
        *arguments: object,
        patience: float = 0,
        seconds: float = 0,
    ) -> Future[Any]:
        """Call a function in a worker. The future raises WorkerDied or what the function raises.

        `patience` is the time (s) to wait for a busy process before another one is started. After
        `seconds` of processor time, if there is such a limit, the process ends.
        """
        return self._threads.submit(self._call, patience, seconds, function, *arguments)

    def kill(self) -> None:
        """End the workers, whatever they do."""
        self._ended = True
        with self._lock:
            for process in self._all:
                process.kill()
        self.end()

    def end(self) -> None:
        """End the workers as soon as they are idle."""
        self._ended = True
        self._threads.shutdown(wait=True, cancel_futures=True)
        for process in self._all:
            process.close()
        self._all.clear()
        if self._scratch:
            self._scratch.remove()
            self._scratch = None

    def _call(
        self, patience: float, seconds: float, function: Callable[..., Any], *arguments: object
    ) -> Any:
        process = self._take(patience)
        try:
            result = process.call(function, *arguments, seconds=seconds)
        except WorkerDied:
            with self._lock:
                self._all.discard(process)
            raise
        except BaseException:
            self._idle.put(process)
            raise
        self._idle.put(process)
        return result

    def _take(self, patience: float) -> CallProcess:
        """An idle process, or a new one."""
        wait = patience if self._all else 0
        with suppress(Empty):
            return self._idle.get(wait > 0, wait)
        with self._lock:
            if self._ended:
                raise WorkerDied
            if not self._arguments:
                self._scratch = Scratch()
                fontconfig = write_configuration(self._folders, self._scratch.path)
                self._arguments = self._folders, fontconfig, self._output, os.getpid()
            # Ctrl-C is for this process, which ends the others.
            with interrupts_blocked():
                process = CallProcess(new_process(), *self._arguments)
            self._all.add(process)
        return process
