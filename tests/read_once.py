"""Files of this process, read once: many tests check copies of a project that differ in a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import pytest

from printgen.content import parsing
from printgen.content.markdown import read_chapter
from printgen.content.source import read_source

_read_source = lru_cache(2000)(read_source)
_READERS = {
    "read_source": lambda file, content, store: _read_source(file, content),
    "read_chapter": lru_cache(400)(read_chapter),
}


@contextmanager
def files_read_once() -> Iterator[None]:
    """Remember what files say, by their names and contents."""
    with pytest.MonkeyPatch.context() as patch:
        for name, reader in _READERS.items():
            patch.setattr(parsing, name, reader)
        yield
