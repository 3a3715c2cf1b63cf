"""Values as they are kept: a head, which proves the value, and a body, compressed if that helps."""

from __future__ import annotations

import hashlib
import zlib
from typing import NamedTuple

_DIGEST, _PLAIN, _PACKED = 32, b"\0", b"\1"

# Bytes of a head.
HEAD = _DIGEST + 1

# A value is compressed if a sample of it shrinks to this share.
_SAMPLE, _HELPS = 4_096, 0.8


class Content(NamedTuple):
    """A value as it is kept. The head has HEAD bytes."""

    head: bytes
    body: bytes


def pack(value: bytes, name: str) -> Content:
    """The content for the value `name`."""
    sample = value[:_SAMPLE]
    if len(zlib.compress(sample, 1)) < len(sample) * _HELPS:
        body = zlib.compress(value, 1)
        return Content(_head(name, _PACKED, hashlib.sha256(body).digest()), body)
    return Content(head_of_file(name, hashlib.sha256(value).digest()), value)


def head_of_file(name: str, sha256: bytes) -> bytes:
    """The head of the value `name`, whose body is a file with a hash."""
    return _head(name, _PLAIN, sha256)


def unpack(content: Content, name: str) -> bytes | None:
    """The value in a content, or None if it is damaged, or not the value `name`."""
    head, body = content
    form = head[_DIGEST:]
    if head != _head(name, form, hashlib.sha256(body).digest()):
        return None
    try:
        return zlib.decompress(body) if form == _PACKED else body
    except zlib.error:
        return None


def _head(name: str, form: bytes, sha256: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + form + sha256).digest() + form
