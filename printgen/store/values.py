"""Values as they are kept: a digest, then the value, compressed if that helps."""

from __future__ import annotations

import hashlib
import zlib

_DIGEST, _PLAIN, _PACKED = 32, b"\0", b"\1"

_START = _DIGEST + 1

# A value is compressed if a sample of it shrinks to this share.
_SAMPLE, _HELPS = 4_096, 0.8


def pack(value: bytes, name: str) -> bytes:
    """The content for the value `name`."""
    sample = value[:_SAMPLE]
    packed = len(zlib.compress(sample, 1)) < len(sample) * _HELPS
    form, body = (_PACKED, zlib.compress(value, 1)) if packed else (_PLAIN, value)
    return b"".join((_digest(name, form, body), form, body))


def unpack(content: bytes, name: str) -> bytes | None:
    """The value in a content, or None if it is damaged, or not the value `name`."""
    form, body = content[_DIGEST:_START], content[_START:]
    if content[:_DIGEST] != _digest(name, form, body):
        return None
    try:
        return zlib.decompress(body) if form == _PACKED else body
    except zlib.error:
        return None


def _digest(name: str, form: bytes, body: bytes) -> bytes:
    made = hashlib.sha256(name.encode() + b"\0" + form)
    made.update(body)
    return made.digest()
