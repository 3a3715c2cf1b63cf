"""What reading and checking a project may use of the machine: processor time and memory."""

from __future__ import annotations

import os
import resource
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

# Ten times what the largest known game takes, without a store.
MAX_SECONDS = 60

MAX_MEMORY = 2 * 1024**3


# Seconds of work between two measures of memory: reading it takes longer than most files.
_INTERVAL = 0.1


@dataclass(slots=True)
class Budget:
    """The processor time of this process from now on, and its memory."""

    start: float = field(default_factory=time.process_time)
    measured: float = -_INTERVAL

    def used_up(self) -> str:
        """The limit that is exceeded, as words; empty if none is."""
        used = time.process_time() - self.start
        if used > MAX_SECONDS:
            return f"{MAX_SECONDS} seconds of processor time"
        if used - self.measured >= _INTERVAL:
            self.measured = used
            if _memory() > MAX_MEMORY:
                return f"{MAX_MEMORY / 1024**3:g} GB of memory"
        return ""


def _memory() -> int:
    """The memory (bytes) of this process; where it cannot be read, the most that it ever had."""
    with suppress(OSError, ValueError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
