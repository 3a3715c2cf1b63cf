"""The files of a project at a revision of its git repository, without a checkout.

Contents are read from the objects of the repository: no hook, no filter and no network is used, and
no link is followed.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from printgen.project import MARKER, Folders, ProjectError

# The files and folders of a project that printgen reads.
PARTS = (MARKER, "content", "templates", "fonts")

# The most files of a revision, and the most bytes of a file and of all files.
MAX_FILES, MAX_FILE, MAX_TOTAL = 20_000, 64_000_000, 1_000_000_000

# Seconds after which git is given up.
_PATIENCE = 120

# Longest name of a revision.
_MAX_NAME = 250

# The modes of files in trees; others are those of links and modules.
_FILE_MODES = (b"100644", b"100755", b"100664")

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

# Variables that would lead git to another repository.
_LEADING = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX")


class RevisionError(ProjectError):
    """A revision cannot be read."""


@dataclass(frozen=True, slots=True)
class Blob:
    """A file of a revision: its name in the project, the id of its content, and its size."""

    name: str
    id: str
    size: int


@dataclass(frozen=True, slots=True)
class Extracted:
    """What was written of a revision; `left_out` are links and modules, which are not read."""

    commit: str
    files: int
    left_out: tuple[str, ...]


def extract(folders: Folders, revision: str, into: Path) -> Extracted:
    """Write the files of a project at a revision into an empty folder.

    Raises RevisionError without git or a repository, for an unknown revision, for one without the
    project, and for one that is too large.
    """
    prefix = _prefix(folders)
    commit = _commit(folders, revision)
    blobs, left_out = _listed(folders, commit, prefix)
    if not any(blob.name.startswith("content/") for blob in blobs):
        raise RevisionError(f"'{revision}' has no content/ in {prefix or 'its top folder'}")
    _check_size(blobs, revision)
    _write(folders, blobs, into)
    (into / MARKER).touch()
    return Extracted(commit, len(blobs), tuple(left_out))


def _git(folders: Folders, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run git in the folder of a project. Raises RevisionError if it is not there or hangs."""
    try:
        return subprocess.run(  # noqa: S603 - the words are no shell's
            _command(folders, *words),
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
        )
    except FileNotFoundError as error:
        raise RevisionError("revisions need the program git, which is not there") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RevisionError("git does not answer") from error


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
            raise RevisionError(f"{folders.root} is in no git repository")
        raise RevisionError(said or f"git cannot read {folders.root}")
    return os.fsdecode(found.stdout).removesuffix("\n")


def _commit(folders: Folders, revision: str) -> str:
    """The id of the commit of a revision. Raises RevisionError if it is unknown."""
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
    raise RevisionError(f"git knows no revision '{revision}'{hint}")


def _listed(folders: Folders, commit: str, prefix: str) -> tuple[list[Blob], list[str]]:
    """The files of the project in a commit, and the names of what is no file."""
    paths = [f"{prefix}{part}" for part in PARTS]
    found = _git(folders, "ls-tree", "-r", "-z", "-l", "--full-tree", commit, "--", *paths)
    if found.returncode:
        said = found.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise RevisionError(f"git cannot list the revision: {said}")
    blobs, left_out = list[Blob](), list[str]()
    for line in found.stdout.split(b"\0")[:-1]:
        about, _, path = line.partition(b"\t")
        mode, _kind, id, size = about.split()
        name = os.fsdecode(path)[len(prefix) :]
        if mode in _FILE_MODES and _is_plain(name):
            if not size.isdigit():
                raise _lacking(name)
            blobs.append(Blob(name, id.decode(), int(size)))
        else:
            left_out.append(name)
    return blobs, left_out


def _lacking(name: str) -> RevisionError:
    """Partial clones lack contents."""
    return RevisionError(f"the repository lacks the content of {name}")


def _is_plain(name: str) -> bool:
    """Whether a name leads to a file below the folder."""
    steps = name.split("/")
    odd = any(step in ("", ".", "..") or step.lower() == ".git" for step in steps)
    return not odd and "\\" not in name and "\0" not in name


def _check_size(blobs: Sequence[Blob], revision: str) -> None:
    for blob in blobs:
        if blob.size > MAX_FILE:
            limit = f"{MAX_FILE // 1_000_000} MB"
            raise RevisionError(f"{blob.name} in '{revision}' has more than {limit}")
    total = sum(blob.size for blob in blobs)
    if len(blobs) > MAX_FILES or total > MAX_TOTAL:
        raise RevisionError(
            f"'{revision}' is too large: {len(blobs):,} files, {total / 1e6:,.0f} MB (at most"
            f" {MAX_FILES:,} files, {MAX_TOTAL / 1e6:,.0f} MB)"
        )


def _write(folders: Folders, blobs: Sequence[Blob], into: Path) -> None:
    """Write files below a folder, with the contents that git has."""
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
            for blob, content in zip(blobs, _contents(process, blobs), strict=True):
                path = into / blob.name
                try:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(content)
                except OSError as error:
                    raise RevisionError(f"cannot write {blob.name}: {error.strerror}") from error
        finally:
            process.kill()
            process.wait()


def _contents(process: subprocess.Popen[bytes], blobs: Sequence[Blob]) -> Iterator[bytes]:
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
                raise RevisionError(f"git has stopped at {blob.name}")
            yield content
