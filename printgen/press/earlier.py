"""Files of earlier builds: those that are up to date, and those that the store has."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from printgen.content.fingerprint import mtime_fingerprint
from printgen.content.library import Library
from printgen.content.results import result_key
from printgen.layout.toolchain import toolchain
from printgen.press.printed import Faces
from printgen.press.staging import Record, Staging, sha256
from printgen.problems import Problem
from printgen.products.kind import PrintOptions, TargetBuild
from printgen.products.target import Target
from printgen.project import ProjectError
from printgen.store import Store


@dataclass(frozen=True, slots=True)
class BuiltFile:
    """A file of a target: its size in bytes, its hash, and the fingerprint of its sources.

    `faces` are the digests of the faces of each card `game/id` of a deck. A file that was up to
    date was not `made`.
    """

    target: Target
    size: int
    sha256: str
    fingerprint: str
    faces: Faces
    made: bool = True

    def record(self) -> Record:
        """The file's record in the manifest."""
        made = {"bytes": self.size, "sha256": self.sha256, "fingerprint": self.fingerprint}
        faces = {"faces": self.faces} if self.faces else {}
        return {**self.target.record(), **made, **faces}


@dataclass(frozen=True, slots=True)
class _Earlier:
    """What an earlier build made: size and hash of the file, the key of its content, problems, and
    the digests of faces.
    """

    size: int
    sha256: str
    content: str
    problems: tuple[Problem, ...]
    faces: Faces


def build_fingerprint(library: Library, options: PrintOptions) -> str:
    """The sources and print options of a build; a file with another fingerprint is stale."""
    x, y = options.offset
    same = mtime_fingerprint(library.folders) == library.mtime_fingerprint
    source = library.content_hash if same else "changed since it was read"
    choice = f"/{options.choice}" if options.choice else ""
    draft = "/draft" * options.draft + "/guides" * options.guides
    return f"{source}/{options.duplex or 'as written'}/{x:g},{y:g}{choice}{draft}"


class EarlierBuilds:
    """Knows the files of earlier builds of a library, by what they were built from.

    A file of a target is found by the fingerprint of all sources, or by its content key: a digest
    of the results of its tasks and of all other values that it depends on.
    """

    def __init__(self, library: Library, options: PrintOptions, store: Store):
        self._folders, self._store = library.folders, store
        self.fingerprint = build_fingerprint(library, options)
        # Files are made of pages, which are kept for a project alone.
        scope = library.folders.scope
        self._tools = (scope, toolchain(library.folders, store)) if store else ()
        self._found: dict[Target, _Earlier] = {}
        self._files: dict[Target, BuiltFile] = {}

    def is_up_to_date(self, target: Target) -> bool:
        """Whether the file of a target needs no work: it is there, or the store has it."""
        value = self._store.read("result", self._key(target))
        if value is None:
            return False
        known: _Earlier = pickle.loads(value)  # noqa: S301 - checked by the store
        return self._use(target, known)

    def problems(self, target: Target) -> Sequence[Problem]:
        """The problems of the build of an up-to-date file."""
        found = self._found.get(target)
        return found.problems if found else ()

    def content_key(self, build: TargetBuild, parts: Sequence[str]) -> str:
        """The key of the content of a file, by the digests of the results of its tasks."""
        record = sorted(build.target.record().items())
        own = repr(record), repr(build.inputs)
        return result_key(self._store, "composed", *self._tools, *own, *parts)

    def has_file(self, target: Target, key: str, problems: Sequence[Problem], faces: Faces) -> bool:
        """Whether a file with the content of a key exists, or is in the store; it is then used."""
        value = self._store.read("result", key)
        if value is None:
            return False
        size, sha = value.decode().split()
        return self._use(target, _Earlier(int(size), sha, key, tuple(problems), faces))

    def keep(
        self,
        target: Target,
        key: str,
        path: Path,
        size_and_hash: tuple[int, str],
        problems: Sequence[Problem],
        faces: Faces,
    ) -> None:
        """Keep the composed file of a target, which is at `path`."""
        size, sha = size_and_hash
        self._files[target] = BuiltFile(target, size, sha, self.fingerprint, faces)
        if self._store:
            self._store.write_file("file", sha[:40], path, size, sha)
            self._store.write("result", key, f"{size} {sha}".encode())
            self._remember(target, _Earlier(size, sha, key, tuple(problems), faces))

    def write(self, staging: Staging) -> Iterator[BuiltFile]:
        """The files of all targets; those that only the store has are written."""
        for target, found in self._found.items():
            if target not in self._files:
                content = self._store.read("file", found.sha256[:40])
                if content is None:
                    raise ProjectError(f"{target.path} has disappeared from the cache; build again")
                size, sha = staging.write(target.path, content)
                self._files[target] = BuiltFile(target, size, sha, self.fingerprint, found.faces)
        yield from self._files.values()

    def _use(self, target: Target, known: _Earlier) -> bool:
        """Use a file as it is, or from the store; False if neither has it."""
        path = self._folders.root / target.path
        if _is_file(path, known):
            self._files[target] = BuiltFile(
                target, known.size, known.sha256, self.fingerprint, known.faces, made=False
            )
        elif not self._store.read("file", known.sha256[:40]):
            return False
        self._found[target] = known
        self._remember(target, known)
        return True

    def _remember(self, target: Target, known: _Earlier) -> None:
        self._store.write("result", self._key(target), pickle.dumps(known, 5))

    def _key(self, target: Target) -> str:
        record = repr(sorted(target.record().items()))
        return result_key(self._store, "target", self.fingerprint, record, *self._tools)


def _is_file(path: Path, known: _Earlier) -> bool:
    """Whether a file has the size and the hash of a known one."""
    try:
        if path.is_symlink() or path.stat().st_size != known.size:
            return False
        return sha256(path) == (known.size, known.sha256)
    except OSError:
        return False
