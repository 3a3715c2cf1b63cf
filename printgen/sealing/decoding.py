"""Decode what strangers made - pictures, fonts, workbooks - in a sealed process with limits.

The libraries that decode are large, and a file can be made to exhaust the machine, to end the
process, or to take it over. So this process only reads the bytes. The other one, which can open no
file of the user, decodes them.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TypeVar, TypeVarTuple

from printgen.project import FONTS, TEMPLATES, ProjectError, find_project
from printgen.sealing import is_sealed, seal
from printgen.sealing.child import answer_calls, end_with, first_message, open_pipes
from printgen.sealing.process import CallProcess, WorkerDied, environment, python_command
from printgen.sealing.system import limit_memory

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")

# Of a call, the seconds of processor time that a sound file may take, and for each megabyte of it.
_USUAL, _USUAL_A_MEGABYTE = 0.05, 0.1


class CannotDecode(Exception):
    """A file takes too much to decode, or ends the process. `reason` ends a sentence about it;
    `is_slow` if it took too long, which may be the fault of a busy machine.
    """

    def __init__(self, reason: str, is_slow: bool = False):
        super().__init__(reason)
        self.reason, self.is_slow = reason, is_slow


def decoded(path: Path, function: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
    """Call a function of printgen with the bytes of the file at `path`, in the sealed process of
    its project.

    A file of printgen itself, and what is in a sealed process already, is decoded in this process.
    Raises CannotDecode, and what the function raises: exceptions of printgen and of Python.
    """
    if is_sealed() or is_shipped(path):
        return function(*arguments)
    start, seconds = time.monotonic(), 0.0
    try:
        seconds, result = decoder(_project(path.parent)).call(function, arguments)
    except WorkerDied as died:
        global _late
        _late += died.late
        seconds = time.monotonic() - start
        reason = "takes too long to read" if died.late else _CRASHES
        raise CannotDecode(reason, is_slow=died.late) from None
    except MemoryError:
        seconds = time.monotonic() - start
        most = f"{MEMORY / 1024**3:g} GB of memory"
        raise CannotDecode(f"takes more than {most} to read") from None
    except Exception as error:
        seconds = time.monotonic() - start
        if isinstance(error, ValueError | OSError | SyntaxError) or _is_own(error):
            raise
        raise CannotDecode(_CRASHES) from error
    finally:
        _count(seconds, arguments)
    return result


# Also of a process that answers what no function raises.
_CRASHES = "crashes the program that reads it"


def _is_own(error: Exception) -> bool:
    return type(error).__module__.startswith("printgen.")


def is_shipped(path: Path) -> bool:
    """Whether a file came with printgen."""
    return path.is_relative_to(TEMPLATES) or path.is_relative_to(FONTS)


@lru_cache(1_000)
def _project(folder: Path) -> Path:
    """The root of the project of a folder; the folder itself if it is in none."""
    try:
        return find_project(folder).root
    except ProjectError:
        return folder


# --- what decoding costs ---------------------------------------------------------------------

_excess = 0.0

# The calls that took too long.
_late = 0


def late_calls() -> int:
    """How many files took too long to decode, since this process started or `forget_late_calls`:
    the next command may find the machine less busy.
    """
    return _late


def forget_late_calls() -> None:
    """Count the files that take too long from now on."""
    global _late
    _late = 0


def excess() -> float:
    """The seconds of processor time that files have taken beyond what sound files of their sizes
    take, since this process started.
    """
    return _excess


def _count(seconds: float, arguments: Iterable[object]) -> None:
    global _excess
    size = sum(len(each) for each in arguments if isinstance(each, bytes))
    _excess += max(0.0, seconds - _USUAL - _USUAL_A_MEGABYTE * size / 1e6)


# --- the sealed processes that decode, one for a project and a task, and what they do -------------


# Limits of a call: seconds of processor time, and bytes of memory.
SECONDS, MEMORY = 6.0, 2 * 1024**3

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
            process = CallProcess(_starter.submit(new_process).result(), os.getpid())
        try:
            answer = process.call(_timed, function, arguments, seconds=most)
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


def new_process() -> subprocess.Popen[bytes]:
    """A process that decodes."""
    # What libraries print about damaged files is for their programmers.
    return subprocess.Popen(  # noqa: S603 - printgen itself
        python_command("printgen.sealing.decoding"),
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


def _timed(function: Callable[..., Result], arguments: tuple[object, ...]) -> tuple[float, Result]:
    """The processor time (s) of a call, and its result."""
    start = time.process_time()
    result = function(*arguments)
    return time.process_time() - start, result
