"""Editions from git: the files of a revision, with its links followed inside the project."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Literal

from printgen.extras.editions.edition import PARTS, EditionError, check_sizes, is_plain, write_part
from printgen.extras.editions.repository import Repository, opened_repository, too_large
from printgen.problems import Position, Problem, Severity
from printgen.project import MARKER, Folders

# --- links among the files of a revision, followed to what they lead to in the project ------------
#
# Nothing on the disk is read: links are names, and lead to other names of the same revision.


# The most links on the way to a file, as on a disk.
_MAX_HOPS = 40

# The most steps of all ways, and the longest target of a link.
_MAX_STEPS, MAX_TARGET = 1_000_000, 4_096

# Why a link cannot be followed.
Fault = Literal["outside", "nowhere"]


class _Stray(Exception):
    """A link that cannot be followed."""

    def __init__(self, fault: Fault):
        super().__init__(fault)
        self.fault = fault


class Links:
    """Follows links. `files` are the names of all files of the project, `links` the targets of
    links by name.
    """

    def __init__(self, files: Mapping[str, object], links: Mapping[str, str]):
        self._files, self._links = files, links
        self._names = sorted([*files, *links])
        self._steps = 0

    def follow(self, link: str) -> dict[str, str] | Fault:
        """The files that a link stands for, by the names that they have through it: the names that
        they have in the project. Raises EditionError for too many.
        """
        try:
            real = self._real(link)
        except _Stray as stray:
            return stray.fault
        if real in self._files:
            return {link: real}
        return dict(self._below(link, real, (real,))) or "nowhere"

    def _below(self, name: str, folder: str, within: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        """The files in a folder, by their names below another one. `within` are the folders that
        led here: no folder is in itself.
        """
        for inner in self._inside(folder):
            self._count()
            through = f"{name}/{inner[len(folder) :].lstrip('/')}"
            if inner not in self._links:
                yield through, inner
                continue
            try:
                real = self._real(inner)
            except _Stray:
                continue
            if real in self._files:
                yield through, real
            elif real not in within:
                yield from self._below(through, real, (*within, real))

    def _inside(self, folder: str) -> Iterator[str]:
        """The names of files and links in a folder; the empty name is that of the project."""
        start = f"{folder}/" if folder else ""
        for number in range(bisect_left(self._names, start), len(self._names)):
            if not self._names[number].startswith(start):
                return
            yield self._names[number]

    def _real(self, name: str) -> str:
        """The name without links of a file or a folder. Raises _Stray."""
        ahead, way, hops = deque(name.split("/")), list[str](), 0
        while ahead:
            self._count()
            step = ahead.popleft()
            if step == "..":
                if not way:
                    raise _Stray("outside")
                way.pop()
            elif step not in ("", "."):
                way.append(step)
                target = self._links.get("/".join(way))
                if target is not None:
                    hops += 1
                    if target.startswith("/"):
                        raise _Stray("outside")
                    if hops > _MAX_HOPS or not target:
                        raise _Stray("nowhere")
                    way.pop()
                    ahead.extendleft(reversed(target.split("/")))
        return "/".join(way)

    def _count(self) -> None:
        self._steps += 1
        if self._steps > _MAX_STEPS:
            raise EditionError("the links of the revision lead to too many files")


# --- the files of a project at a revision of its git repository, without a checkout ---------------
#
# Contents are read from the objects of the repository: no hook, no filter and no network is used
# (`repository.py`). A link is followed to the file of the same revision that it leads to.


# Longest name of a revision.
_MAX_NAME = 250

# The modes of files and of links in trees; others are those of modules.
_FILE_MODES, _LINK_MODE = (b"100644", b"100755", b"100664"), b"120000"

# The most tags and branches that a word is compared with.
_MOST_NAMES = 300

# Where tags and branches are.
_REFERENCES = ("refs/tags", "refs/heads")

# The most files and folders of a revision that are looked at, in the project or in all of it.
_MAX_LISTED = 200_000

# The most bytes of what git lists of one file.
_MAX_PATH = 100_000


# Partial clones lack contents.
_LACKING = "the repository lacks the content of"


class UnknownRevision(EditionError):
    """Git knows no revision of a name."""


@dataclass(frozen=True, slots=True)
class Blob:
    """A file or a link of a revision: its name in the project, the id of its content, and its
    size.
    """

    name: str
    id: str
    size: int


@dataclass(slots=True)
class _Tree:
    """What is in a commit: files and links by name, and the names of what is neither."""

    files: dict[str, Blob] = field(default_factory=dict)
    links: dict[str, Blob] = field(default_factory=dict)
    others: list[str] = field(default_factory=list)


def extract(folders: Folders, revision: str, into: Path) -> list[Problem]:
    """Write the files of a project at a revision into an empty folder; the problems of what cannot
    be read: links that lead out of the project or nowhere, and modules.

    Raises EditionError without git or a repository, for an unknown revision, for one without the
    project, and for one that is too large.
    """
    with opened_repository(folders) as repository:
        commit, prefix = _commit(repository, revision), repository.prefix
        tree = _listed(repository, commit, PARTS)
        said = "neither a file nor a folder of the project"
        problems = [_problem(name, "file-unreadable", said, revision) for name in tree.others]
        if tree.links:
            problems += _follow(repository, tree, _listed(repository, commit), revision)
        if not any(name.startswith("content/") for name in tree.files):
            raise EditionError(f"'{revision}' has no content/ in {prefix or 'its top folder'}")
        check_sizes({name: blob.size for name, blob in tree.files.items()}, revision)
        blobs = list(tree.files.values())
        for blob, content in zip(blobs, _contents(repository, blobs), strict=True):
            write_part(into, blob.name, content)
        (into / MARKER).touch()
        return problems


def revision_names(folders: Folders) -> list[str]:
    """The newest tags and branches of the repository of a project; none without one."""
    form, most = "--format=%(refname:short)", f"--count={_MOST_NAMES}"
    try:
        with opened_repository(folders) as repository:
            words = "for-each-ref", "--sort=-creatordate", form, most, *_REFERENCES
            return (repository.answer(*words) or b"").decode("utf-8", "replace").split()
    except EditionError:
        return []


def _follow(repository: Repository, tree: _Tree, whole: _Tree, revision: str) -> Iterator[Problem]:
    """Add to a tree the files that its links lead to, which may be elsewhere in the project."""
    known = [blob for blob in whole.links.values() if 0 < blob.size <= MAX_TARGET]
    targets = dict.fromkeys(whole.links, "")
    for blob, content in zip(known, _contents(repository, known), strict=True):
        targets[blob.name] = os.fsdecode(content)
    links = Links(whole.files, targets)
    for link in tree.links:
        found = links.follow(link)
        if found == "outside":
            yield _problem(link, "path-outside", "the link is outside the project", revision)
        elif found == "nowhere":
            yield _problem(link, "file-unreadable", "the link leads to no file", revision)
        else:
            for name, real in found.items():
                if is_plain(name):
                    tree.files[name] = replace(whole.files[real], name=name)


def _problem(name: str, code: str, message: str, revision: str) -> Problem:
    """A problem of what is not read. A game can be read without some files of themes and fonts."""
    place = Position(name.encode("utf-8", "backslashreplace").decode())
    severity: Severity = "error" if name.startswith("content") else "warning"
    return Problem(place, code, f"{message} (in '{revision}')", severity=severity)


def _commit(repository: Repository, revision: str) -> str:
    """The id of the commit of a revision. Raises EditionError if it is unknown."""
    valid = revision and revision.isprintable() and len(revision) <= _MAX_NAME
    if valid and not revision.startswith("-") and ".." not in revision:
        name = f"{revision}^{{commit}}"
        found = repository.answer("rev-parse", "--verify", "--quiet", "--end-of-options", name)
        if words := (found or b"").decode().split():
            return words[-1]
    hint = " (this clone is shallow: git fetch --unshallow --tags)" if repository.shallow else ""
    if revision == "HEAD":
        hint = " (nothing is committed yet: git commit)"
    raise UnknownRevision(f"git knows no revision '{revision}'{hint}")


def _listed(repository: Repository, commit: str, parts: Sequence[str] = ("",)) -> _Tree:
    """The files and links of parts of the project in a commit; without parts, of the project.

    They are read while git lists them: folders that contain each other many times have more files
    than any disk. Raises EditionError for too many.
    """
    prefix, tree = repository.prefix, _Tree()
    paths = [f"{prefix}{part}" for part in parts if prefix or part]
    # With the folders (`-t`), so that those without files count, too.
    words = "ls-tree", "-r", "-t", "-z", "-l", "--full-tree", commit, "--", *paths
    count, rest = 0, b""
    with repository.answers(*words) as git:
        for block in git.blocks():
            *lines, rest = (rest + block).split(b"\0")
            count += len(lines)
            if count > _MAX_LISTED or len(rest) > _MAX_PATH:
                raise too_large()
            for line in lines:
                about, _, path = line.partition(b"\t")
                mode, what, id, size = about.split()
                if what == b"tree":
                    continue
                name = os.fsdecode(path)[len(prefix) :]
                files = mode in _FILE_MODES
                kind = tree.files if files else tree.links if mode == _LINK_MODE else None
                if kind is None or not is_plain(name):
                    tree.others.append(name)
                elif size.isdigit():
                    kind[name] = Blob(name, id.decode(), int(size))
                elif parts != ("",):
                    raise EditionError(f"{_LACKING} {name}")
        if not git.succeeded():
            raise EditionError("git cannot list the files of the revision")
    return tree


def _contents(repository: Repository, blobs: Sequence[Blob]) -> Iterator[bytes]:
    """The contents of files, in order."""
    ids = "".join(f"{blob.id}\n" for blob in blobs).encode()
    # Answers are read while git writes: names come from a file, not from a pipe that may be full.
    with TemporaryFile() as names:
        names.write(ids)
        names.seek(0)
        with repository.answers("cat-file", "--batch", asked=names, slowly=True) as git:
            for blob in blobs:
                head = git.stream.readline(_MAX_NAME).split()
                if len(head) != 3 or head[1] != b"blob" or int(head[2]) != blob.size:
                    raise EditionError(f"{_LACKING} {blob.name}")
                content = git.stream.read(blob.size)
                if len(content) != blob.size or git.stream.read(1) != b"\n":
                    raise EditionError(f"git has stopped at {blob.name}")
                yield content
