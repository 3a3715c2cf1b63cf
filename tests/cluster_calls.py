"""Functions that tests let the workers of a cluster call."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from pathlib import Path

from printgen.layout.jobs import Job


def process_id(_: object) -> int:
    """The id of the worker's process."""
    return os.getpid()


def survive(item: tuple[int, Path | None]) -> int:
    """The number of an item. With a path, the first call kills its process and writes this file."""
    number, path = item
    if path and not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def lose(project: str, jobs: Sequence[Job]) -> None:
    """The answer of a worker whose layout process died."""
