"""The sealed processes that decode, one for a project and a task, and what they do."""

from __future__ import annotations

import atexit
import os
import subprocess
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TypeVar

from printgen.sealing import seal
from printgen.sealing.child import answer_calls, end_with, first_message, open_pipes
from printgen.sealing.environment import environment, python_command
from printgen.sealing.posix import limit_memory, limit_time
from printgen.sealing.process import CallProcess, WorkerDied

Result = TypeVar("Result")

# Limits of a call: seconds of processor time, and of real time where a busy machine or a system
# without the first limit needs one; bytes of memory.
SECONDS, REAL_SECONDS, MEMORY = 6.0, 60.0, 2 * 1024**3

# Seconds after whose end a process has not ended at once.
_AT_ONCE = 0.5

# Processes at the same time.
_MOST = 6


class Decoder:
    """A process. It starts with the first call, and anew after one that ended it."""

    def __init__(self) -> None:
        self._process: CallProcess | None = None
        self._lock = Lock()

    def call(
        self,
        function: Callable[..., Result],
        arguments: tuple[object, ...],
        seconds: float = SECONDS,
    ) -> tuple[float, Result]:
        """The processor time (s) of a call, and its result. Raises WorkerDied, also after `seconds`
        of that time, MemoryError, and what the function raises.

        A process that ends at once for another reason than its time is started again, once:
        something else may have ended it.
        """
        with self._lock:
            start = time.monotonic()
            try:
                return self._tried(function, arguments, seconds)
            except WorkerDied as died:
                if died.late or time.monotonic() - start > _AT_ONCE:
                    raise
                return self._tried(function, arguments, seconds)

    def _tried(
        self, function: Callable[..., Result], arguments: tuple[object, ...], most: float
    ) -> tuple[float, Result]:
        process, self._process = self._process, None
        if process is None:
            process = CallProcess(_starter.submit(_new_process).result(), os.getpid())
        try:
            answer = process.call(_timed, function, arguments, most, seconds=REAL_SECONDS)
            if type(answer) is not tuple or len(answer) != 2 or type(answer[0]) is not float:
                process.kill()
                raise WorkerDied
        except MemoryError:
            process.kill()
            raise
        finally:
            if process.is_open:
                self._process = process
        return answer

    def close(self) -> None:
        """End the process when its call has ended."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._process:
            self._process.close()
            self._process = None


# The processes, those that were used last at the end.
_decoders: OrderedDict[tuple[Path, str], Decoder] = OrderedDict()
_lock = Lock()

# The thread that starts them: they end with it.
_starter = ThreadPoolExecutor(1, "printgen-decoders")


def decoder(root: Path, task: str = "") -> Decoder:
    """The process for a task of a project, or of a folder that is in none."""
    with _lock:
        found = _decoders.setdefault((root, task), Decoder())
        _decoders.move_to_end((root, task))
        oldest = _decoders.popitem(last=False)[1] if len(_decoders) > _MOST else None
    if oldest:
        oldest.close()
    return found


def end_decoder(root: Path, task: str) -> None:
    """End the process for a task of a project when its call has ended."""
    with _lock:
        ended = _decoders.pop((root, task), None)
    if ended:
        ended.close()


def _end_all() -> None:
    for each in _decoders.values():
        each.close()


atexit.register(_end_all)


def _forget() -> None:
    """Forget the processes, which answer the process that this one was forked from."""
    global _decoders, _lock, _starter
    _decoders, _lock = OrderedDict(), Lock()
    _starter = ThreadPoolExecutor(1, "printgen-decoders")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def _new_process() -> subprocess.Popen[bytes]:
    # What libraries print about damaged files is for their programmers.
    return subprocess.Popen(  # noqa: S603 - printgen itself
        python_command("printgen.sealing.decoders"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(),
    )


# --- in the process --------------------------------------------------------------------------


def run() -> None:
    """Decode until the process that started this one ends."""
    calls, answers = open_pipes()
    with suppress(EOFError):
        (parent,) = first_message(calls)
        end_with(parent)
        limit_memory(MEMORY)
        seal(())
        answer_calls(calls, answers)


def _timed(
    function: Callable[..., Result], arguments: tuple[object, ...], most: float
) -> tuple[float, Result]:
    """The processor time (s) of a call, at most `most`, and its result."""
    limit_time(most)
    start = time.process_time()
    result = function(*arguments)
    return time.process_time() - start, result
