"""What a job reads: data of its context and files, by name.

A job is laid out again only when one of these has changed. So a key that no template uses, or the
number of a card in its deck, changes nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast


@dataclass(frozen=True, slots=True)
class Reads:
    """What a job has read: the names of values of its context, and files with their digests."""

    data: tuple[str, ...]
    files: tuple[tuple[str, str], ...]


def data_digest(value: object) -> str:
    """A digest of plain data; equal for equal data."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _plain(value: object) -> object:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, object]", value))
    if isinstance(value, set | frozenset):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} is not plain data")

