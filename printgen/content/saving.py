"""Files of a project that a command changes."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread

# The end of the names of files and folders that are not finished: the next command replaces them.
PART = ".printgen-part"


def save(path: Path, content: bytes) -> None:
    """Write or replace a file as a whole: on a full disk, the old one remains, or none. Raises
    OSError, also for a file that is read-only.
    """
    there = path.exists()
    if there:
        path.open("r+b").close()
    with whole_file(path) as unfinished:
        unfinished.write_bytes(content)
        if there:
            shutil.copymode(path, unfinished)


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A path beside a file, which does not exist: what is written there becomes the file at the end
    of the block. On an exception, an earlier file remains. Raises OSError.
    """
    unfinished = path.with_name(f".{path.name}{PART}")
    # Whatever an earlier command left there, such as a link, is not written through.
    unfinished.unlink(missing_ok=True)
    try:
        yield unfinished
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C until the end of the block: of files that belong together, all are written.
    Raises KeyboardInterrupt then.
    """
    if current_thread() is not main_thread():
        yield
        return
    caught: list[object] = []
    before = signal.signal(signal.SIGINT, lambda *received: caught.append(received))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if caught:
        raise KeyboardInterrupt
