"""Messages between processes: a length of 8 bytes, then a pickled value."""

from __future__ import annotations

import pickle
from typing import IO, Any

_LENGTH = 8


def send(stream: IO[bytes], value: object) -> None:
    """Write a value. Raises OSError if the other process has ended."""
    content = pickle.dumps(value, protocol=5)
    stream.write(len(content).to_bytes(_LENGTH, "big"))
    stream.write(content)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read a value. Raises EOFError if the other process has ended."""
    length = int.from_bytes(_read(stream, _LENGTH), "big")
    return pickle.loads(_read(stream, length))  # noqa: S301 - from a process of printgen


def _read(stream: IO[bytes], length: int) -> bytes:
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return content
