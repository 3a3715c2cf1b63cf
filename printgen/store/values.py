"""The files of values: a header with a digest, then the value, compressed if that helps."""

from __future__ import annotations

import hashlib
import os
import time
import zlib
from contextlib import suppress
from io import FileIO

_MAGIC, _DIGEST, _PLAIN, _PACKED = b"pgs1", 32, b"\0", b"\1"

_START = len(_MAGIC) + _DIGEST

# A value is compressed if a sample of it shrinks to this share.
_SAMPLE, _HELPS = 4_096, 0.8

# Seconds between two updates of the time of use of a file.
_USED = 3_600


def read_value(path: str, name: str) -> bytes | None:
    """The value in a file, or None if it is missing or damaged, or not the value `name`."""
    try:
        with FileIO(path) as file:
            whole = file.readall()
            if time.time() - os.fstat(file.fileno()).st_mtime > _USED:
                with suppress(OSError):
                    os.utime(file.fileno())
    except OSError:
        return None
    content = whole[_START:]
    if whole[:_START] != _header(content, name):
        return None
    try:
        return zlib.decompress(content[1:]) if content[:1] == _PACKED else content[1:]
    except zlib.error:
        return None


def write_value(path: str, name: str, value: bytes) -> int:
    """Write the file of the value `name`. Returns its size in bytes. Raises OSError."""
    sample = value[:_SAMPLE]
    packed = len(zlib.compress(sample, 1)) < len(sample) * _HELPS
    content = _PACKED + zlib.compress(value, 1) if packed else _PLAIN + value
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
    with open(os.open(path, flags, 0o600), "wb") as file:  # noqa: PTH123
        file.write(_header(content, name))
        file.write(content)
    return _START + len(content)


def _header(content: bytes, name: str) -> bytes:
    """The header also covers the name, so that a file under another name is found out."""
    return _MAGIC + hashlib.sha256(name.encode() + b"\0" + content).digest()
