"""Editions from git: the repository of a project, read by git without any of its settings, and the
files of a revision, with its links followed inside the project.

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
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer
from typing import IO, Literal

from printgen.extras.editions.edition import PARTS, EditionError, check_sizes, is_plain, write_part
from printgen.problems import Position, Problem, Severity
from printgen.project import MARKER, Folders
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
_REFERENCE_AREAS, _REPLACING = ("refs", "reftable"), "refs/replace"

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
        back = (own / _line(own / "gitdir")).resolve()
        if own.parent == common / "worktrees" and back == place:
            return own, common
    named = _WORKTREE.search(_settings(own).decode("utf-8", "replace"))
    if named and (own / named[1].strip('"')).resolve() == top:
        return own, own
    raise EditionError(f"{place} names a repository that does not belong to this folder")


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
    for area in _REFERENCE_AREAS:
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
# Contents are read from the objects of the repository: no hook, no filter and no network is used.
# A link is followed to the file of the same revision that it leads to.


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
