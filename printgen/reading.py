"""The one door for reading files that others wrote: those of a project, of its repository, of the
user's settings.

A file may be a pipe that never ends, a device, or a sparse file that is larger than the memory.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from io import BufferedReader, FileIO
from pathlib import Path

# Opening a pipe does not wait for its writer, opening a terminal does not make it that of the
# process, and programs that are started do not get the file. Each is missing on some systems.
_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0)
    for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT")
)


# Folders in one another that are entered. Python calls itself for each.
MAX_FOLDERS = 60


class NotRegularFile(OSError):
    """A path leads to a folder, a pipe, a device or a socket."""


class FileTooBig(OSError):
    """A file has more bytes than its limit."""


def open_regular(path: str | Path) -> BufferedReader:
    """Open a regular file to read parts of it. Raises OSError: NotRegularFile for what is none."""
    return BufferedReader(FileIO(_opened(os.fspath(path)), "rb"))


def _opened(path: str) -> int:
    """A descriptor of a regular file. Raises OSError."""
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError as error:
        # Sockets, and devices that no driver has.
        if error.errno in (errno.ENXIO, errno.ENODEV, errno.EOPNOTSUPP):
            raise _not_regular(path) from error
        # Some systems refuse to open a folder.
        if isinstance(error, PermissionError) and os.path.isdir(path):  # noqa: PTH112
            raise _not_regular(path) from error
        raise
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise _not_regular(path)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _not_regular(path: str) -> NotRegularFile:
    is_folder = os.path.isdir(path)  # noqa: PTH112
    what = "a folder, not a file" if is_folder else "a pipe or a device, not a file"
    return NotRegularFile(errno.EINVAL, what, path)


def read_regular(path: str | Path, limit: int) -> bytes:
    """The content of a regular file, up to one byte more than `limit`: with that byte, the file is
    longer. Raises OSError: NotRegularFile for what is no regular file.
    """
    descriptor = _opened(os.fspath(path))
    try:
        # One byte more than the file has: the first answer is the whole file. It may grow.
        block = os.read(descriptor, min(os.fstat(descriptor).st_size, limit) + 1)
        blocks, room = [block], limit + 1 - len(block)
        while block and room:
            block = os.read(descriptor, min(room, 1 << 20))
            blocks.append(block)
            room -= len(block)
    finally:
        os.close(descriptor)
    return b"".join(blocks)


def read_whole(path: str | Path, limit: int) -> bytes:
    """The content of a regular file of at most `limit` bytes. Raises OSError: FileTooBig for a
    longer one, NotRegularFile for what is no regular file.
    """
    content = read_regular(path, limit)
    if len(content) > limit:
        raise FileTooBig(errno.EFBIG, f"the file has more than {limit:,} bytes", str(path))
    return content


def read_text(path: str | Path, limit: int, encoding: str = "utf-8", errors: str = "strict") -> str:
    """The text of a regular file of at most `limit` bytes, with `\\n` as the end of its lines.
    Raises OSError as `read_whole` does, and UnicodeDecodeError.
    """
    return plain_lines(read_whole(path, limit).decode(encoding, errors))


def plain_lines(text: str) -> str:
    """A text with `\\n` as the end of its lines."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def walk(
    place: str | Path, follow_links: bool = False
) -> Iterator[tuple[str, list[str], list[str]]]:
    """The folders from a place on, each with the names of the folders and of the other files in it.
    What the caller takes out of the first list is not entered, nor what is deeper than MAX_FOLDERS.
    """
    top = os.fspath(place).count(os.sep)
    for folder, inner, names in os.walk(place, followlinks=follow_links):
        yield folder, inner, names
        if folder.count(os.sep) - top >= MAX_FOLDERS:
            inner.clear()


def files_below(place: str | Path) -> list[Path]:
    """The paths of all files in a folder and in those inside it, sorted; none if it is missing."""
    return sorted(Path(folder, name) for folder, _, names in walk(place) for name in names)
