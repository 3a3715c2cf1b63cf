"""Files of this process, read once: many tests check copies of a project that differ in a file,
and many commands run in this process, whose own files no test changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import pytest

from printgen.content import fingerprint, images, project_files
from printgen.content.markdown import read_chapter
from printgen.content.source import read_source
from printgen.store import Store

_read_source = lru_cache(2000)(read_source)
_READERS = {
    "read_source": lambda file, content, store: _read_source(file, content),
    "read_chapter": lru_cache(400)(read_chapter),
}


_read_picture = images._read
_pictures: dict[tuple[str, bytes], images.Picture] = {}


def _picture_once(path: Path, version: tuple[int, ...]) -> images.Picture:
    key = path.name, path.read_bytes()
    if key not in _pictures:
        _pictures[key] = _read_picture(path, version)
    return _pictures[key]


@contextmanager
def files_read_once() -> Iterator[None]:
    """Remember what files say, by their names and contents."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(images, "_read", _picture_once)
        for name, reader in _READERS.items():
            patch.setattr(project_files, name, reader)
        yield


_installed = fingerprint._installed
_digests: dict[tuple[object, ...], str] = {}


def _installed_once(store: Store, places: Iterable[Path], *wanted: Callable[[str], bool]) -> str:
    key = tuple(places), wanted
    if key not in _digests:
        _digests[key] = _installed(store, key[0], *wanted)
    return _digests[key]


@contextmanager
def command_in_this_process() -> Iterator[None]:
    """What commands that run one after the other in this process need not do again: take digests
    of printgen's own files, and read fonts in more workers than one.
    """
    from printgen.cli import context

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fingerprint, "_installed", _installed_once)
        patch.setattr(context, "worker_count", lambda jobs: jobs or 1)
        yield
