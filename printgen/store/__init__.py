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
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, TypeVar

from printgen.store.database import Content, head_of_file, pack, unpack

if TYPE_CHECKING:
    from printgen.store.database import Database

Answer = TypeVar("Answer")

# Bytes that a store keeps.
LIMIT = 1_000_000_000

# The folder of the database, by its form: another version of printgen may use another form.
_FORM, _FILE = "printgen-2", "store.db"

_TAG = b"Signature: 8a477f597d28d172789f06886806bc55\n# The cache of printgen. You may delete it.\n"

# Bytes and values that wait before they are written together.
_WAITING, _MANY = 2_000_000, 1_000

# Seconds between two updates of the time of use of a value.
_USED = 3_600

# The share of the limit that trimming leaves, and the share of the largest value.
_KEPT, _LARGEST = 0.9, 0.1

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

    size: int = 0
    values: dict[str, int] = field(default_factory=dict)
    hits: int = 0
    misses: int = 0


@dataclass(slots=True)
class _Waiting:
    """What is not in the database yet: contents with their kinds, uses, and counts of reads."""

    contents: dict[int, tuple[str, Content]] = field(default_factory=dict)
    size: int = 0
    used: set[int] = field(default_factory=set)
    reads: Counter[str] = field(default_factory=Counter)


@dataclass(eq=False)
class Store:
    """Values in `folder`, by kind and key; `limit` is in bytes. Without a folder it keeps nothing.

    Kinds are lower-case words with hyphens; `digest` makes keys. Call `finish` after a command:
    before, other commands may not find its values. Threads may share a store.
    """

    folder: Path | None
    limit: int = LIMIT
    _path: Path | None = field(init=False, default=None, repr=False)
    _opened: Database | None = field(init=False, default=None, repr=False)
    _waiting: _Waiting = field(init=False, default_factory=_Waiting, repr=False)
    _full: bool = field(init=False, default=False, repr=False)
    _lock: RLock = field(init=False, default_factory=RLock, repr=False)

    def __post_init__(self) -> None:
        if self.folder is not None and _prepare(self.folder / _FORM):
            self._path = self.folder / _FORM / _FILE

    def __reduce__(self) -> tuple[object, ...]:
        # Another process opens the folder for itself.
        return Store, (self.folder, self.limit)

    def __bool__(self) -> bool:
        """Whether the store has a folder that it can use."""
        return self._path is not None

    def read(self, kind: str, key: str) -> bytes | None:
        """The value of a key, or None."""
        name, number = _identity(kind, key)
        with self._lock:
            content = self._find(number)
            value = None if content is None else unpack(content, name)
            self._waiting.reads["misses" if value is None else "hits"] += 1
            return value

    def write(self, kind: str, key: str, value: bytes) -> None:
        """Keep a value. Without space or permission, nothing more is kept in this command."""
        if not self._has_room(len(value)):
            return
        name, number = _identity(kind, key)
        content = pack(value, name)
        with self._lock:
            self._waiting.contents[number] = kind, content
            self._waiting.size += len(content.body)
            if self._waiting.size >= _WAITING or len(self._waiting.contents) >= _MANY:
                self._flush()

    def write_file(self, kind: str, key: str, path: Path, size: int, sha256: str) -> None:
        """Keep the content of a file of known size and hash as a value. The file may be linked: a
        program that changes it in place damages the value.
        """
        if self._has_room(size):
            name, number = _identity(kind, key)
            head = head_of_file(name, bytes.fromhex(sha256))
            with self._lock:
                self._change(lambda database: database.link(number, kind, head, path, size))

    def _has_room(self, size: int) -> bool:
        """Whether a value of a size (bytes) is kept."""
        return bool(self) and not self._full and size <= self.limit * _LARGEST

    def finish(self) -> None:
        """Write what waits, and close the database."""
        with self._lock:
            self._flush()
            waiting, self._waiting = self._waiting, _Waiting()
            if waiting.reads:
                self._do(lambda database: database.count(waiting.used, waiting.reads))
            if self._opened:
                self._opened.close()
                self._opened = None

    def clear(self) -> None:
        """Delete all values, and the counts of reads."""
        with self._lock:
            self._waiting = _Waiting()
            self._do(lambda database: database.clear())

    def statistics(self) -> Statistics:
        """Count the values that are kept, and the reads of this command and of those before it."""
        with self._lock:
            self._flush()
            return self._do(self._count) or Statistics()

    def _count(self, database: Database) -> Statistics:
        totals = self._waiting.reads + Counter(database.totals())
        return Statistics(database.size(), database.kinds(), totals["hits"], totals["misses"])

    def _find(self, number: int) -> Content | None:
        """The content of a number, from this command or from the database."""
        waiting = self._waiting.contents.get(number)
        if waiting:
            return waiting[1]
        found = self._do(lambda database: database.get(number))
        if found is None:
            return None
        content, used = found
        if time.time() - used > _USED:
            self._waiting.used.add(number)
        return content

    def _flush(self) -> None:
        """Write the contents that wait."""
        waiting = self._waiting
        if waiting.contents:
            contents, waiting.contents, waiting.size = waiting.contents, {}, 0
            self._change(lambda database: database.put(contents))

    def _change(self, work: Callable[[Database], None]) -> None:
        """Change the database, and delete what exceeds the limit."""

        def change(database: Database) -> bool:
            work(database)
            if database.size() > self.limit:
                database.trim(int(self.limit * _KEPT))
            return True

        self._full = not self._do(change)

    def _do(self, work: Callable[[Database], Answer]) -> Answer | None:
        """Work with the database; None if it cannot be used."""
        # Imported here: commands that use no store need no SQLite.
        from printgen.store.database import Database, Unusable

        if self._path is None:
            return None
        try:
            if self._opened is None:
                path, self._path = self._path, None
                self._opened = Database(path)
                # Without this, each read would try again, and wait.
                self._path = path
            return work(self._opened)
        except Unusable:
            if self._opened:
                self._opened.close()
                self._opened = None
            return None


def _identity(kind: str, key: str) -> tuple[str, int]:
    """The name of a value, and its number: 64 bits, and its content proves the name."""
    assert _KIND.fullmatch(kind) and _KEY.fullmatch(key), (kind, key)
    name = f"{kind}/{key}"
    return name, int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)


def _prepare(root: Path) -> bool:
    """Make the folder of the database, for the user alone. Returns whether it can be trusted: no
    other user could have written to it.
    """
    with suppress(OSError):
        root.parent.mkdir(0o700, parents=True, exist_ok=True)
        root.mkdir(0o700)
        (root / "CACHEDIR.TAG").write_bytes(_TAG)
    try:
        found = root.lstat()
    except OSError:
        return False
    own = found.st_uid == os.getuid() and not found.st_mode & 0o022
    if not (own and stat.S_ISDIR(found.st_mode)):
        return False
    if found.st_mode & 0o055:
        # Such as one that was copied.
        with suppress(OSError):
            root.chmod(0o700)
    return True
