"""Folders in `out/` that are replaced as a whole."""

from __future__ import annotations

import ctypes
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from printgen.press.staging import SCRATCH, make_folder, remove, writing
from printgen.project import Folders, ProjectError
from printgen.reading import files_below

_OLD = ".printgen-old"

# For `renameat2` of Linux: relative to the working directory, and exchange both names.
_HERE, _EXCHANGE = -100, 2


@contextmanager
def replaced_folder(folders: Folders, name: str) -> Iterator[Path]:
    """Yield a new folder that replaces the folder `name` (relative to the project) at the end.

    On an exception, the old folder is kept. `out/` must be locked. Raises ProjectError.
    """
    final = folders.root / name
    part = final.with_name(f".{final.name}{SCRATCH}")
    old = final.with_name(f".{final.name}{_OLD}")
    make_folder(folders, final.parent)
    if final.is_symlink() or (final.exists() and not final.is_dir()):
        raise ProjectError(f"cannot write {final}: something else of that name is there")
    try:
        with writing(final):
            if old.exists() and not final.exists():
                # An earlier export was killed between the two renames below.
                old.rename(final)
            remove(part, old)
            part.mkdir()
            yield part
            _sync(part)
            _put(part, final, old)
    finally:
        # What cannot be removed now is removed by the next command.
        for path in (part, old) if final.exists() else (part,):
            shutil.rmtree(path, ignore_errors=True)


def _put(part: Path, final: Path, old: Path) -> None:
    """Rename a folder to its final name. The earlier one becomes one of the other two."""
    if not final.exists():
        part.rename(final)
    elif not _exchange(part, final):
        final.rename(old)
        try:
            part.rename(final)
        except OSError:
            with suppress(OSError):
                old.rename(final)
            raise


def _exchange(one: Path, other: Path) -> bool:
    """Exchange the names of two folders at once; False where the system cannot do this."""
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    if rename is None:
        return False
    done: int = rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE)
    return done == 0


def _sync(folder: Path) -> None:
    """Sync every file of a folder to disk."""
    for path in files_below(folder):
        if path.is_file():
            with path.open("rb") as stream:
                os.fsync(stream.fileno())
