"""Processes of this machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path


def children(pid: int) -> list[int]:
    """The children of all threads of a process."""
    try:
        texts = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        return []
    return [int(child) for text in texts for child in text.split()]


def alive(pid: int) -> bool:
    """Whether a process has not ended."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_for(condition: Callable[[], object], seconds: float = 60) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
