"""What systems do in ways of their own: limits of a process, locks of files, and interrupts."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

if sys.platform != "win32":
    import fcntl
    import resource
    import signal

    # How a process ends that has used up its processor time.
    OUT_OF_TIME = -signal.SIGXCPU

    # Seconds of real time for each second of processor time: a busy machine needs them.
    REAL_SECONDS = 10

    def limit_memory(most: int) -> None:
        """Refuse this process more than `most` bytes of memory. macOS ignores it."""
        _set(resource.RLIMIT_AS, most, hard=True)
        _set(resource.RLIMIT_CORE, 0, hard=True)

    def limit_time(seconds: float) -> None:
        """End this process when it has used `seconds` more of processor time, rounded up; infinite
        for no limit.
        """
        end = time.process_time() + seconds
        _set(resource.RLIMIT_CPU, resource.RLIM_INFINITY if math.isinf(end) else math.ceil(end))

    def end_late() -> None:
        """End this process as its limit of time does."""
        os.kill(os.getpid(), signal.SIGXCPU)

    def lock(file: int, wait: bool = False) -> bool:
        """Lock an open file until it is closed; whether this was possible. Raises OSError if the
        file system has no locks.
        """
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    @contextmanager
    def interrupts_blocked() -> Iterator[None]:
        """Block Ctrl-C in the block and, for good, in the processes that it starts."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _set(limit: int, most: int, hard: bool = False) -> None:
        """Set a limit of this process. It cannot raise a hard one again."""
        hardest = resource.getrlimit(limit)[1]
        if hardest != resource.RLIM_INFINITY:
            most = hardest if most == resource.RLIM_INFINITY else min(most, hardest)
        resource.setrlimit(limit, (most, most if hard else hardest))

else:
    import msvcrt

    # The process that started this one ends it.
    OUT_OF_TIME = 75
    REAL_SECONDS = 3

    def limit_memory(most: int) -> None:
        """Windows has no such limit."""

    def limit_time(seconds: float) -> None:
        """Windows has no such limit."""

    def end_late() -> None:
        """End this process as one that has used up its time."""
        os.kill(os.getpid(), OUT_OF_TIME)

    def lock(file: int, wait: bool = False) -> bool:
        """Lock an open file until it is closed; whether this was possible."""
        while True:
            try:
                msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            except OSError:
                if not wait:
                    return False
                time.sleep(0.1)
            else:
                return True

    @contextmanager
    def interrupts_blocked() -> Iterator[None]:
        """Windows has no such mask: processes that start ignore Ctrl-C themselves."""
        yield
