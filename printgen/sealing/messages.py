"""Messages between processes: a length of 8 bytes, then a pickled value."""

from __future__ import annotations

import builtins
import dataclasses
import pickle
import sys
from io import BytesIO
from pickletools import genops
from typing import IO
from xml.etree.ElementTree import Element

_LENGTH = 8

# Bytes of the largest message, and its most operations: a book has many.
MAX_BYTES, MAX_OPERATIONS = 1_000_000_000, 10_000_000

# The operations that make plain values. Others could ask for memory without end.
_OPERATIONS = {
    "PROTO", "FRAME", "STOP", "MARK", "MEMOIZE", "BINGET", "LONG_BINGET", "BINPERSID", "NONE",
    "NEWTRUE", "NEWFALSE", "BININT", "BININT1", "BININT2", "LONG1", "BINFLOAT", "SHORT_BINBYTES",
    "BINBYTES", "BINBYTES8", "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8", "BYTEARRAY8",
    "EMPTY_TUPLE", "TUPLE", "TUPLE1", "TUPLE2", "TUPLE3", "EMPTY_LIST", "APPEND", "APPENDS",
    "EMPTY_DICT", "SETITEM", "SETITEMS", "EMPTY_SET", "ADDITEMS", "FROZENSET", "STACK_GLOBAL",
    "REDUCE", "NEWOBJ", "BUILD",
}  # fmt: skip

# Methods that unpickling may call. A plain class has none of its own.
_CALLED = ("__new__", "__post_init__", "__setitem__", "__setstate__", "add", "append", "extend")


def send(stream: IO[bytes], value: object) -> None:
    """Write a value. Raises OSError if the other process has ended."""
    content = pickle.dumps(value, protocol=5)
    stream.write(len(content).to_bytes(_LENGTH, "big"))
    stream.write(content)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes:
    """Read a pickled value. Raises EOFError if the other process has ended, or sends too much."""
    length = int.from_bytes(_read(stream, _LENGTH), "big")
    if length > MAX_BYTES:
        raise EOFError
    return _read(stream, length)


class ValueUnpickler(pickle.Unpickler):
    """Unpickles plain values from a process that may be under a stranger's control.

    Plain are values of Python, elements of a page, dataclasses of printgen, and exceptions.
    Nothing but their constructors is called. Content that was `kept` was plain before.
    """

    def __init__(self, content: bytes, kept: bool = False):
        if not kept:
            _check_operations(content)
        super().__init__(BytesIO(content))

    def find_class(self, module: str, name: str) -> type:
        """The class of a plain value. Raises UnpicklingError."""
        # Nothing is imported for a stranger.
        found = vars(sys.modules.get(module, builtins)).get(name)
        if isinstance(found, type) and found.__module__ == module and _is_plain(found):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is not the class of a plain value")


def _check_operations(content: bytes) -> None:
    """Raise UnpicklingError for what `send` does not write for plain values."""
    try:
        for number, (operation, _, _) in enumerate(genops(content)):
            if operation.name not in _OPERATIONS or number > MAX_OPERATIONS:
                raise pickle.UnpicklingError(f"{operation.name} does not make a plain value")
    except ValueError as error:
        raise pickle.UnpicklingError(str(error)) from error


def _is_plain(found: type) -> bool:
    ours = found.__module__.startswith("printgen.")
    if issubclass(found, Exception):
        return ours or found.__module__ == "builtins"
    return _is_record(found) if ours else found is Element


def _is_record(found: type) -> bool:
    """Whether a class of printgen only holds values."""
    if not dataclasses.is_dataclass(found):
        return False
    methods = (getattr(found, name, None) for name in _CALLED)
    own = any(getattr(method, "__module__", "") == found.__module__ for method in methods)
    return found.__dataclass_params__.init and not own  # type: ignore[attr-defined]


def _read(stream: IO[bytes], length: int) -> bytes:
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return content
