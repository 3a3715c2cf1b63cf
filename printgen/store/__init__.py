"""The store: results of earlier commands, in the user's cache folder.

A value is found by its kind and its key, a digest of everything that the value depends on. Values
are checked when they are read: a damaged value counts as missing. A store whose folder cannot be
used finds nothing and keeps nothing; it never raises OSError.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from printgen.store.totals import Totals, change_totals, read_totals
from printgen.store.values import read_value, write_value

# Bytes of files that a store keeps.
LIMIT = 1_000_000_000

# The folder of the files, by their form: another version of printgen may use another form.
_FORM = "printgen-1"

_TAG = b"Signature: 8a477f597d28d172789f06886806bc55\n# The cache of printgen. You may delete it.\n"

_TEMPORARY, _TOTALS = ".tmp", "totals"

# Files take whole blocks of the disk.
_BLOCK = 4_096

# Seconds: the age of files that killed commands left, and the time until files are counted again.
_ABANDONED, _COUNTED = 3_600, 86_400

# The share of the limit that trimming leaves, and the share that a command writes between trims.
_KEPT, _OFTEN = 0.9, 0.1

_KIND, _KEY = re.compile(r"[a-z]+(?:-[a-z]+)*"), re.compile(r"[0-9a-f]{16,64}")


def digest(*parts: bytes | str) -> str:
    """A key made of parts, in order: equal for equal parts only."""
    made = hashlib.sha256()
    for part in parts:
        content = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        made.update(b"%d " % len(content))
        made.update(content)
    return made.hexdigest()[:40]


def cache_folder() -> Path | None:
    """The folder of the store: `PRINTGEN_CACHE`, or `printgen` in the user's cache folder.

    None if the user has no home folder.
    """
    if moved := os.environ.get("PRINTGEN_CACHE"):
        return Path(moved)
    # The XDG specification ignores relative paths.
    if (base := os.environ.get("XDG_CACHE_HOME", "")).startswith("/"):
        return Path(base, "printgen")
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "printgen"


def user_store() -> Store:
    """The user's store. `PRINTGEN_CACHE_LIMIT` is its limit in MB."""
    megabytes = os.environ.get("PRINTGEN_CACHE_LIMIT", "")
    valid = megabytes.isascii() and megabytes.isdigit()
    return Store(cache_folder(), int(megabytes) * 1_000_000 if valid else LIMIT)


@dataclass(frozen=True, slots=True)
class Statistics:
    """The size of a store in bytes, the number of its values by kind, and the reads since it was
    cleared: those that found a value, and those that did not.
    """

    size: int
    values: dict[str, int]
    hits: int
    misses: int


@dataclass(frozen=True, slots=True)
class _File:
    kind: str
    path: str
    size: int
    used: float

    @property
    def unfinished(self) -> bool:
        """Whether a command is writing the file, or was killed while it did."""
        return self.path.endswith(_TEMPORARY)


@dataclass(eq=False)
class Store:
    """Values in `folder`, by kind and key; `limit` is in bytes. Without a folder it keeps nothing.

    Kinds are lower-case words with hyphens; `digest` makes keys. Call `finish` after a command.
    """

    folder: Path | None
    limit: int = LIMIT
    _root: str = field(init=False, default="", repr=False)
    _writable: bool = field(init=False, default=False, repr=False)
    _written: int = field(init=False, default=0, repr=False)
    _reads: Counter[bool] = field(init=False, default_factory=Counter, repr=False)
    _names: Iterator[int] = field(init=False, default_factory=count, repr=False)

    def __post_init__(self) -> None:
        if self.folder is not None and _prepare(self.folder / _FORM):
            self._root = str(self.folder / _FORM)
            self._writable = True

    def __bool__(self) -> bool:
        """Whether the store has a folder that it can use."""
        return bool(self._root)

    def read(self, kind: str, key: str) -> bytes | None:
        """The value of a key, or None."""
        value = read_value(self._path(kind, key), f"{kind}/{key}") if self._root else None
        self._reads[value is not None] += 1
        return value

    def write(self, kind: str, key: str, value: bytes) -> None:
        """Keep a value. Without space or permission, nothing more is kept in this command."""
        if not self._writable or len(value) > self.limit * _OFTEN:
            return
        path, name = self._path(kind, key), f"{kind}/{key}"
        # Commands, and the threads of one, write to different files.
        unfinished = f"{path}-{os.getpid()}-{next(self._names)}{_TEMPORARY}"
        try:
            try:
                size = write_value(unfinished, name, value)
            except FileNotFoundError:
                # The folder is new, or another command cleared the store.
                _make_folders(self._root, kind, key[:2])
                size = write_value(unfinished, name, value)
            os.replace(unfinished, path)  # noqa: PTH105
        except OSError:
            self._writable = False
            _unlink(unfinished)
            return
        self._written += _blocks(size)
        if self._written > self.limit * _OFTEN:
            self.finish()

    def finish(self) -> None:
        """Count the reads and writes since the last call, and delete what exceeds the limit."""
        reads, written = self._reads, self._written
        self._reads, self._written = Counter(), 0

        def change(totals: Totals) -> None:
            totals.hits += reads[True]
            totals.misses += reads[False]
            totals.size += written
            now = int(time.time())
            if written and (totals.size > self.limit or now - totals.counted > _COUNTED):
                totals.size, totals.counted = self.trim(), now

        if self._root and (reads or written):
            change_totals(Path(self._root, _TOTALS), change)

    def trim(self) -> int:
        """Delete the values that were not used for the longest time, if all exceed the limit.

        Returns the size of the others, in bytes.
        """
        files = sorted(self._files(), key=lambda file: file.used)
        total = sum(file.size for file in files)
        target = self.limit * _KEPT if total > self.limit else total
        abandoned = time.time() - _ABANDONED
        for file in files:
            if file.used < abandoned if file.unfinished else total > target:
                _unlink(file.path)
                total -= file.size
        return total

    def clear(self) -> None:
        """Delete all values, and the counts of reads."""
        self._reads, self._written = Counter(), 0
        for file in self._files():
            _unlink(file.path)
        if self._root:
            _unlink(f"{self._root}/{_TOTALS}")

    def statistics(self) -> Statistics:
        """Count the values on disk, and the reads of this command and of those before it."""
        files = list(self._files())
        values = Counter(file.kind for file in files if not file.unfinished)
        before = read_totals(Path(self._root, _TOTALS)) if self._root else Totals()
        hits, misses = before.hits + self._reads[True], before.misses + self._reads[False]
        return Statistics(sum(file.size for file in files), dict(values), hits, misses)

    def _path(self, kind: str, key: str) -> str:
        assert _KIND.fullmatch(kind) and _KEY.fullmatch(key), (kind, key)
        return f"{self._root}/{kind}/{key[:2]}/{key[2:]}"

    def _files(self) -> Iterator[_File]:
        """The files of values, also unfinished ones, in no order."""
        for kind in _folders(self._root) if self._root else ():
            for shard in _folders(kind.path) if _KIND.fullmatch(kind.name) else ():
                for entry in _scan(shard.path):
                    with suppress(OSError):
                        found = entry.stat(follow_symlinks=False)
                        if stat.S_ISREG(found.st_mode):
                            size = _blocks(found.st_size)
                            yield _File(kind.name, entry.path, size, found.st_mtime)


def _prepare(root: Path) -> bool:
    """Make the folder of the files. Returns whether only the user can write to it."""
    with suppress(OSError):
        root.parent.mkdir(0o700, parents=True, exist_ok=True)
        root.mkdir(0o700)
        (root / "CACHEDIR.TAG").write_bytes(_TAG)
    try:
        found = root.lstat()
    except OSError:
        return False
    own = found.st_uid == os.getuid() and not found.st_mode & 0o022
    return own and stat.S_ISDIR(found.st_mode)


def _make_folders(path: str, *names: str) -> None:
    for name in names:
        path = f"{path}/{name}"
        with suppress(FileExistsError):
            os.mkdir(path, 0o700)  # noqa: PTH102


def _unlink(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)  # noqa: PTH108


def _blocks(size: int) -> int:
    """The bytes that a file takes on disk."""
    return -(-size // _BLOCK) * _BLOCK


def _folders(path: str) -> list[os.DirEntry[str]]:
    return [entry for entry in _scan(path) if entry.is_dir(follow_symlinks=False)]


def _scan(path: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(path) as found:
            return list(found)
    except OSError:
        return []
