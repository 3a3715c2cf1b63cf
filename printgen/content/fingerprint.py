"""Fingerprints of a project's files: a build is stale when they change."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from printgen.project import FONTS, TEMPLATES, Folders

# More files than a project may have. For files over MAX_BYTES, which no page uses, the size counts
# instead of the content.
MAX_FILES, MAX_BYTES = 40_000, 100_000_000

_PACKAGE = Path(__file__).resolve().parent.parent


def mtime_fingerprint(folders: Folders) -> str:
    """A digest of the sizes and modification times of a project's files.

    Fast; detects changes while a project is read or built. Differs between copies of a project.
    """
    return _digest(
        f"{name}\0{_size_and_mtime(path)}" for name, path in _files(_project_folders(folders))
    )


def content_hash(folders: Folders) -> str:
    """A digest of the content of all files that a build may read, including printgen's own.

    Equal for equal projects, wherever they are.
    """
    places = (*_project_folders(folders), TEMPLATES, FONTS, _PACKAGE)
    return _digest(f"{name}\0{_content(path)}" for name, path in _files(places))


def _project_folders(folders: Folders) -> tuple[Path, ...]:
    return folders.content, folders.templates, folders.root / "fonts"


def _digest(lines: Iterator[str]) -> str:
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line.encode("utf-8", "surrogateescape") + b"\n")
    return digest.hexdigest()[:16]


def _size_and_mtime(path: str) -> str:
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return "gone"
    return f"{found.st_size}\0{found.st_mtime_ns}"


def _content(path: str) -> str:
    try:
        size = os.stat(path).st_size  # noqa: PTH116
        return (
            str(size) if size > MAX_BYTES else hashlib.sha256(Path(path).read_bytes()).hexdigest()
        )
    except OSError:
        return "gone"


def _files(places: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """The files in a fixed order, as (path relative to the parent folder, path)."""
    for place in dict.fromkeys(places):
        yield from islice(_below(place), MAX_FILES)


def _below(place: Path) -> Iterator[tuple[str, str]]:
    # Runs for every file each time a project is read, so without Path objects. Unlike Path, these
    # functions do not raise for folders that may not be entered.
    for folder, inner, names in os.walk(place, followlinks=False):
        inner[:] = sorted(name for name in inner if name != "__pycache__")
        for name in sorted(names):
            path = os.path.join(folder, name)  # noqa: PTH118
            if os.path.isfile(path) and os.access(path, os.R_OK):  # noqa: PTH113
                yield path[len(str(place.parent)) :], path
