"""The git repository of a project, read by git without any of its settings.

A repository may come from a stranger, and its settings name programs: those that fetch what is
missing, filters, hooks, pagers. So git reads a repository that is made for the moment, with the
objects and the references of the project's one, and nothing else of it. The program git is never
taken from the project.
"""

from __future__ import annotations

import os
import re
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import IO

from printgen.extras.editions.edition import EditionError
from printgen.project import Folders
from printgen.reading import read_regular, read_whole
from printgen.sealing.process import environment
from printgen.store.scratch import scratch_folder

# Seconds after which git is given up.
_PATIENCE = 120

# The most bytes that git may answer with, and that it may need for one object.
MAX_ANSWER, _MAX_OBJECT = 64_000_000, 256_000_000

# The most files of objects, and of tags and branches; the most bytes of those, and of one line.
_MAX_OBJECTS, _MAX_REFERENCES = 1_000_000, 20_000
_MAX_REFERENCES_BYTES, _MAX_LINE = 32_000_000, 4_096

# Where references are. Those that replace objects by others do not count.
_REFERENCES, _REPLACING = ("refs", "reftable"), "refs/replace"

# Files that name objects in other folders.
_ALTERNATES = ("info/alternates", "info/http-alternates")

# No program is run and nothing is fetched, even if git has read a setting after all.
_SAFE = (
    "--no-pager", "--no-replace-objects", "--literal-pathspecs", "-c", "core.fsmonitor=false",
    "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never", "-c", "credential.helper=",
)  # fmt: skip

_ENVIRONMENT = {
    "GIT_ALLOC_LIMIT": str(_MAX_OBJECT),
    # A name of no protocol: an empty value counts as none on some systems.
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_ASKPASS": "",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}

# The setting of a submodule that names its folder.
_WORKTREE = re.compile(r"^\s*worktree\s*=\s*(.+?)\s*$", re.M | re.I)

# The setting of a repository whose objects have longer names.
_LONG_NAMES = re.compile(rb"^\s*objectformat\s*=\s*sha256\s*$", re.M | re.I)


class NoRepository(EditionError):
    """The project is in no git repository."""


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository as git reads it. `prefix` is the folder of the project in it: empty, or with a
    slash at its end. A `shallow` one lacks older revisions.
    """

    program: str
    home: Path
    objects: Path
    prefix: str
    shallow: bool

    @contextmanager
    def answers(
        self, *words: str, asked: int | IO[bytes] = subprocess.DEVNULL, slowly: bool = False
    ) -> Iterator[Git]:
        """Run git; its answers can be read until the end of the block, which ends it. They may be
        read `slowly`, with other work between them. Raises EditionError if it cannot be run.
        """
        try:
            process = subprocess.Popen(  # noqa: S603 - the words are no shell's
                [self.program, *_SAFE, *words],
                cwd=self.home,
                env=self._environment(),
                stdin=asked,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            raise EditionError(f"git cannot be run: {error.strerror or error}") from error
        timer = Timer(_PATIENCE * (10 if slowly else 1), process.kill)
        timer.daemon = True
        timer.start()
        assert process.stdout is not None
        try:
            with process.stdout as stream:
                yield Git(process, stream)
        finally:
            timer.cancel()
            process.kill()
            process.wait()

    def answer(self, *words: str) -> bytes | None:
        """What git answers; None if it fails. Raises EditionError."""
        with self.answers(*words) as git:
            found = b"".join(git.blocks())
            return found if git.succeeded() else None

    def _environment(self) -> dict[str, str]:
        """The environment of git: none of its own variables is the user's."""
        home = str(self.home)
        places = {"GIT_DIR": home, "GIT_OBJECT_DIRECTORY": str(self.objects)}
        return {**environment(), **_ENVIRONMENT, **places, "HOME": home, "XDG_CONFIG_HOME": home}


@dataclass(frozen=True, slots=True)
class Git:
    """Git, while it runs."""

    process: subprocess.Popen[bytes]
    stream: IO[bytes]

    def blocks(self) -> Iterator[bytes]:
        """All that it answers with. Raises EditionError for more than MAX_ANSWER bytes."""
        size = 0
        while block := self.stream.read1(1 << 16):  # type: ignore[attr-defined]
            size += len(block)
            if size > MAX_ANSWER:
                raise too_large()
            yield block

    def succeeded(self) -> bool:
        """Whether it has done what it was run for, after all answers were read."""
        return self.process.wait() == 0


def too_large() -> EditionError:
    """The error for a revision that holds more than printgen reads."""
    return EditionError("the revision holds too many files and folders, or too long names")


@contextmanager
def opened_repository(folders: Folders) -> Iterator[Repository]:
    """The repository of a project, until the end of the block.

    Raises NoRepository, and EditionError without git and for a repository that takes anything from
    elsewhere.
    """
    found = _found(folders.root)
    if found is None:
        raise NoRepository(f"{folders.root} is in no git repository")
    top, own, common = found
    below = folders.root.relative_to(top).as_posix()
    prefix = "" if below == "." else f"{below}/"
    with scratch_folder() as home:
        try:
            _copy_references(own, common, home)
            objects = _checked_objects(common)
            shallow = (common / "shallow").is_file()
        except OSError as error:
            raise EditionError(f"cannot read {common}: {error.strerror or error}") from error
        yield Repository(_program(folders.root), home, objects, prefix, shallow)


def _program(root: Path) -> str:
    """The program git: never one in the project, or in the working directory."""
    name = "git.exe" if os.name == "nt" else "git"
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        path = Path(folder, name)
        if path.is_absolute() and os.access(path, os.X_OK) and path.is_file():
            places = path.absolute(), path.resolve()
            if not any(place.is_relative_to(root) for place in places):
                return str(path)
    raise EditionError("revisions need the program git, which is not there")


# --- where a repository is -------------------------------------------------------------------


def _found(root: Path) -> tuple[Path, Path, Path] | None:
    """The folder of the nearest repository upward, the folder that git has for it, and the one
    that it shares with other folders of the same repository. None without any.
    """
    for top in (root, *root.parents):
        place = top / ".git"
        try:
            status = place.lstat()
            # What others put into a folder above is not the project's.
            if top != root and status.st_uid != root.stat().st_uid:
                continue
            if stat.S_ISREG(status.st_mode):
                own, common = _named_by(place)
            else:
                own = common = _inside(place, top)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise EditionError(f"cannot read {place}: {error.strerror or error}") from error
        if (own / "HEAD").is_file() and (common / "objects").is_dir():
            return top, own, common
    return None


def _inside(place: Path, top: Path) -> Path:
    """The real path of the folder that git has. Raises EditionError if it is elsewhere."""
    real = place.resolve(strict=True)
    if not real.is_relative_to(top):
        raise EditionError(f"{place} is a link to another place")
    return real


def _named_by(place: Path) -> tuple[Path, Path]:
    """The folders that a file `.git` names, as the files of a worktree and of a submodule do.

    They are in a repository elsewhere, which has to name the folder of the file, too. Raises
    EditionError, and OSError.
    """
    top, text = place.parent, _line(place)
    if not text.startswith("gitdir:"):
        raise EditionError(f"{place} names no repository")
    own = (top / text.removeprefix("gitdir:").strip()).resolve(strict=True)
    if own.is_relative_to(top):
        return own, own
    if (own / "gitdir").is_file():
        common = (own / _line(own / "commondir")).resolve(strict=True)
        if own.parent == common / "worktrees" and _leads(own, _line(own / "gitdir"), place):
            return own, common
    named = _WORKTREE.search(_settings(own).decode("utf-8", "replace"))
    if named and _leads(own, named[1].strip('"'), top):
        return own, own
    raise EditionError(f"{place} names a repository that does not belong to this folder")


def _leads(folder: Path, name: str, place: Path) -> bool:
    return (folder / name).resolve() == place


def _line(path: Path) -> str:
    """The only line of a file of git. Raises OSError."""
    return os.fsdecode(read_whole(path, _MAX_LINE)).strip()


def _settings(folder: Path) -> bytes:
    """The settings of a repository, of which only a few words count; empty without any. Raises
    OSError.
    """
    path = folder / "config"
    return read_regular(path, 1_000_000) if path.exists() else b""


# --- what git reads of it --------------------------------------------------------------------


def _checked_objects(common: Path) -> Path:
    """The folder of objects. Raises EditionError if they are not all in it, and OSError."""
    objects = _inside(common / "objects", common)
    for _ in _files(objects, _MAX_OBJECTS, "files of objects"):
        pass
    for name in _ALTERNATES:
        if (objects / name).exists():
            hint = "git repack -a -d, then delete this file"
            raise EditionError(f"the objects are also elsewhere: {objects / name} ({hint})")
    return objects


def _copy_references(own: Path, common: Path, home: Path) -> None:
    """Make the repository that git reads. Raises EditionError, and OSError."""
    (home / "refs").mkdir()
    (home / "HEAD").write_bytes(read_whole(own / "HEAD", _MAX_LINE))
    if (packed := common / "packed-refs").exists():
        content = read_whole(packed, _MAX_REFERENCES_BYTES)
        # Two lines for a tag with a message.
        if content.count(b"\n") > 2 * _MAX_REFERENCES:
            raise EditionError(
                f"the repository has more than {_MAX_REFERENCES:,} tags and branches"
            )
        (home / packed.name).write_bytes(content)
    extensions = ""
    if _LONG_NAMES.search(_settings(common)):
        extensions += "\tobjectformat = sha256\n"
    if (common / "reftable").is_dir():
        extensions += "\trefstorage = reftable\n"
    settings = f"[core]\n\tbare = true\n\trepositoryformatversion = {int(bool(extensions))}\n"
    (home / "config").write_text(f"{settings}[extensions]\n{extensions}", encoding="utf-8")
    start, left = len(str(common)) + 1, _MAX_REFERENCES_BYTES
    for area in _REFERENCES:
        for path in _files(common / area, _MAX_REFERENCES, "tags and branches"):
            name = path[start:].replace(os.sep, "/")
            if not name.startswith(_REPLACING):
                content = read_whole(path, left)
                left -= len(content)
                (home / name).parent.mkdir(parents=True, exist_ok=True)
                (home / name).write_bytes(content)


def _files(folder: Path, most: int, what: str) -> Iterator[str]:
    """The paths of the files below a folder, which may be missing. Raises EditionError for too
    many, and for what is neither a file nor a folder; and OSError.
    """
    waiting, count = [str(folder)], 0
    if not folder.is_dir() or folder.is_symlink():
        return
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                count += 1
                if count > most:
                    hint = " (git pack-refs --all)" if what.startswith("tags") else " (git gc)"
                    raise EditionError(f"the repository has more than {most:,} {what}{hint}")
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif entry.is_file(follow_symlinks=False):
                    yield entry.path
                else:
                    raise EditionError(f"{entry.path} is neither a file nor a folder")
