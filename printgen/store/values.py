"""Values as they are kept: a digest, then the value, compressed if that helps."""

from __future__ import annotations

import hashlib
import zlib

_DIGEST, _PLAIN, _PACKED = 32, b"\0", b"\1"

# A value is compressed if a sample of it shrinks to this share.
_SAMPLE, _HELPS = 4_096, 0.8


def pack(value: bytes, name: str) -> bytes:
    """The content for the value `name`."""
    sample = value[:_SAMPLE]
    packed = len(zlib.compress(sample, 1)) < len(sample) * _HELPS
    content = _PACKED + zlib.compress(value, 1) if packed else _PLAIN + value
    return _digest(content, name) + content


def unpack(content: bytes, name: str) -> bytes | None:
    """The value in a content, or None if it is damaged, or not the value `name`."""
    packed = content[_DIGEST:]
    if content[:_DIGEST] != _digest(packed, name):
        return None
    try:
        return zlib.decompress(packed[1:]) if packed[:1] == _PACKED else packed[1:]
    except zlib.error:
        return None


def _digest(content: bytes, name: str) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + content).digest()
