"""What reading and checking a project may use of the machine: processor time and memory.

A file that takes too long is given up: reading it after `MAX_FILE_SECONDS`, the checks of the
project after a time that grows with its files, so that one file stalls a small project for less
than ten seconds in all. In the main thread a timer interrupts what runs; in others, as of `serve`
and `lsp`, the time is asked between files and between checks.
"""

from __future__ import annotations

import math
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from printgen.sealing.decoding import excess

# Ten times what the largest known game takes, without a store.
MAX_SECONDS = 60

MAX_MEMORY = 2 * 1024**3

# For reading one file, and for the checks of a project: some of it for each of its files.
MAX_FILE_SECONDS = 4
CHECK_SECONDS = 3
CHECK_SECONDS_PER_FILE = 0.1

# Seconds of work between two measures of memory: reading it takes longer than most files.
_INTERVAL = 0.1


@dataclass(slots=True)
class Budget:
    """The processor time of this process from now on, and its memory."""

    seconds: float = field(default_factory=lambda: MAX_SECONDS)
    start: float = field(default_factory=lambda: _used())
    measured: float = -_INTERVAL

    def used_up(self) -> str:
        """The limit that is exceeded, as words; empty if none is."""
        used = _used() - self.start
        if used > self.seconds:
            return self.time
        if used - self.measured >= _INTERVAL:
            self.measured = used
            if _memory() > MAX_MEMORY:
                return f"{MAX_MEMORY / 1024**3:g} GB of memory"
        return ""

    @property
    def time(self) -> str:
        """The time that may be used, as words."""
        return f"{round(self.seconds, 1):g} seconds of processor time"

    @property
    def left(self) -> float:
        """The seconds that are left, at least one tick of the timer."""
        return max(self.seconds - (_used() - self.start), 0.01)


def seconds_for_checks(files: int) -> float:
    """The processor time (s) that checks may take, by the number of files of the project."""
    return min(CHECK_SECONDS + CHECK_SECONDS_PER_FILE * files, MAX_SECONDS)


class TimeUp(BaseException):
    """What runs has used up its time. No `except Exception` stops it."""


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Raise TimeUp in the block after some seconds of processor time, if it runs in the main
    thread: no other one receives signals. Blocks are not nested.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    global _end
    running = True

    def stop(*_: object) -> None:
        if running:
            raise TimeUp

    before = signal.signal(signal.SIGPROF, stop)
    # Python drops what is raised in a destructor, so the timer goes off again.
    signal.setitimer(signal.ITIMER_PROF, seconds, _INTERVAL)
    _end = _used() + seconds
    try:
        yield
    finally:
        running, _end = False, math.inf
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def raise_when_time_is_up() -> None:
    """Raise TimeUp in such a block if its time is used up with that of other processes: files that
    are decoded in them, beyond what sound files take.
    """
    if threading.current_thread() is threading.main_thread() and _used() > _end:
        raise TimeUp


# When the time of the block that runs is used up, as `_used` counts it.
_end = math.inf


@contextmanager
def spared() -> Iterator[None]:
    """Do not count the time of the block, which has a budget of its own, as studies have."""
    global _spared
    start, left = time.process_time(), 0.0
    in_main = threading.current_thread() is threading.main_thread()
    if in_main:
        left = signal.setitimer(signal.ITIMER_PROF, 0)[0]
    try:
        yield
    finally:
        _spared += time.process_time() - start
        if in_main and left:
            signal.setitimer(signal.ITIMER_PROF, left, _INTERVAL)


# Seconds that budgets do not count.
_spared = 0.0


def _used() -> float:
    """The processor time (s) that budgets count, with that of files that are slow to decode."""
    return time.process_time() - _spared + excess()


def _memory() -> int:
    """The memory (bytes) of this process; where it cannot be read, the most that it ever had."""
    with suppress(OSError, ValueError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
