"""What the commands before counted in a store, in one small file."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Totals:
    """Bytes of files, the time of their last count, and reads that found a value or did not."""

    size: int = 0
    counted: int = 0
    hits: int = 0
    misses: int = 0


def read_totals(path: Path) -> Totals:
    """The totals in a file; zeros if it is missing or damaged."""
    try:
        return _parse(path.read_bytes())
    except OSError:
        return Totals()


def change_totals(path: Path, change: Callable[[Totals], None]) -> None:
    """Change the totals in a file, unless another command changes them at this moment."""
    with suppress(OSError), path.open("a+b", buffering=0) as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        file.seek(0)
        totals = _parse(file.read())
        change(totals)
        file.truncate(0)
        file.write(b"%d %d %d %d\n" % (totals.size, totals.counted, totals.hits, totals.misses))


def _parse(text: bytes) -> Totals:
    try:
        return Totals(*map(int, text.split()))
    except (ValueError, TypeError):
        return Totals()
