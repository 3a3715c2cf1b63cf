"""What a job reads: data of its context and files, by name.

A job is laid out again only when one of these has changed. So a key that no template uses, or the
number of a card in its deck, changes nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import cast

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
