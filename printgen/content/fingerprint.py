"""Fingerprints of a project's files: a build is stale when they change."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from io import FileIO
from itertools import chain, islice
from pathlib import Path

from printgen.project import FONTS, TEMPLATES, Folders
from printgen.store import Store, digest

# More files than a project may have. For files over MAX_BYTES, which no page uses, the size counts
# instead of the content.
MAX_FILES, MAX_BYTES = 40_000, 100_000_000

# Files whose text may name files elsewhere.
_TEXTS = (".yaml", ".yml", ".md")

# The files of profiles, which may have no effect on each other.
_PROFILE = re.compile(r"content/[^/]+/profiles/[^/]+\.ya?ml")

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
    files = _files(_project_folders(folders))
    return _digest(f"{name}\0{_size_and_mtime(entry)}" for name, entry in files)


def content_hash(folders: Folders, store: Store) -> str:
    """A digest of the content of all files that a build may read, including printgen's own.

    Equal for equal projects, wherever they are.
    """
    own = (TEMPLATES, FONTS, _PACKAGE)
    places = (place for place in _project_folders(folders) if place not in own)
    lines = (f"{name}\0{_content(entry)}" for name, entry in _files(places))
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
    return _installed(store, places, _is_code)


def _installed(
    store: Store, places: Iterable[Path], wanted: Callable[[str], bool] = lambda path: True
) -> str:
    """A digest of files that come with printgen. The store keeps it by their sizes and times."""
    files = [(name, entry) for name, entry in _files(places) if wanted(entry.path)]
    key = digest(*(f"{entry.path}\0{_size_and_mtime(entry)}" for _, entry in files))
    if known := store.read("installed", key):
        return known.decode()
    found = _digest(f"{name}\0{_content(entry)}" for name, entry in files)
    store.write("installed", key, found.encode())
    return found


def checked_digest(folders: Folders, store: Store) -> str | None:
    """A digest of everything that checks read: content, themes, fonts and code.

    None if checks may read more: files that links or paths (`../`) name, or files that cannot be
    read.
    """
    files = _checked_files(folders)
    return None if files is None else digest(code_digest(store), *chain(*files))


@dataclass(frozen=True, slots=True)
class ProfileDigests:
    """The digests of the files of profiles, by name, and of all `others` that checks read."""

    files: Mapping[str, str]
    others: str

    def of(self, file: str) -> str:
        """The digest of a file of profiles with that of all others; empty for another file."""
        own = self.files.get(file)
        return digest(own, self.others) if own else ""


def profile_digests(folders: Folders, store: Store) -> ProfileDigests | None:
    """The digests of a project's profiles; None as for `checked_digest`."""
    files = _checked_files(folders)
    if files is None:
        return None
    profiles, others = dict[str, str](), list[str]()
    for name, description in files:
        if _PROFILE.fullmatch(name):
            profiles[name] = description
        else:
            others += (name, description)
    return ProfileDigests(profiles, digest(code_digest(store), *others))


def _checked_files(folders: Folders) -> list[tuple[str, str]] | None:
    """The files that checks read, and empty folders: names and descriptions. None if checks may
    read more.
    """
    own = (place for place in (TEMPLATES, FONTS) if place.is_dir())
    theirs = (place for place in (folders.content, folders.templates) if place != TEMPLATES)
    try:
        installed = [each for place in own for each in _listing(place, f"+{place.name}", _version)]
        return installed + [
            each
            for place in theirs
            if os.path.lexists(place)
            for each in _listing(place, place.name, _checked)
        ]
    except (OSError, _Elsewhere):
        return None


class _Elsewhere(Exception):
    """Checks may read files elsewhere."""


def _listing(
    place: Path | str, name: str, describe: Callable[[os.DirEntry[str]], str]
) -> Iterator[tuple[str, str]]:
    """A folder and everything in it, in order: names, which begin with `name`, and descriptions.

    Raises OSError.
    """
    yield name, "/"
    with os.scandir(place) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        inner = f"{name}/{entry.name}"
        if not entry.is_dir(follow_symlinks=False):
            yield inner, describe(entry)
        elif entry.name != "__pycache__":
            yield from _listing(entry.path, inner, describe)


def _version(entry: os.DirEntry[str]) -> str:
    """The size of a file, and its times: other content has another time."""
    found = entry.stat()
    return f"{found.st_size} {found.st_mtime_ns} {found.st_ctime_ns} {found.st_ino}"


def _checked(entry: os.DirEntry[str]) -> str:
    """The content of a text, the version of another file. Raises _Elsewhere and OSError."""
    if not entry.is_file(follow_symlinks=False):
        raise _Elsewhere
    if not entry.name.endswith(_TEXTS):
        return _version(entry)
    with FileIO(entry.path) as file:
        content = file.readall()
    if b"../" in content:
        raise _Elsewhere
    return hashlib.sha256(content).hexdigest()


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
        size = entry.stat().st_size
        if size > MAX_BYTES:
            return str(size)
        return hashlib.sha256(Path(entry.path).read_bytes()).hexdigest()
    except OSError:
        return "gone"


def _files(places: Iterable[Path]) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The files in a fixed order, by their paths relative to the parent folder."""
    for place in dict.fromkeys(places):
        start = len(str(place.parent))
        for entry in islice(_below(str(place)), MAX_FILES):
            yield entry.path[start:], entry


def _below(folder: str) -> Iterator[os.DirEntry[str]]:
    # Runs for every file each time a project is read: these functions make few system calls, and
    # do not raise for folders that may not be entered.
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            if entry.name != "__pycache__":
                yield from _below(entry.path)
        elif _is_file(entry):
            yield entry


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False
