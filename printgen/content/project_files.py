"""The files of a project: found, read again only after a change, with the problems of
unknown ones.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from printgen.content.budget import MAX_FILE_SECONDS, MAX_SLOW_FILES, NOTHING, GivenUp, allowed
from printgen.content.fingerprint import SETTLED
from printgen.content.limits import MAX_PROJECT_BYTES, MAX_PROJECT_FILES
from printgen.content.names import invalid_name, valid_name
from printgen.content.parsing import ParsedFile
from printgen.content.spreadsheets.sheet import is_spreadsheet
from printgen.problems import Position, Problem, did_you_mean
from printgen.project import Folders
from printgen.quoting import for_terminal
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
    if known and known.digest == same:
        parsed = known.parsed
    else:
        with allowed(MAX_FILE_SECONDS, "file", name):
            parsed = parse(name, content)
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
    with allowed(MAX_FILE_SECONDS, "file", name):
        parsed = parse(name, content)
    files[f"{key}\0edit"] = ReadFile((), same, len(content), parsed)
    return parsed


# --------------------------------------------------------------------------------------------------
# The files of a project: listed, and read within limits; their own problems are collected.


SPLIT = "make several files of it, or write it more simply"

# Excel makes a file `~$…` beside an open one.
_HIDDEN = (".", "~$")


@dataclass
class ProjectFiles:
    """Reads the files of a project. `read` are those that earlier calls read, by path; `edits` are
    the contents of files that are not as on the disk, by their names in positions; those that are
    `given_up` are not read.
    """

    folders: Folders
    read: dict[str, ReadFile]
    edits: Mapping[str, bytes] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    count: int = 0
    total: int = 0
    full: bool = False
    given_up: GivenUp = NOTHING

    def listing(self, folder: Path | os.DirEntry[str]) -> list[os.DirEntry[str]]:
        """The visible files of a folder, sorted; links out of the project are problems."""
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            self.report(folder, "file-unreadable", error.strerror or str(error))
            return []
        visible = [entry for entry in entries if not entry.name.startswith(_HIDDEN)]
        visible = [entry for entry in visible if self._can_be_shown(entry)]
        # What is in a folder inside the project, and no link, is inside too.
        return [entry for entry in visible if not entry.is_symlink() or self.is_inside(entry)]

    def _can_be_shown(self, path: os.DirEntry[str]) -> bool:
        """Whether the name of a spreadsheet, which need not be an id, has no control characters.
        Reports a problem if it has.
        """
        name = self.folders.relative(path.name)
        if not is_spreadsheet(name) or for_terminal(name) == name:
            return True
        self.report(path, "name-invalid", "the name has control characters", "rename the file")
        return False

    def is_inside(self, path: Path | os.DirEntry[str]) -> bool:
        """Whether the real path is inside the project; reports a problem if not."""
        # `path.resolve()` raises for circular links.
        inside = Path(os.path.realpath(path)).is_relative_to(self.folders.root)
        if not inside:
            self.report(path, "path-outside", "the link is outside the project")
        return inside

    def report(
        self, place: Path | os.DirEntry[str], code: str, message: str, hint: str = ""
    ) -> None:
        """Report a problem of a whole file or folder."""
        position = Position(self.folders.relative(Path(place)))
        self.problems.append(Problem(position, code, message, hint))

    def valid_name(self, path: os.DirEntry[str], name: str) -> bool:
        """Whether `name` is a valid id; reports a problem if not."""
        if not valid_name(name):
            position = Position(self.folders.relative(Path(path)))
            self.problems.append(invalid_name(position, name))
            return False
        return True

    def unknown_file(self, path: os.DirEntry[str], known: list[str]) -> None:
        """Report an unknown file, whose name may be meant as a known one."""
        self.ignored(path, did_you_mean(path.name, known))

    def ignored(self, path: os.DirEntry[str], hint: str) -> None:
        """Report a file that is not read."""
        message = f"unknown file '{path.name}' is ignored"
        position = Position(self.folders.relative(Path(path)))
        self.problems.append(Problem(position, "file-unknown", message, hint, "warning"))

    def parsed(self, path: os.DirEntry[str], limit: int, parse: Parse, way: str = "") -> ParsedFile:
        """What a file says; its own problems are reported. Reads one byte more than the limit.

        `way` tells apart the ways to read the same file.
        """
        name = self.folders.relative(path.path)
        if self.full or self._is_given_up(path, name):
            return ParsedFile(readable=False)
        try:
            if name in self.edits:
                content = self.edits[name]
                return self._with_problems(read_edit(self.read, path, name, content, parse, way))
            read = read_after_change(self.read, path, name, limit, parse, way)
        except OSError as error:
            self.report(path, "file-unreadable", error.strerror or str(error))
            return ParsedFile(readable=False)
        self.count += 1
        self.total += read.size
        if self.count > MAX_PROJECT_FILES or self.total > MAX_PROJECT_BYTES:
            self._end(path, "the project has too many files or too much text")
            return ParsedFile(readable=False)
        return self._with_problems(read.parsed)

    def _is_given_up(self, path: os.DirEntry[str], name: str) -> bool:
        """Whether reading a file is given up; reports a problem if it is."""
        slow = dict(self.given_up.files)
        if name not in slow:
            return False
        self.report(
            path, "content-too-big", f"reading the file takes more than {slow[name]}", SPLIT
        )
        if len(slow) >= MAX_SLOW_FILES and name == self.given_up.files[-1][0]:
            self._end(path, f"{MAX_SLOW_FILES} files take too long to read")
        return True

    def _end(self, path: os.DirEntry[str], message: str) -> None:
        """Read no more files after this one."""
        self.full = True
        self.report(path, "content-too-big", message, "later files are not read")

    def _with_problems(self, parsed: ParsedFile) -> ParsedFile:
        self.problems += parsed.problems
        return parsed


def holds(test: Callable[[], bool]) -> bool:
    """The result of a test of a path; False when the path is not accessible."""
    try:
        return test()
    except OSError:
        return False
