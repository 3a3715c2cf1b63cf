"""Fingerprints of a project's files: a build is stale when they change."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path

from printgen.project import FONTS, TEMPLATES, Folders
from printgen.store import Store, digest

# More files than a project may have. For files over MAX_BYTES, which no page uses, the size counts
# instead of the content.
MAX_FILES, MAX_BYTES = 40_000, 100_000_000

_PACKAGE = Path(__file__).resolve().parent.parent

# Packages that read and check content: their versions count as code.
_READERS = (
    "jinja2", "markdown-it-py", "mdit-py-plugins", "numpy", "pillow", "pydantic", "pydantic-core",
    "pyyaml",
)  # fmt: skip


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


@cache
def code_digest(store: Store, *parts: str) -> str:
    """A digest of printgen's code, of Python, and of the packages that read content.

    `parts` are folders of printgen, such as `layout`; without them, all code counts. Taken once
    per process. Files whose sizes and times are known from an earlier command are not read.
    """
    places = [_PACKAGE / part for part in parts] or [_PACKAGE]
    files = [pair for pair in _files(places) if _is_code(pair[1])]
    versions = (sys.version, *package_versions(*_READERS))
    key = digest(*versions, *(f"{path}\0{_size_and_mtime(path)}" for _, path in files))
    if known := store.read("code", key):
        return known.decode()
    found = digest(*versions, *(f"{name}\0{_content(path)}" for name, path in files))
    store.write("code", key, found.encode())
    return found


def package_versions(*names: str) -> tuple[str, ...]:
    """The installed versions of Python packages (`pydantic-2.11.0`), sorted.

    Reads only the names of folders: much faster than `importlib.metadata`.
    """
    wanted = {name.lower().replace("-", "_") for name in names}
    return tuple(sorted(each for each in _distributions() if each.partition("-")[0] in wanted))


@cache
def _distributions() -> tuple[str, ...]:
    found: dict[str, str] = {}
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")  # noqa: PTH208
        except OSError:
            continue
        for name in names:
            form, dot, suffix = name.rpartition(".")
            if dot and suffix in ("dist-info", "egg-info"):
                form = form.lower().replace("-", "_", form.count("-") - 1)
                # The first folder of the path counts, as for imports.
                found.setdefault(form.partition("-")[0], form)
    return tuple(found.values())


def _is_code(path: str) -> bool:
    inner = path[len(str(_PACKAGE)) + 1 :]
    return inner.endswith((".py", ".j2")) and not inner.startswith(("data/", "starter/"))


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
