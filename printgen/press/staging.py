"""The only writer into `out/`: files are moved there together, and folders are replaced whole."""

from __future__ import annotations

import ctypes
import hashlib
import json
import logging
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep
from typing import Any

from printgen.project import PART, Folders, ProjectError
from printgen.reading import files_below, open_regular
from printgen.sealing import system

# --- the only writer into `out/` ------------------------------------------------------------------
#
# Files are written next to their destination, synced, checked, and renamed when all are complete.
# Until then, previous files are kept. The manifest names, at every moment, only files that are as
# it says: it forgets those that will change before, and names them again afterwards.


MANIFEST = "manifest.json"

# A deck of 20,000 cards has 1.4 MB in it, in each variant.
MAX_MANIFEST = 50_000_000

# The faces that were printed. It is not in the cache, which may be deleted.
PRINTED = "printed.json"

LOCK = ".lock"

# The lock of commands that change the texts of games: they do not wait for builds.
TEXTS_LOCK = ".texts.lock"

SCRATCH = PART

# Attempts to take the lock, 0.1 s apart, before the wait is logged.
_SILENT_TRIES = 10

_logger = logging.getLogger(__name__)

# The first and last bytes of complete files.
_ENDS = {
    ".pdf": (b"%PDF-", b"%%EOF"),
    ".html": (b"<!doctype html>", b"</html>"),
    ".svg": (b"<?xml", b"</svg>"),
    ".dxf": (b"  0\nSECTION", b"EOF"),
    ".png": (b"\x89PNG", b"IEND"),
}

# The record of a file in the manifest: its `path` relative to the project, and more.
Record = Mapping[str, object]


def publish(folders: Folders, files: Mapping[str, bytes], records: Sequence[Record]) -> None:
    """Write files from memory, by path relative to the project: all or none.

    `records` are their records for the manifest, without size and hash. Raises ProjectError.
    """
    with locked(folders), Staging(folders) as staging:
        made = []
        for record in records:
            name = str(record["path"])
            size, digest = staging.write(name, files[name])
            made.append({**record, "bytes": size, "sha256": digest})
        staging.commit(made)


@contextmanager
def locked(folders: Folders, name: str = LOCK) -> Iterator[None]:
    """Hold the lock on `out/`, or another one there. A second command waits for the first, and
    logs it after a second.
    """
    make_folder(folders, folders.out)
    try:
        # Do not follow a symlink: a content pack may contain one. Another user of the machine who
        # could read the file could hold the lock.
        lock = os.open(folders.out / name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise ProjectError(f"cannot write into {folders.out}: {error.strerror}") from error
    try:
        # An earlier version let others read it. Not every file system has such permissions.
        with suppress(OSError):
            os.fchmod(lock, 0o600)
        _wait_for(lock)
        yield
    finally:
        os.close(lock)


def _wait_for(file: int) -> None:
    for _ in range(_SILENT_TRIES):
        if system.lock(file):
            return
        sleep(0.1)
    _logger.info("waiting for another printgen command")
    system.lock(file, wait=True)


def make_folder(folders: Folders, path: Path) -> None:
    """Make a folder of `out/`. Raises ProjectError, also when it leads out of the project."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        is_taken = isinstance(error, FileExistsError | NotADirectoryError)
        hint = " (move the file of this name: printgen needs a folder)" if is_taken else ""
        raise ProjectError(f"cannot make {path}: {error.strerror}{hint}") from error
    if not path.resolve().is_relative_to(folders.root):
        raise ProjectError(f"{path} leads out of the project")


@contextmanager
def writing(place: Path | str) -> Iterator[None]:
    """Turn an OSError into a ProjectError about what could not be written."""
    try:
        yield
    except OSError as error:
        raise ProjectError(f"cannot write {place}: {error.strerror or error}") from error


def remove(*paths: Path) -> None:
    """Remove files and folders, if they exist. Raises OSError."""
    for path in paths:
        if path.is_symlink() or path.is_file():
            path.unlink(missing_ok=True)
        elif path.exists():
            shutil.rmtree(path)


class Staging:
    """Files to put into `out/`: written next to their destination, renamed together at the end."""

    def __init__(self, folders: Folders):
        self.folders = folders
        self.staged: list[tuple[Path, Path]] = []

    def __enter__(self) -> Staging:
        # Leftovers of a killed build; the lock ensures that no other build runs.
        with writing(self.folders.out):
            remove(*self.folders.out.glob(f"**/.*{SCRATCH}"))
        return self

    def __exit__(self, *_: object) -> None:
        for temporary, _final in self.staged:
            # What cannot be removed now is removed by the next build.
            with suppress(OSError):
                temporary.unlink(missing_ok=True)

    def write(self, name: str, content: bytes) -> tuple[int, str]:
        """Write the file `name` (from the project); its size and hash. Raises ProjectError."""
        path = self.place(name)
        with writing(name):
            path.write_bytes(content)
        return self.check(name, path)

    def place(self, name: str) -> Path:
        """The temporary path of the file `name` (from the project), next to its destination."""
        final = self.folders.root / name
        make_folder(self.folders, final.parent)
        return self._stage(final)

    def _stage(self, final: Path) -> Path:
        if final.is_dir():
            raise ProjectError(f"cannot write {final}: a folder of that name is there")
        temporary = final.with_name(f".{final.name}{SCRATCH}")
        with writing(final):
            temporary.touch(exist_ok=False)
        self.staged.append((temporary, final))
        return temporary

    def drop(self, path: Path) -> None:
        """Forget a file, which could not be written to its temporary path."""
        self.staged = [each for each in self.staged if each[0] != path]
        path.unlink(missing_ok=True)

    def check(self, name: str, path: Path) -> tuple[int, str]:
        """Sync the file at `path` and return its size and hash.

        `name` is its final path. Raises ProjectError for an incomplete PDF or HTML file.
        """
        digest = hashlib.sha256()
        start, end = _ENDS[Path(name).suffix]
        with writing(name), path.open("rb+") as stream:
            begun = stream.read(len(start)) == start
            # A PNG has a checksum of 4 bytes after its end.
            stream.seek(-min(len(end) + 4, stream.seek(0, os.SEEK_END)), os.SEEK_END)
            if not begun or end not in stream.read():
                raise ProjectError(f"{name} is incomplete")
            stream.seek(0)
            while block := stream.read(1 << 20):
                digest.update(block)
            os.fsync(stream.fileno())
            return stream.tell(), digest.hexdigest()

    def commit(self, made: Sequence[Record]) -> None:
        """Rename every file to its destination and write the manifest with the given records."""
        before, files = read_manifest(self.folders), list(self.staged)
        after = before | {str(record["path"]): record for record in made}
        changing = {self.folders.relative(final) for _, final in files}
        with writing(self.folders.out):
            # Written before anything changes: there may be no room.
            manifest = self._stage_manifest(after, "")
            if changing & before.keys():
                kept = {path: before[path] for path in before.keys() - changing}
                self._stage_manifest(kept, "-changing").replace(self.folders.out / MANIFEST)
            try:
                for temporary, final in files:
                    temporary.replace(final)
            except OSError:
                self._keep_true(before, after, changing)
                raise
            manifest.replace(self.folders.out / MANIFEST)

    def _stage_manifest(self, records: Mapping[str, Record], name: str) -> Path:
        """A temporary file with the manifest of those records whose files stay."""
        kept = [record for path, record in sorted(records.items()) if self._stays(path)]
        temporary = self._stage(self.folders.out / f"{MANIFEST}{name}")
        temporary.write_text(json.dumps({"files": kept}, indent=2) + "\n", encoding="utf-8")
        return temporary

    def _keep_true(
        self, before: Mapping[str, Record], after: Mapping[str, Record], changing: set[str]
    ) -> None:
        """Write what is true when only some files could be renamed."""
        left = {self.folders.relative(final) for at, final in self.staged if at.exists()}
        true = {path: (before if path in left else after).get(path) for path in changing}
        known = {path: before[path] for path in before.keys() - changing}
        with suppress(OSError, ProjectError):
            records = known | {path: record for path, record in true.items() if record}
            self._stage_manifest(records, "-true").replace(self.folders.out / MANIFEST)

    def _stays(self, path: str) -> bool:
        final = self.folders.root / path
        return final.exists() or any(place == final for _, place in self.staged)


# --- the manifest ---------------------------------------------------------------------------


def sha256(path: Path) -> tuple[int, str]:
    """The size and the hash of a regular file."""
    with open_regular(path) as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
        return stream.tell(), digest


def read_manifest(folders: Folders) -> dict[str, Record]:
    """The records of built files by path; empty without a readable manifest."""
    try:
        records = read_json(folders, MANIFEST)["files"]
        return {str(record["path"]): dict(record) for record in records}
    except (ValueError, KeyError, TypeError):
        return {}


def read_json(folders: Folders, name: str) -> Any:
    """The content of the JSON file `name` in `out/`. Raises ValueError when it cannot be read."""
    try:
        return json.loads(folders.read(f"{folders.out.name}/{name}", MAX_MANIFEST))
    except (OSError, RecursionError) as error:
        raise ValueError(f"{name} cannot be read") from error


def clean(folders: Folders) -> None:
    """Remove everything in `out/` but what was printed, after any running build has ended.

    Raises ProjectError when something cannot be removed.
    """
    if not folders.out.exists():
        return
    with locked(folders):
        try:
            for path in folders.out.iterdir():
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path)
                elif path.name not in (LOCK, TEXTS_LOCK, PRINTED):
                    path.unlink()
        except OSError as error:
            raise ProjectError(f"cannot empty {folders.out}: {error.strerror}") from error


# --- folders in `out/` that are replaced as a whole -----------------------------------------------


_OLD = ".printgen-old"

# For `renameat2` of Linux: relative to the working directory, and exchange both names.
_HERE, _EXCHANGE = -100, 2


@contextmanager
def replaced_folder(folders: Folders, name: str) -> Iterator[Path]:
    """Yield a new folder that replaces the folder `name` (relative to the project) at the end.

    On an exception, the old folder is kept. `out/` must be locked. Raises ProjectError.
    """
    final = folders.root / name
    part = final.with_name(f".{final.name}{SCRATCH}")
    old = final.with_name(f".{final.name}{_OLD}")
    make_folder(folders, final.parent)
    if final.is_symlink() or (final.exists() and not final.is_dir()):
        raise ProjectError(f"cannot write {final}: something else of that name is there")
    try:
        with writing(final):
            if old.exists() and not final.exists():
                # An earlier export was killed between the two renames below.
                old.rename(final)
            remove(part, old)
            part.mkdir()
            yield part
            _sync(part)
            _put(part, final, old)
    finally:
        # What cannot be removed now is removed by the next command.
        for path in (part, old) if final.exists() else (part,):
            shutil.rmtree(path, ignore_errors=True)


def _put(part: Path, final: Path, old: Path) -> None:
    """Rename a folder to its final name. The earlier one becomes one of the other two."""
    if not final.exists():
        part.rename(final)
    elif not _exchange(part, final):
        final.rename(old)
        try:
            part.rename(final)
        except OSError:
            with suppress(OSError):
                old.rename(final)
            raise


def _exchange(one: Path, other: Path) -> bool:
    """Exchange the names of two folders at once; False where the system cannot do this."""
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    if rename is None:
        return False
    done: int = rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE)
    return done == 0


def _sync(folder: Path) -> None:
    """Sync every file of a folder to disk."""
    for path in files_below(folder):
        if path.is_file():
            with path.open("rb") as stream:
                os.fsync(stream.fileno())
