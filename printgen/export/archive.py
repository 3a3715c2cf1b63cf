"""Zips: the same bytes for the same files, and nothing in them but files of their own folder."""

from __future__ import annotations

import stat
import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path, PurePosixPath
from shutil import copyfileobj
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

# The first time that a zip can tell.
_WHEN = (1980, 1, 1, 0, 0, 0)

_MODE = stat.S_IFREG | 0o644


def archive(files: Mapping[str, bytes], first: Mapping[str, bytes] | None = None) -> bytes:
    """A zip of files by name, in order; `first` are at its beginning, and not compressed."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as packed:
        for name, content in (first or {}).items():
            packed.writestr(_entry(name, ZIP_STORED), content)
        for name, content in sorted(files.items()):
            packed.writestr(_entry(name), content, compresslevel=9)
    return buffer.getvalue()


def write_zip(path: Path, folder: Path) -> None:
    """Pack the files of a folder, by name, in order."""
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=6) as packed:
        for name in names_in(folder):
            entry = _entry(name)
            entry.file_size = (folder / name).stat().st_size
            with (folder / name).open("rb") as source, packed.open(entry, "w") as target:
                copyfileobj(source, target, 1 << 20)


def _entry(name: str, method: int = ZIP_DEFLATED) -> ZipInfo:
    entry = ZipInfo(name, _WHEN)
    entry.compress_type, entry.create_system, entry.external_attr = method, 3, _MODE << 16
    return entry


def names_in(folder: Path) -> list[str]:
    """The files below a folder, as a zip names them, in order."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path.relative_to(folder).as_posix() for path in found)


def faults(path: Path, folder: Path) -> Iterator[str]:
    """What is wrong with a zip of a folder: what it lacks, and what has no business in it."""
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
            yield f"{path.name}: {entry.filename} leads out of it"
        if not stat.S_ISREG(entry.external_attr >> 16):
            yield f"{path.name}: {entry.filename} is no file"
    if names != names_in(folder):
        yield f"{path.name} does not hold what {folder.name}/ does"
