"""Folders that options name, to be written into."""

from __future__ import annotations

import os
from pathlib import Path

import click


def writable_folder(_: click.Context, __: click.Parameter, text: str | None) -> Path | None:
    """A folder that can be made or written into, for an option. Raises BadParameter."""
    if text is None:
        return None
    if not text.strip():
        raise click.BadParameter("the name of the folder is empty (`.` is the current folder)")
    folder = Path(text)
    try:
        _check(folder)
    except OSError as error:
        raise click.BadParameter(f"'{text}': {error.strerror}") from error
    return folder


def _is_there(path: Path) -> bool:
    """Whether a file, a folder or a link has this name. Raises OSError for names that none has."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _check(folder: Path) -> None:
    """Raise BadParameter for a folder that cannot be made or written into."""
    there = next(path for path in (folder, *folder.parents) if _is_there(path))
    if not there.exists():
        raise click.BadParameter(f"'{there}' is a link to what does not exist")
    if not there.is_dir():
        hint = "name another folder" if there == folder else f"name a folder outside of '{there}'"
        raise click.BadParameter(f"'{there}' is a file, not a folder ({hint})")
    if not os.access(there, os.W_OK | os.X_OK):
        raise click.BadParameter(f"'{there}' cannot be written into: its permissions forbid it")
