"""Reproducible ZIP archives, their checks, and digests of built files."""

from __future__ import annotations

import stat
import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path, PurePosixPath
from shutil import copyfileobj
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from printgen.press.staging import sha256
from printgen.reading import files_below, open_regular

# --- reproducible ZIP archives, and their checks --------------------------------------------------


# The earliest date of the ZIP format.
_DATE = (1980, 1, 1, 0, 0, 0)

_MODE = stat.S_IFREG | 0o644


def archive(files: Mapping[str, bytes], first: Mapping[str, bytes] | None = None) -> bytes:
    """A ZIP of `files`, sorted by name, after the uncompressed files of `first`."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as packed:
        for name, content in (first or {}).items():
            packed.writestr(_entry(name, ZIP_STORED), content)
        for name, content in sorted(files.items()):
            packed.writestr(_entry(name), content, compresslevel=9)
    return buffer.getvalue()


def write_zip(path: Path, folder: Path) -> None:
    """Write the files of a folder to a ZIP, sorted by name."""
    write_files(path, {name: folder / name for name in names_in(folder)})


def write_files(path: Path, files: Mapping[str, Path]) -> None:
    """Write files to a ZIP, sorted by the names that they have there."""
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=6) as packed:
        for name, file in sorted(files.items()):
            entry = _entry(name)
            entry.file_size = file.stat().st_size
            with open_regular(file) as source, packed.open(entry, "w") as target:
                copyfileobj(source, target, 1 << 20)


def _entry(name: str, method: int = ZIP_DEFLATED) -> ZipInfo:
    entry = ZipInfo(name, _DATE)
    entry.compress_type, entry.create_system, entry.external_attr = method, 3, _MODE << 16
    return entry


def names_in(folder: Path) -> list[str]:
    """The relative POSIX paths of the files in a folder, sorted."""
    files = (path for path in files_below(folder) if path.is_file())
    return sorted(path.relative_to(folder).as_posix() for path in files)


def faults(path: Path, folder: Path) -> Iterator[str]:
    """The faults of a ZIP that should hold exactly the files of a folder."""
    try:
        with ZipFile(path) as packed:
            entries = packed.infolist()
            broken = packed.testzip()
    except (BadZipFile, OSError, zlib.error) as error:
        yield f"{path.name} cannot be read: {error}"
        return
    if broken:
        yield f"{path.name}: {broken} is damaged"
    names = [entry.filename for entry in entries]
    for entry in entries:
        inner = PurePosixPath(entry.filename)
        if inner.is_absolute() or ".." in inner.parts or "\\" in entry.filename:
            yield f"{path.name}: {entry.filename} has an unsafe path"
        if not stat.S_ISREG(entry.external_attr >> 16):
            yield f"{path.name}: {entry.filename} is not a regular file"
    if names != names_in(folder):
        yield f"{path.name} does not match {folder.name}/"


# --- SHA-256 digests of files, each computed once per command -------------------------------------


# Size and modification time of a file.
_State = tuple[int, int]


class FileHashes:
    """Digests by path. A file is read again only if its size or modification time changes."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[_State, str]] = {}

    def sha256(self, path: Path) -> str:
        """The SHA-256 digest of a file, in hexadecimal."""
        state = _state(path)
        known = self._known.get(path)
        if known is None or known[0] != state:
            known = self._known[path] = state, sha256(path)[1]
        return known[1]

    def add(self, path: Path, digest: str) -> None:
        """Record the digest of a file that was just written."""
        self._known[path] = _state(path), digest


def _state(path: Path) -> _State:
    found = path.stat()
    return found.st_size, found.st_mtime_ns
