"""Contexts of templates that record which of their values are read."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, ValuesView

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
