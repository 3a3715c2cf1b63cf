"""Contexts of templates that record which of their values are read."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, Sequence, ValuesView
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import cast

from jinja2.runtime import Context

# Called with the path of a value in the context: a variable, then keys of mappings.
Record = Callable[[tuple[str, ...]], None]

# Keys of mappings are recorded up to this length of a path; what is inside them counts as a whole.
DEPTH = 3


class RecordedDict(dict[str, object]):
    """A mapping of a context that records the keys that are read."""

    def __init__(self, path: tuple[str, ...], values: Mapping[str, object], record: Record):
        super().__init__(values)
        self._path, self._record = path, record

    def _read_all(self) -> None:
        self._record(self._path)

    def __getitem__(self, key: str) -> object:
        path = (*self._path, str(key))
        if not super().__contains__(key):
            self._record(path)
            raise KeyError(key)
        return recorded_value(path, super().__getitem__(key), self._record)

    def __contains__(self, key: object) -> bool:
        self._record((*self._path, str(key)))
        return super().__contains__(key)

    def get(self, key: str, default: object = None) -> object:
        """The value of a key, or the default."""
        try:
            return self[key]
        except KeyError:
            return default

    def __iter__(self) -> Iterator[str]:
        self._read_all()
        return super().__iter__()

    def __len__(self) -> int:
        self._read_all()
        return super().__len__()

    def __reversed__(self) -> Iterator[str]:
        self._read_all()
        return super().__reversed__()

    def __eq__(self, other: object) -> bool:
        self._read_all()
        if isinstance(other, RecordedDict):
            other._read_all()
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    def __repr__(self) -> str:
        self._read_all()
        return super().__repr__()

    def copy(self) -> dict[str, object]:
        """A copy that records nothing."""
        self._read_all()
        return super().copy()

    def keys(self) -> KeysView[str]:  # type: ignore[override]
        """All keys."""
        self._read_all()
        return super().keys()

    def values(self) -> ValuesView[object]:  # type: ignore[override]
        """All values."""
        self._read_all()
        return super().values()

    def items(self) -> ItemsView[str, object]:  # type: ignore[override]
        """All keys with their values."""
        self._read_all()
        return super().items()


# Jinja's messages about missing keys name the class.
RecordedDict.__module__, RecordedDict.__name__ = "builtins", "dict"


class RecordingContext(Context):
    """A template's context that records the variables that are read, see `Recorded`."""

    def resolve_or_missing(self, key: str) -> object:
        """The value of a variable; records it, or hands on a mapping that records its keys."""
        value = super().resolve_or_missing(key)
        if isinstance(value, Recorded):
            return value.read()
        return value


class Recorded:
    """A variable of a job's context, recorded when a template reads it."""

    __slots__ = ("_name", "_record", "_value")

    def __init__(self, name: str, value: object, record: Record):
        self._name, self._value, self._record = name, value, record

    def read(self) -> object:
        """The value; of a mapping, one that records its keys."""
        return recorded_value((self._name,), self._value, self._record)


def recorded_value(path: tuple[str, ...], value: object, record: Record) -> object:
    """A value that is read; a mapping near the top of the context records its keys instead."""
    if type(value) is dict and len(path) < DEPTH:
        return RecordedDict(path, value, record)
    record(path)
    return value


def recorded(context: Mapping[str, object], record: Record) -> dict[str, object]:
    """The variables of a context, which are recorded when they are read."""
    return {name: Recorded(name, value, record) for name, value in context.items()}


# --- what was read, as part of a result -----------------------------------------------------------


Paths = tuple[tuple[str, ...], ...]


class _Missing:
    """A value that does not exist."""


@dataclass(frozen=True, slots=True)
class Reads:
    """What a job has read: the paths of values in its context, and files with their digests.

    A path is a variable, then keys of mappings.
    """

    data: Paths
    files: tuple[tuple[str, str], ...]


def _plain(value: object) -> object:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, object]", value))
    if isinstance(value, set | frozenset):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} is not plain data")


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_plain).encode


def data_digest(value: object) -> str:
    """A digest of plain data; equal for equal data."""
    return hashlib.sha256(_encode(value).encode("utf-8", "surrogatepass")).hexdigest()[:32]


class ContextDigests:
    """Digests of values in contexts. Mappings that several contexts share are read once."""

    # Mappings of contexts that are remembered.
    SHARED = 64

    def __init__(self) -> None:
        self._known: OrderedDict[int, tuple[object, dict[Paths, str]]] = OrderedDict()

    def digest(self, context: Mapping[str, object], paths: Sequence[tuple[str, ...]]) -> str:
        """The digest of the values at paths, which are in order."""
        made = hashlib.sha256()
        for name, group in groupby(paths, key=itemgetter(0)):
            value = context.get(name, _Missing)
            if isinstance(value, dict):
                known, inner = self._digests(value), tuple(group)
                if inner not in known:
                    known[inner] = data_digest([_value_at(value, path[1:]) for path in inner])
                made.update(known[inner].encode())
            else:
                made.update(b"missing" if value is _Missing else data_digest(value).encode())
        return made.hexdigest()

    def _digests(self, value: dict[str, object]) -> dict[Paths, str]:
        """The known digests of a mapping. Holding the mapping keeps its identity its own."""
        entry = self._known.pop(id(value), None) or (value, {})
        self._known[id(value)] = entry
        if len(self._known) > self.SHARED:
            self._known.popitem(last=False)
        return entry[1]


def _value_at(value: object, path: tuple[str, ...]) -> object:
    """The value at a path in a mapping, in a list; an empty list for a missing one."""
    for key in path:
        if not isinstance(value, dict) or key not in value:
            return []
        value = value[key]
    return [value]
