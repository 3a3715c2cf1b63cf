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

# Bytes of the largest message, and of what is made of it. A book has many values.
MAX_BYTES, MAX_MADE = 300_000_000, 700_000_000

# How deep values are in one another, and how many are in a tuple, each counted as often as it is in
# it: a tuple that is the key of a dictionary is hashed as a whole.
MAX_DEPTH, MAX_WEIGHT = 200, 10_000_000

# The operations that make plain values, by the values that they take from the stack: -1 for those
# since the last mark. Others could ask for memory without end.
_OPERATIONS = {
    **dict.fromkeys(
        ("BINGET", "LONG_BINGET", "BINPERSID", "NONE", "NEWTRUE", "NEWFALSE", "BININT", "BININT1",
         "BININT2", "LONG1", "BINFLOAT", "SHORT_BINBYTES", "BINBYTES", "BINBYTES8",
         "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8", "BYTEARRAY8", "EMPTY_TUPLE", "EMPTY_LIST",
         "EMPTY_DICT", "EMPTY_SET"), 0),
    "TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3, "TUPLE": -1, "FROZENSET": -1, "STACK_GLOBAL": 2,
    "REDUCE": 2, "NEWOBJ": 2,
}  # fmt: skip

# Those that change the value below what they take.
_CHANGING = {"APPEND": 1, "APPENDS": -1, "SETITEM": 2, "SETITEMS": -1, "ADDITEMS": -1, "BUILD": 1}

# Bytes that a value takes, besides its content.
_VALUE, _LARGE = 64, {"EMPTY_SET": 220, "FROZENSET": 220, "NEWOBJ": 200, "REDUCE": 200}

# Methods that unpickling may call. A plain class has none of its own.
_CALLED = ("__new__", "__post_init__", "__setitem__", "__setstate__", "add", "append", "extend")


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """A message during a call: what the process does from now on."""

    words: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Done:
    """A message during a call: how much of all work is done."""

    done: int
    total: int


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
        self._classes = dict[type, type]()

    def find_class(self, module: str, name: str) -> type:
        """The class of a plain value. Raises UnpicklingError."""
        # Nothing is imported for a stranger.
        found = vars(sys.modules.get(module, builtins)).get(name)
        if isinstance(found, type) and found.__module__ == module and _is_plain(found):
            return self._classes.setdefault(found, _called(found))
        raise pickle.UnpicklingError(f"{module}.{name} is not the class of a plain value")


# The depth of a value, and how many values are in it.
Size = list[int]


def _check_operations(content: bytes) -> None:
    """Raise UnpicklingError for what `send` does not write for plain values, and for values that
    take too much memory, or too long to hash.
    """
    stack, memory, made = list[Size | None](), list[Size](), 0
    try:
        for operation, argument, _ in genops(content):
            name = operation.name
            made += _LARGE.get(name, _VALUE)
            if isinstance(argument, str | bytes | bytearray):
                made += len(argument)
            if name == "MARK":
                stack.append(None)
            elif name == "MEMOIZE":
                memory.append(_top(stack))
            elif name in ("BINGET", "LONG_BINGET"):
                assert isinstance(argument, int)
                stack.append(memory[argument])
            elif name in _CHANGING:
                taken = _take(stack, _CHANGING[name])
                _grow(_top(stack), taken)
            elif name not in ("PROTO", "FRAME", "STOP"):
                size = [0, 1]
                _grow(size, _take(stack, _OPERATIONS[name]))
                if size[0] > MAX_DEPTH or size[1] > MAX_WEIGHT:
                    raise pickle.UnpicklingError("too many values are in one another")
                stack.append(size)
            if made > MAX_MADE:
                raise pickle.UnpicklingError("the values take too much memory")
    except (ValueError, LookupError, AssertionError) as error:
        raise pickle.UnpicklingError(str(error)) from error


def _take(stack: list[Size | None], count: int) -> list[Size]:
    """Take values from the stack: a number, or for -1 those since the last mark."""
    if count >= 0:
        return [_checked(stack.pop()) for _ in range(count)]
    taken = list[Size]()
    while (value := stack.pop()) is not None:
        taken.append(value)
    return taken


def _top(stack: list[Size | None]) -> Size:
    return _checked(stack[-1])


def _checked(value: Size | None) -> Size:
    if value is None:
        raise ValueError("a mark is no value")
    return value


def _grow(size: Size, taken: list[Size]) -> None:
    """Count what is put into a value."""
    for depth, weight in taken:
        size[0] = max(size[0], depth + 1)
        size[1] = min(size[1] + weight, MAX_WEIGHT + 1)


def _called(plain: type) -> type:
    """A class in the place of a plain one, which makes values of it. What else a message does to
    the class changes no class of printgen.
    """

    class Calling(type):
        def __call__(cls, *arguments: object) -> object:
            return plain(*arguments)

    def new(_: type, *arguments: object) -> object:
        return plain.__new__(plain, *arguments)

    return Calling(plain.__name__, (), {"__new__": new, "__slots__": ()})


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
