"""Limits that systems like Unix set on their own processes; other systems have none of them."""

from __future__ import annotations

import math
import sys
import time

if sys.platform != "win32":
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
        """End this process when it has used `seconds` more of processor time, rounded up; 0 for no
        limit.
        """
        end = math.ceil(time.process_time() + seconds) if seconds else resource.RLIM_INFINITY
        _set(resource.RLIMIT_CPU, end)

    def _set(limit: int, most: int, hard: bool = False) -> None:
        """Set a limit of this process. It cannot raise a hard one again."""
        hardest = resource.getrlimit(limit)[1]
        if hardest != resource.RLIM_INFINITY:
            most = hardest if most == resource.RLIM_INFINITY else min(most, hardest)
        resource.setrlimit(limit, (most, most if hard else hardest))

else:
    OUT_OF_TIME = None
    REAL_SECONDS = 3

    def limit_memory(most: int) -> None:
        """Windows has no such limit."""

    def limit_time(seconds: float) -> None:
        """Windows has no such limit: the process that started this one ends it."""
