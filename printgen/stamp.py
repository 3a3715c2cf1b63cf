"""What a build was made from, as one word: when it changes, what was built is stale."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from printgen.project import FONTS, TEMPLATES, Folders

# A project holds fewer files than that, or it cannot be read either. What is larger than so many
# bytes is no source of a page: its size speaks for it.
MAX_FILES, MAX_BYTES = 40_000, 100_000_000
_PACKAGE = Path(__file__).resolve().parent


def glance(folders: Folders) -> str:
    """A digest of the sizes and times of all files that a build may read: the project's, and
    printgen's own. Quick, but another one in every copy of a project.
    """
    return _digest(f"{name}\0{_look(path)}" for name, path in _files(folders))


def stamp(folders: Folders) -> str:
    """A digest of what stands in the same files: equal for equal projects, wherever they are."""
    return _digest(f"{name}\0{_content(path)}" for name, path in _files(folders))


def _digest(lines: Iterator[str]) -> str:
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line.encode("utf-8", "surrogateescape") + b"\n")
    return digest.hexdigest()[:16]


def _look(path: Path) -> str:
    try:
        found = path.stat()
    except OSError:
        return "gone"
    return f"{found.st_size}\0{found.st_mtime_ns}"


def _content(path: Path) -> str:
    try:
        size = path.stat().st_size
        return str(size) if size > MAX_BYTES else hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return "gone"


def _files(folders: Folders) -> Iterator[tuple[str, Path]]:
    """The files in a fixed order, each with what it is called from its folder."""
    own = (folders.content, folders.templates, folders.root / "fonts")
    for place in dict.fromkeys((*own, TEMPLATES, FONTS, _PACKAGE)):
        yield from islice(_below(place), MAX_FILES)


def _below(place: Path) -> Iterator[tuple[str, Path]]:
    for folder, inner, names in os.walk(place, followlinks=False):
        inner[:] = sorted(name for name in inner if name != "__pycache__")
        for name in sorted(names):
            path = Path(folder, name)
            # Unlike a Path, these answer where a folder may not be entered.
            if os.path.isfile(path) and os.access(path, os.R_OK):  # noqa: PTH113
                yield f"{place.name}/{path.relative_to(place).as_posix()}", path
