"""Files of a project, read again only after a change."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from printgen.content.known_content import SETTLED
from printgen.content.parsing import ParsedFile
from printgen.problems import Problem
from printgen.reading import read_regular

# What a file says, from its name in positions and its content.
Parse: TypeAlias = Callable[[str, bytes], ParsedFile]


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file that was read: its version, the digest of its content, its size, and what it says."""

    version: tuple[int, ...]
    digest: bytes
    size: int
    parsed: ParsedFile


def read_after_change(
    files: dict[str, ReadFile],
    path: os.DirEntry[str],
    name: str,
    limit: int,
    parse: Parse,
    way: str = "",
) -> ReadFile:
    """A file, up to one byte more than the limit. Raises OSError.

    `files` are those that were read. `way` tells apart the ways to read the same file.
    """
    known, found = files.get(path.path + way), path.stat()
    version = found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino
    if known and known.version == version:
        return known
    content = read_regular(path.path, limit)
    same = hashlib.sha256(content).digest()
    parsed = known.parsed if known and known.digest == same else parse(name, content)
    if len(content) > limit:
        size = max(found.st_size, len(content))
        parsed = replace(parsed, problems=[_whole(each, size) for each in parsed.problems])
    settled = time.time_ns() - found.st_ctime_ns > SETTLED
    read = ReadFile(version if settled else (), same, len(content), parsed)
    files[path.path + way] = read
    return read


def _whole(problem: Problem, size: int) -> Problem:
    """A problem of a file of which a part was read: one of its size gives the size of the file."""
    too_big = problem.code == "file-too-big"
    return replace(problem, message=f"the file has {size:,} bytes") if too_big else problem


def read_edit(
    files: dict[str, ReadFile],
    path: os.DirEntry[str],
    name: str,
    content: bytes,
    parse: Parse,
    way: str = "",
) -> ParsedFile:
    """What a file with another content than on the disk says: known if it is the last one read."""
    same, key = hashlib.sha256(content).digest(), path.path + way
    for known in (files.get(key), files.get(f"{key}\0edit")):
        if known and known.digest == same:
            return known.parsed
    parsed = parse(name, content)
    files[f"{key}\0edit"] = ReadFile((), same, len(content), parsed)
    return parsed
