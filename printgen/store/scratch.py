"""Folders for the temporary files of a command. One that was killed leaves its folder behind; a
later command removes it.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from printgen.sealing.system import lock

_PREFIX = "printgen-scratch-"

# The file in a folder that its command locks.
_LOCK = ".lock"

_NAME = re.compile(rf"{_PREFIX}[a-z0-9_]{{8}}")

# Seconds after which a folder without a lock is abandoned: a new one has none yet.
_AGE = 60


class Scratch:
    """A new folder, locked as long as its command runs, in the system's folder for such files."""

    def __init__(self) -> None:
        _remove_abandoned()
        self._folder = tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True)
        self.path = Path(self._folder.name)
        self._lock = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        # Without locks on this file system, the folder is merely not protected for long.
        with suppress(OSError):
            lock(self._lock)

    def remove(self) -> None:
        """Remove the folder with all that is in it."""
        os.close(self._lock)
        with suppress(RecursionError):
            self._folder.cleanup()
        # A removal that fails once is tried again.
        _remove(self.path)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder until the end of the block."""
    scratch = Scratch()
    try:
        yield scratch.path
    finally:
        scratch.remove()


def _remove_abandoned() -> None:
    """Remove the folders that killed commands of this user have left."""
    base, now = tempfile.gettempdir(), time.time()
    with suppress(OSError), os.scandir(base) as found:
        for entry in found:
            if _NAME.fullmatch(entry.name) and _is_abandoned(entry.path, now):
                _remove(entry.path)


def _remove(path: str | Path) -> None:
    """Remove a folder as far as possible. One with a thousand folders in one another stays: it must
    not stop this command and all later ones.
    """
    with suppress(RecursionError):
        shutil.rmtree(path, ignore_errors=True)


def _is_abandoned(path: str, now: float) -> bool:
    """Whether a folder is old, of this user, and no command has locked it."""
    try:
        found = os.lstat(path)
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            return False
        if now - found.st_mtime < _AGE:
            return False
        opened = os.open(Path(path, _LOCK), os.O_RDWR | os.O_NOFOLLOW)
    except FileNotFoundError:
        # Its command was killed before it made the lock.
        return True
    except OSError:
        return False
    try:
        return lock(opened)
    except OSError:
        return False
    finally:
        os.close(opened)
