"""What a build was made from, as one word: when it changes, what was built is stale."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from printgen.project import FONTS, TEMPLATES, Folders

# A project holds fewer files than that, or it cannot be read either. What is larger than so many
# bytes is no source of a page: its size speaks for it.
MAX_FILES, MAX_BYTES = 40_000, 100_000_000

_PACKAGE = Path(__file__).resolve().parent.parent


def mtime_fingerprint(folders: Folders) -> str:
    """A digest of the sizes and times of a project's files: what changes while it is read or built
    makes another one. Quick, but another one in every copy of a project.
    """
    return _digest(f"{name}\0{_look(path)}" for name, path in _files(_own(folders)))


def content_hash(folders: Folders) -> str:
    """A digest of what stands in all files that a build may read, the project's and printgen's own:
    equal for equal projects, wherever they are.
    """
    places = (*_own(folders), TEMPLATES, FONTS, _PACKAGE)
    return _digest(f"{name}\0{_content(path)}" for name, path in _files(places))


def _own(folders: Folders) -> tuple[Path, ...]:
    return folders.content, folders.templates, folders.root / "fonts"


def _digest(lines: Iterator[str]) -> str:
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line.encode("utf-8", "surrogateescape") + b"\n")
    return digest.hexdigest()[:16]


def _look(path: str) -> str:
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
    """The files in a fixed order, each with what it is called from its folder."""
    for place in dict.fromkeys(places):
        yield from islice(_below(place), MAX_FILES)


def _below(place: Path) -> Iterator[tuple[str, str]]:
    # Of every file when a project is read, so without a Path each. Unlike a Path, these functions
    # answer where a folder may not be entered.
    for folder, inner, names in os.walk(place, followlinks=False):
        inner[:] = sorted(name for name in inner if name != "__pycache__")
        for name in sorted(names):
            path = os.path.join(folder, name)  # noqa: PTH118
            if os.path.isfile(path) and os.access(path, os.R_OK):  # noqa: PTH113
                yield path[len(str(place.parent)) :], path
