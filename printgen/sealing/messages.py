"""Messages between processes: a length of 8 bytes, then a pickled value."""

from __future__ import annotations

import builtins
import dataclasses
import pickle
import sys
from io import BytesIO
from typing import IO
from xml.etree.ElementTree import Element

_LENGTH = 8

_VALUES = (set, frozenset, bytearray, Element)


def send(stream: IO[bytes], value: object) -> None:
    """Write a value. Raises OSError if the other process has ended."""
    content = pickle.dumps(value, protocol=5)
    stream.write(len(content).to_bytes(_LENGTH, "big"))
    stream.write(content)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes:
    """Read a pickled value. Raises EOFError if the other process has ended."""
    return _read(stream, int.from_bytes(_read(stream, _LENGTH), "big"))


class ValueUnpickler(pickle.Unpickler):
    """Unpickles plain values from a process that may be under a stranger's control.

    Plain are values of Python, elements of a page, dataclasses of printgen, and exceptions.
    Nothing but their constructors is called.
    """

    def __init__(self, content: bytes):
        super().__init__(BytesIO(content))

    def find_class(self, module: str, name: str) -> type:
        """The class of a plain value. Raises UnpicklingError."""
        # Nothing is imported for a stranger.
        found = vars(sys.modules.get(module, builtins)).get(name)
        if isinstance(found, type) and found.__module__ == module and _is_plain(found):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is not the class of a plain value")


def _is_plain(found: type) -> bool:
    ours = found.__module__.startswith("printgen.")
    if issubclass(found, Exception):
        return ours or found.__module__ == "builtins"
    return dataclasses.is_dataclass(found) if ours else found in _VALUES


def _read(stream: IO[bytes], length: int) -> bytes:
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return content
