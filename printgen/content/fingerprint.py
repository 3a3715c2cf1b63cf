"""Fingerprints of a project's files: a build is stale when they change."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from printgen.content.spreadsheets.sheet import TABLES, SheetError, format_of, is_spreadsheet
from printgen.extra import foreign_folders, load, named_parts
from printgen.project import FONTS, TEMPLATES, Folders
from printgen.reading import MAX_FOLDERS, read_whole
from printgen.store import Store, digest

# More files than a project may have.
MAX_FILES = 40_000

# Files whose text may name files elsewhere, beside sheets.
_TEXTS = (".yaml", ".yml", ".md")

# The files of profiles, which have no effect on each other.
_PROFILE = re.compile(r"/content/[^/]+/profiles/[^/]+\.(?:ya?ml|csv|tsv|xlsx|ods)", re.I)

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
    return project_fingerprints(folders)[0]


def project_fingerprints(folders: Folders) -> tuple[str, str]:
    """`mtime_fingerprint`, and a digest of the versions of all files that are no profiles."""
    seen, others = list[str](), list[str]()
    for name, entry in _files(_project_folders(folders), folders.root):
        seen.append(f"{name}\0{_size_and_mtime(entry)}")
        if not _PROFILE.fullmatch(name):
            version = file_version(entry)
            others.append(f"{name}\0{version or 'gone'}")
    return _digest(seen), _digest(others)


def others_digest(folders: Folders, store: Store, seen: str) -> str:
    """A digest of all that the pages and the problems of a profile depend on, except its own file:
    other files of the project, and printgen's own. Empty if files changed since `seen`, their
    `mtime_fingerprint`.
    """
    now, others = project_fingerprints(folders)
    return digest(others, code_digest(store), own_files(store)) if now == seen else ""


@cache
def own_files(store: Store) -> str:
    """A digest of printgen's own themes and fonts. Taken once per process."""
    return _installed(store, (TEMPLATES, FONTS))


def content_hash(folders: Folders, store: Store) -> str:
    """A digest of the content of all files that a build may read, including printgen's own.

    Equal for equal projects, wherever they are.
    """
    own = (TEMPLATES, FONTS, _PACKAGE)
    places = (place for place in _project_folders(folders) if place not in own)
    lines = (f"{name}\0{_content(entry)}" for name, entry in _files(places, folders.root))
    return _digest([*lines, _installed(store, own)])


def files_digest(places: Iterable[Path]) -> str:
    """A digest of the content of all files in some folders, which may be missing."""
    return _digest(f"{name}\0{_content(entry)}" for name, entry in _files(places))


@cache
def code_digest(store: Store, *parts: str) -> str:
    """A digest of printgen's code, of Python, and of the packages that read content.

    `parts` are folders of printgen, such as `layout`; without them, all code counts. Taken once
    per process.
    """
    versions = (sys.version, *package_versions(*_READERS))
    return digest(*versions, source_digest(store, *parts))


def source_digest(store: Store, *parts: str) -> str:
    """A digest of printgen's code alone; `parts` as in `code_digest`. Equal on all machines."""
    places = [_PACKAGE / part for part in parts] or [_PACKAGE]
    if not parts or "extras" in parts:
        places += foreign_folders()
    return _installed(store, places, _is_code)


def _installed(
    store: Store, places: Iterable[Path], wanted: Callable[[str], bool] = lambda path: True
) -> str:
    """A digest of files that come with printgen. The store keeps it by their sizes and times."""
    files = [(name, entry) for name, entry in _files(places) if wanted(entry.path)]
    key = digest("installed", *(f"{entry.path}\0{_size_and_mtime(entry)}" for _, entry in files))
    if known := store.read("result", key):
        return known.decode()
    found = _digest(f"{name}\0{_content(entry)}" for name, entry in files)
    store.write("result", key, found.encode())
    return found


def checked_digest(folders: Folders) -> str | None:
    """A digest of all files of a project that checks read.

    None if checks may read more: files that links or paths (`../`) name, or files that cannot be
    read.
    """
    try:
        found = [
            line
            for place in _project_folders(folders)
            if place not in (TEMPLATES, FONTS) and os.path.lexists(place)
            for line in (place.name, *_listing(place, _checked))
        ]
    except (OSError, _Elsewhere):
        return None
    return digest(*found)


class _Elsewhere(Exception):
    """Checks may read files elsewhere."""


def _listing(
    place: Path | str, describe: Callable[[os.DirEntry[str]], str], depth: int = 0
) -> Iterator[str]:
    """The names and descriptions of everything in a folder, in order. Raises OSError."""
    if depth > MAX_FOLDERS:
        raise _Elsewhere
    with os.scandir(place) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        yield entry.name
        if entry.is_dir(follow_symlinks=False):
            if entry.name != "__pycache__":
                yield from _listing(entry.path, describe, depth + 1)
            yield "/"
        else:
            yield describe(entry)


def _checked(entry: os.DirEntry[str]) -> str:
    """The content of a text, the version of another file. Raises _Elsewhere and OSError."""
    if not entry.is_file(follow_symlinks=False):
        raise _Elsewhere
    if format_of(entry.name) not in _TEXTS and not is_spreadsheet(entry.name):
        return str(version_of(entry.stat()))
    known = known_content(entry.path, entry.stat())
    if known.leads_up:
        raise _Elsewhere
    return known.sha256


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
    """The folders whose files the pages and the problems of a project depend on."""
    return folders.content, folders.templates, folders.root / "fonts"


def _digest(lines: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line.encode("utf-8", "surrogateescape") + b"\n")
    return digest.hexdigest()[:16]


def _size_and_mtime(entry: os.DirEntry[str]) -> str:
    try:
        found = entry.stat()
    except OSError:
        return "gone"
    return f"{found.st_size}\0{found.st_mtime_ns}"


def _content(entry: os.DirEntry[str]) -> str:
    try:
        found = entry.stat()
        if found.st_size > MAX_BYTES:
            # No page uses the file: its size counts instead of its content.
            return str(found.st_size)
        return known_content(entry.path, found).sha256
    except OSError:
        return "gone"


def _files(
    places: Iterable[Path], root: Path | None = None
) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The files in a fixed order, by their paths relative to the parent folder; with `root`, also
    linked files and folders inside it, and none outside.
    """
    for place in dict.fromkeys(places):
        start = len(str(place.parent))
        for entry in islice(_below(str(place), str(root or ""), (), 0), MAX_FILES):
            yield entry.path[start:], entry


def _below(
    folder: str, root: str, above: tuple[str, ...], depth: int
) -> Iterator[os.DirEntry[str]]:
    """The files below a folder that is so deep. `above` are the targets of the links to it."""
    # Runs for every file each time a project is read: these functions make few system calls, and
    # do not raise for folders that may not be entered.
    if depth > MAX_FOLDERS:
        return
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            if entry.name != "__pycache__":
                yield from _below(entry.path, root, above, depth + 1)
        elif not root or not entry.is_symlink():
            if _is_file(entry):
                yield entry
        elif (target := os.path.realpath(entry.path)).startswith(f"{root}/"):
            # What is outside the project is not read.
            if _is_file(entry):
                yield entry
            elif target not in above:
                yield from _below(entry.path, root, (*above, target), depth + 1)


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False


def version_of(found: os.stat_result) -> tuple[int, ...]:
    """The size of a file, its times and its number: other content has another time."""
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino


def file_version(path: Path | os.DirEntry[str]) -> tuple[int, ...]:
    """The version of a file; empty if it cannot be read."""
    try:
        return version_of(path.stat())
    except OSError:
        return ()


# --- what a process knows of the content of files: each is read again only after a change ---------


# Nanoseconds after a change in which another change may leave the times of a file as they are.
SETTLED = 50_000_000


@dataclass(frozen=True, slots=True)
class KnownContent:
    """The hash of a file's content, and whether it has a path upward (`../`)."""

    sha256: str
    leads_up: bool


# Bytes of a file whose content counts: no page uses a larger one.
MAX_BYTES = 100_000_000

# What this process knows of files, by path, with their versions.
_contents: dict[str, tuple[tuple[int, ...], KnownContent]] = {}


def known_content(path: str, found: os.stat_result) -> KnownContent:
    """What the content of a file of at most MAX_BYTES is, read again only after a change. Raises
    OSError.
    """
    version = version_of(found)
    known = _contents.get(path)
    if known and known[0] == version:
        return known[1]
    content = read_whole(path, MAX_BYTES)
    if parts_of := named_parts("packed").get(format_of(path)):
        up = False
        with suppress(SheetError):
            # The parts refer to each other by such paths in files of their own.
            parts = load(parts_of)(content).items()
            up = any(b"../" in part for name, part in parts if not name.endswith(".rels"))
    else:
        # The text of a table may be UTF-16.
        up = b"../" in (content.replace(b"\0", b"") if format_of(path) in TABLES else content)
    read = KnownContent(hashlib.sha256(content).hexdigest(), up)
    if time.time_ns() - found.st_ctime_ns > SETTLED:
        _contents[path] = version, read
    return read
