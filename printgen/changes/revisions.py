"""The files of a project at a revision of its git repository, without a checkout.

Contents are read from the objects of the repository: no hook, no filter and no network is used. A
link is followed to the file of the same revision that it leads to.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryFile

from printgen.changes.links import MAX_TARGET, Links
from printgen.changes.parts import (
    PARTS,
    EditionError,
    check_sizes,
    is_plain,
    write_part,
)
from printgen.problems import Position, Problem, Severity
from printgen.project import MARKER, Folders

# Seconds after which git is given up.
_PATIENCE = 120

# Longest name of a revision.
_MAX_NAME = 250

# The modes of files and of links in trees; others are those of modules.
_FILE_MODES, _LINK_MODE = (b"100644", b"100755", b"100664"), b"120000"

# The most tags and branches that a word is compared with.
_MOST_NAMES = 300

# The settings of a repository that run programs, and those that fetch what is not there.
_SAFE = (
    "--no-pager", "--no-replace-objects", "--literal-pathspecs", "-c", "core.fsmonitor=false",
    "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never",
)  # fmt: skip

_ENVIRONMENT = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}

# Where tags and branches are.
_REFERENCES = ("refs/tags", "refs/heads")

# Variables that would lead git to another repository.
_LEADING = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX")


class NoRepository(EditionError):
    """The project is in no git repository."""


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
    prefix = _prefix(folders)
    commit = _commit(folders, revision)
    tree = _listed(folders, commit, prefix, PARTS)
    said = "neither a file nor a folder of the project"
    problems = [_problem(name, "file-unreadable", said, revision) for name in tree.others]
    if tree.links:
        problems += _follow(folders, tree, _listed(folders, commit, prefix), revision)
    if not any(name.startswith("content/") for name in tree.files):
        raise EditionError(f"'{revision}' has no content/ in {prefix or 'its top folder'}")
    check_sizes({name: blob.size for name, blob in tree.files.items()}, revision)
    blobs = list(tree.files.values())
    for blob, content in zip(blobs, _contents(folders, blobs), strict=True):
        write_part(into, blob.name, content)
    (into / MARKER).touch()
    return problems


def revision_names(folders: Folders) -> list[str]:
    """The newest tags and branches of the repository of a project; none without one."""
    form, most = "--format=%(refname:short)", f"--count={_MOST_NAMES}"
    try:
        found = _git(folders, "for-each-ref", "--sort=-creatordate", form, most, *_REFERENCES)
    except EditionError:
        return []
    return found.stdout.decode("utf-8", "replace").split() if not found.returncode else []


def _follow(folders: Folders, tree: _Tree, whole: _Tree, revision: str) -> Iterator[Problem]:
    """Add to a tree the files that its links lead to, which may be elsewhere in the project."""
    known = [blob for blob in whole.links.values() if 0 < blob.size <= MAX_TARGET]
    targets = dict.fromkeys(whole.links, "")
    for blob, content in zip(known, _contents(folders, known), strict=True):
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


def _git(folders: Folders, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run git in the folder of a project. Raises EditionError if it is not there or hangs."""
    try:
        return subprocess.run(  # noqa: S603 - the words are no shell's
            _command(folders, *words),
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
        )
    except FileNotFoundError as error:
        raise EditionError("revisions need the program git, which is not there") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise EditionError("git does not answer") from error


def _command(folders: Folders, *words: str) -> list[str]:
    return ["git", "-C", str(folders.root), *_SAFE, *words]


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in _LEADING}
    return kept | _ENVIRONMENT


def _prefix(folders: Folders) -> str:
    """The folder of the project in its repository: empty, or with a slash at its end."""
    found = _git(folders, "rev-parse", "--show-prefix")
    if found.returncode:
        said = found.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        if "not a git repository" in said:
            raise NoRepository(f"{folders.root} is in no git repository")
        raise EditionError(said or f"git cannot read {folders.root}")
    return os.fsdecode(found.stdout).removesuffix("\n")


def _commit(folders: Folders, revision: str) -> str:
    """The id of the commit of a revision. Raises EditionError if it is unknown."""
    valid = revision and revision.isprintable() and len(revision) <= _MAX_NAME
    if valid and not revision.startswith("-") and ".." not in revision:
        name = f"{revision}^{{commit}}"
        found = _git(folders, "rev-parse", "--verify", "--quiet", "--end-of-options", name)
        words = found.stdout.decode().split()
        if not found.returncode and words:
            return words[-1]
    shallow = _git(folders, "rev-parse", "--is-shallow-repository").stdout.strip() == b"true"
    hint = " (this clone is shallow: git fetch --unshallow --tags)" if shallow else ""
    if revision == "HEAD":
        hint = " (nothing is committed yet: git commit)"
    raise UnknownRevision(f"git knows no revision '{revision}'{hint}")


def _listed(folders: Folders, commit: str, prefix: str, parts: Sequence[str] = ("",)) -> _Tree:
    """The files and links of parts of the project in a commit; without parts, of the project."""
    paths = [f"{prefix}{part}" for part in parts if prefix or part]
    found = _git(folders, "ls-tree", "-r", "-z", "-l", "--full-tree", commit, "--", *paths)
    if found.returncode:
        said = found.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise EditionError(f"git cannot list the revision: {said}")
    tree = _Tree()
    for line in found.stdout.split(b"\0")[:-1]:
        about, _, path = line.partition(b"\t")
        mode, _kind, id, size = about.split()
        name = os.fsdecode(path)[len(prefix) :]
        kind = tree.files if mode in _FILE_MODES else tree.links if mode == _LINK_MODE else None
        if kind is None or not is_plain(name):
            tree.others.append(name)
        elif size.isdigit():
            kind[name] = Blob(name, id.decode(), int(size))
        elif parts != ("",):
            raise _lacking(name)
    return tree


def _lacking(name: str) -> EditionError:
    """Partial clones lack contents."""
    return EditionError(f"the repository lacks the content of {name}")


def _contents(folders: Folders, blobs: Sequence[Blob]) -> Iterator[bytes]:
    """The contents of files, in order."""
    ids = "".join(f"{blob.id}\n" for blob in blobs).encode()
    # Answers are read while git writes: names come from a file, not from a pipe that may be full.
    with TemporaryFile() as names:
        names.write(ids)
        names.seek(0)
        process = subprocess.Popen(  # noqa: S603 - the words are no shell's
            _command(folders, "cat-file", "--batch"),
            env=_environment(),
            stdin=names,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield from _answers(process, blobs)
        finally:
            process.kill()
            process.wait()


def _answers(process: subprocess.Popen[bytes], blobs: Sequence[Blob]) -> Iterator[bytes]:
    """The contents that `git cat-file --batch` answers with, in order."""
    stream = process.stdout
    assert stream is not None
    with stream:
        for blob in blobs:
            head = stream.readline().split()
            if len(head) != 3 or head[1] != b"blob" or int(head[2]) != blob.size:
                raise _lacking(blob.name)
            content = stream.read(blob.size)
            if len(content) != blob.size or stream.read(1) != b"\n":
                raise EditionError(f"git has stopped at {blob.name}")
            yield content
