"""The database of the store: values with a head that proves them, and a body, compressed if that
helps.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

_DIGEST, _PLAIN, _PACKED = 32, b"\0", b"\1"

# Bytes of a head.
HEAD = _DIGEST + 1

# A value is compressed if a sample of it shrinks to this share.
_SAMPLE, _HELPS = 4_096, 0.8


class Content(NamedTuple):
    """A value as it is kept. The head has HEAD bytes."""

    head: bytes
    body: bytes


def pack(value: bytes, name: str) -> Content:
    """The content for the value `name`."""
    sample = value[:_SAMPLE]
    if len(zlib.compress(sample, 1)) < len(sample) * _HELPS:
        body = zlib.compress(value, 1)
        return Content(_head(name, _PACKED, hashlib.sha256(body).digest()), body)
    return Content(head_of_file(name, hashlib.sha256(value).digest()), value)


def head_of_file(name: str, sha256: bytes) -> bytes:
    """The head of the value `name`, whose body is a file with a hash."""
    return _head(name, _PLAIN, sha256)


def unpack(content: Content, name: str) -> bytes | None:
    """The value in a content, or None if it is damaged, or not the value `name`."""
    head, body = content
    form = head[_DIGEST:]
    if head != _head(name, form, hashlib.sha256(body).digest()):
        return None
    try:
        return zlib.decompress(body) if form == _PACKED else body
    except zlib.error:
        return None


def _head(name: str, form: bytes, sha256: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + form + sha256).digest() + form


# --------------------------------------------------------------------------------------------------
# The database of a store: a SQLite file in the user's cache folder, and files of large bodies.
#
# Several commands may use it at once. It is a cache, so it is never synchronised with the disk: a
# damaged database is deleted, and values are made again.


# Bodies of this size (bytes) are in files of their own, which are written faster.
_LARGE = 1_000_000

# Seconds after which an unfinished file is one of a command that was killed.
_AGE = 3_600

# Seconds to wait for another command that writes.
_WAIT = 5

_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = OFF;
CREATE TABLE IF NOT EXISTS entry (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, used INTEGER NOT NULL, size INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS content (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS total (name TEXT PRIMARY KEY, number INTEGER NOT NULL);
"""

# Not through a link that another user made.
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW

_64_BITS = (1 << 64) - 1

# Give the space of deleted contents back.
_SHRINK = "PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE);"

_ADD = "INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?)"

_ADD_CONTENT = "INSERT OR REPLACE INTO content VALUES (?, ?)"

_COUNT = "INSERT INTO total VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET number = number + ?2"

# Faults that say nothing about the content of the file.
_HARMLESS = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
}


class Unusable(Exception):
    """The database cannot be used: no permission, no space, too busy, or damaged."""


class Database:
    """Contents by their number: a head, a body, a kind and the time of the last use.

    All methods raise Unusable. A damaged file is deleted.
    """

    def __init__(self, path: Path):
        self._path, self._is_tidy = path, False
        self._connection = self._connect()

    def close(self) -> None:
        """Close the file. The object may not be used again."""
        with suppress(sqlite3.Error):
            self._connection.close()

    def get(self, number: int) -> tuple[Content, int] | None:
        """A content and the time of its last use."""
        query = (
            "SELECT CAST(bytes AS BLOB), CAST(used AS INTEGER), CAST(size AS INTEGER)"
            " FROM content JOIN entry USING (id) WHERE id = ?"
        )
        with self._guarded():
            found = self._connection.execute(query, (number,)).fetchone()
            if found is None:
                return None
            stored, used, size = found
            try:
                body = self._file(number).read_bytes() if size >= _LARGE else stored[HEAD:]
            except FileNotFoundError:
                return None
            return Content(stored[:HEAD], body), used

    def put(self, contents: Mapping[int, tuple[str, Content]]) -> None:
        """Add contents with their kinds, or replace them."""
        rows = (
            (number, kind, len(content.body), self._stored(number, content))
            for number, (kind, content) in contents.items()
        )
        self._insert(rows)

    def link(self, number: int, kind: str, head: bytes, path: Path, size: int) -> None:
        """Add the content whose body is a file of `size` bytes; a large one may be linked."""
        with self._guarded():
            if size < _LARGE:
                self.put({number: (kind, Content(head, path.read_bytes()))})
                return
            with self._replaced(number) as new:
                try:
                    new.hardlink_to(path)
                except OSError:
                    # On another file system, or on one without links.
                    shutil.copyfile(path, new)
            self._insert([(number, kind, size, head)])

    def _insert(self, rows: Iterable[tuple[int, str, int, bytes]]) -> None:
        """Insert numbers, kinds, sizes and stored bytes."""
        now = int(time.time())
        with self._transaction():
            for number, kind, size, stored in rows:
                self._connection.execute(_ADD, (number, kind, now, size))
                self._connection.execute(_ADD_CONTENT, (number, stored))

    def _stored(self, number: int, content: Content) -> bytes:
        """What the database has of a content. The body is written to its file if it is large."""
        if len(content.body) < _LARGE:
            return content.head + content.body
        with self._replaced(number) as new, open(os.open(new, _NEW, 0o600), "wb") as file:  # noqa: PTH123
            file.write(content.body)
        return content.head

    @contextmanager
    def _replaced(self, number: int) -> Iterator[Path]:
        """A path whose file becomes the file of a large body."""
        self._tidy()
        path = self._file(number)
        unfinished = path.with_suffix(f".{os.getpid()}.tmp")
        try:
            yield unfinished
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)

    def _tidy(self) -> None:
        """Delete, once, the files that killed commands did not finish."""
        if not self._is_tidy:
            self._is_tidy, now = True, time.time()
            for path in self._path.parent.glob("*.tmp"):
                with suppress(OSError):
                    if now - path.lstat().st_mtime > _AGE:
                        path.unlink()

    def _file(self, number: int) -> Path:
        """The file of a large body."""
        return self._path.with_name(f"{number & _64_BITS:016x}.large")

    def count(self, used: Iterable[int], totals: Mapping[str, int]) -> None:
        """Note that contents were used now, and add to totals."""
        now = int(time.time())
        with self._transaction():
            touched = ((now, number) for number in used)
            self._connection.executemany("UPDATE entry SET used = ? WHERE id = ?", touched)
            self._connection.executemany(_COUNT, totals.items())

    def size(self) -> int:
        """The size of all contents, in bytes of whole pages."""
        with self._guarded():
            pages, free, page = (
                self._connection.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("page_count", "freelist_count", "page_size")
            )
            query = "SELECT TOTAL(size) FROM entry WHERE CAST(size AS INTEGER) >= ?"
            large = self._connection.execute(query, (_LARGE,)).fetchone()[0]
            return int((pages - free) * page + large)

    def trim(self, limit: int) -> None:
        """Delete the contents that were not used for the longest time, until `limit` is kept."""
        excess = self.size() - limit
        with self._transaction():
            deleted, query = [], "SELECT id, CAST(size AS INTEGER) FROM entry ORDER BY used"
            for number, size in self._connection.execute(query):
                if excess <= 0:
                    break
                deleted.append((number,))
                excess -= size
            self._connection.executemany("DELETE FROM entry WHERE id = ?", deleted)
            self._connection.executemany("DELETE FROM content WHERE id = ?", deleted)
            self._delete_unknown_files()
        with self._guarded():
            self._connection.executescript(_SHRINK)

    def clear(self) -> None:
        """Delete everything, and give the space back."""
        self._delete_files()
        with self._transaction():
            for table in ("entry", "content", "total"):
                self._connection.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
        with self._guarded():
            self._connection.executescript(_SHRINK)

    def kinds(self) -> dict[str, int]:
        """The number of contents of each kind."""
        with self._guarded():
            return dict(self._connection.execute("SELECT kind, COUNT(*) FROM entry GROUP BY kind"))

    def totals(self) -> dict[str, int]:
        """All totals by name."""
        with self._guarded():
            return dict(self._connection.execute("SELECT name, CAST(number AS INTEGER) FROM total"))

    def _connect(self) -> sqlite3.Connection:
        with self._guarded():
            is_new = False
            with suppress(FileExistsError):
                os.close(os.open(self._path, os.O_CREAT | os.O_EXCL, 0o600))
                is_new = True
            # Threads of one command take turns, see `Store`.
            connection = sqlite3.connect(
                self._path, timeout=_WAIT, isolation_level=None, check_same_thread=False
            )
            try:
                if is_new:
                    # Later, this would write to the database each time.
                    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
                connection.executescript(_SCHEMA)
            except BaseException:
                connection.close()
                raise
            return connection

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._guarded():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise Unusable from error
        except sqlite3.Error as error:
            # The primary code is in the lowest byte. Text that is no UTF-8 has no code.
            if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF not in _HARMLESS:
                self._delete()
            raise Unusable from error
        except UnicodeDecodeError as error:
            # A message about a damaged table.
            self._delete()
            raise Unusable from error

    def _delete(self) -> None:
        """Delete the damaged file and those beside it."""
        for suffix in ("", "-wal", "-shm"):
            with suppress(OSError):
                os.unlink(f"{self._path}{suffix}")  # noqa: PTH108
        self._delete_files()

    def _delete_unknown_files(self) -> None:
        """Delete the files of deleted contents, and of those that killed commands did not add."""
        query = "SELECT id FROM entry WHERE size >= ?"
        known = {self._file(number) for (number,) in self._connection.execute(query, (_LARGE,))}
        for path in set(self._path.parent.glob("*.large")) - known:
            path.unlink(missing_ok=True)

    def _delete_files(self) -> None:
        """Delete the files of large bodies, also those that killed commands left."""
        for pattern in ("*.large", "*.tmp"):
            for path in self._path.parent.glob(pattern):
                with suppress(OSError):
                    path.unlink()
