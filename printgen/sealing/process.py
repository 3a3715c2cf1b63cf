"""Processes of printgen: one that answers calls and is killed when one takes too long, and what all
of them inherit.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, TypeVar

from printgen.sealing import system
from printgen.sealing.messages import Done, Place, ValueUnpickler, receive, send

Result = TypeVar("Result")

# Called with how much of all work is done.
Progress = Callable[[int, int], None]

# Seconds in which an idle process ends.
_CLOSING = 10


class WorkerDied(Exception):
    """A process ended during a call; if it was `late`, because the call took too long."""

    def __init__(self, *words: str, late: bool = False):
        super().__init__(*words)
        self.late = late


class CallProcess:
    """A started process that `child.answer_calls` runs in, and the pipes to it."""

    def __init__(self, process: subprocess.Popen[bytes], *first: object):
        """`first`, if there is any, is sent before all calls."""
        self._process = process
        assert process.stdin
        assert process.stdout
        self._to: IO[bytes] = process.stdin
        self._from: IO[bytes] = process.stdout
        self.is_open = True
        # What the process does, as it last said during a call.
        self.place: tuple[str, ...] = ()
        self.progress: Progress | None = None
        with suppress(OSError):
            if first:
                send(self._to, first)

    def call(
        self, function: Callable[..., Result], *arguments: object, seconds: float = 0
    ) -> Result:
        """Call a function in the process. Raises WorkerDied, and what the function raises.

        After `seconds` of processor time, if there is such a limit, the process ends: by its own
        system, or else after some times as much of real time. An answer that is not a plain value
        ends it too: it is not under printgen's control.
        """
        self.place = ()
        late = threading.Event()
        clock = threading.Timer(seconds * system.REAL_SECONDS, self._end_late, [late])
        clock.daemon = True
        if seconds:
            clock.start()
        answer: tuple[Result, Exception | None]
        try:
            send(self._to, (function, arguments, seconds))
            while isinstance(message := ValueUnpickler(receive(self._from)).load(), Place | Done):
                if isinstance(message, Place):
                    self.place = message.words
                elif self.progress:
                    self.progress(message.done, message.total)
            answer = message
            result, error = answer
            if not isinstance(error, Exception | None):
                raise TypeError("no exception")
        except Exception:
            # Whatever a stranger's answer leads to: the process is not used again.
            self.kill()
            out_of_time = self._process.returncode == system.OUT_OF_TIME
            raise WorkerDied(late=late.is_set() or out_of_time) from None
        except BaseException:
            # An interrupt: the answer to this call would be taken for that to the next one.
            self.kill()
            raise
        finally:
            clock.cancel()
        if error is not None:
            raise error
        return result

    def _end_late(self, late: threading.Event) -> None:
        late.set()
        self._process.kill()

    def kill(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self.close()

    def close(self) -> None:
        """End the process, which is idle."""
        self.is_open = False
        with suppress(OSError):
            self._to.close()
        try:
            self._process.wait(_CLOSING)
        except subprocess.TimeoutExpired:
            # It is not under printgen's control.
            self._process.kill()
            self._process.wait()
        self._from.close()


# --------------------------------------------------------------------------------------------------
# Processes of printgen itself: what they run, and what they see of the user's environment.
#
# Programs keep secrets in environment variables: tokens of GitHub, keys of services. A worker
# needs none of them, and may come under a stranger's control.


# What Python, printgen and the libraries of pages read.
_NEEDED = {
    # Programs, folders of the user, language and time; numbers of threads.
    "PATH", "HOME", "TMPDIR", "LANG", "LANGUAGE", "TZ", "NO_COLOR", "SOURCE_DATE_EPOCH",
    "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "PRINTGEN_CACHE", "PRINTGEN_CACHE_LIMIT",
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS",
    # Places of Pango and other libraries.
    "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH",
    "WEASYPRINT_DLL_DIRECTORIES",
    # Windows.
    "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "TEMP", "TMP", "USERPROFILE", "APPDATA",
    "LOCALAPPDATA",
}  # fmt: skip


def environment() -> dict[str, str]:
    """The environment variables of a process that this one starts."""
    return {name: value for name, value in os.environ.items() if _is_needed(name)}


def _is_needed(name: str) -> bool:
    return name.upper() in _NEEDED or name.startswith("LC_")


def python_command(module: str, *words: str) -> list[str]:
    """A command that calls `run` of a module with these words. It imports what this process would
    import, wherever it is started.
    """
    # -I: neither the variables of Python nor the folder that the user is in count.
    options = ["-I", *(["-B"] if sys.dont_write_bytecode else [])]
    options += ["-X", "utf8"] if sys.flags.utf8_mode else []
    program = (
        f"import sys; sys.argv[0], sys.path[:] = 'printgen', {sys.path!r};"
        f" from {module} import run; run()"
    )
    return [sys.executable, *options, "-c", program, *words]


@contextmanager
def needed_environment() -> Iterator[None]:
    """Give the processes that are started in the block nothing but `environment`."""
    others = {name: value for name, value in os.environ.items() if not _is_needed(name)}
    for name in others:
        del os.environ[name]
    try:
        yield
    finally:
        os.environ.update(others)
