"""What a process knows of the content of files: each is read again only after a change."""

from __future__ import annotations

import hashlib
import os
import time
from dataclasses import dataclass

from printgen.content.spreadsheets.formats import TABLES, WORKBOOKS, format_of
from printgen.reading import read_whole

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
    version = found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino
    known = _contents.get(path)
    if known and known[0] == version:
        return known[1]
    content = read_whole(path, MAX_BYTES)
    read = KnownContent(hashlib.sha256(content).hexdigest(), _leads_up(path, content))
    if time.time_ns() - found.st_ctime_ns > SETTLED:
        _contents[path] = version, read
    return read


def _leads_up(path: str, content: bytes) -> bool:
    if format_of(path) in WORKBOOKS:
        # Imported here: most games have none.
        from printgen.content.spreadsheets.archive import leads_up

        return leads_up(content)
    if format_of(path) in TABLES:
        # The text may be UTF-16.
        content = content.replace(b"\0", b"")
    return b"../" in content
