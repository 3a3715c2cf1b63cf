"""What a build was made from, as one word: when it changes, what was built is stale."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from printgen.project import FONTS, TEMPLATES, Folders

# A project holds fewer files than that, or it cannot be read either.
MAX_FILES = 40_000
_PACKAGE = Path(__file__).resolve().parent


def stamp(folders: Folders) -> str:
    """A digest of the names, sizes and times of all files that a build may read: the project's, and
    printgen's own. Files that are touched without a change make it another one, which costs a
    build; none that changes goes unseen.
    """
    digest = hashlib.sha256()
    places = (folders.content, folders.templates, folders.root / "fonts", TEMPLATES, FONTS)
    for place in dict.fromkeys((*places, _PACKAGE)):
        digest.update(f"{place.name}\n".encode())
        for line in islice(_lines(place), MAX_FILES):
            digest.update(line.encode("utf-8", "surrogateescape"))
    return digest.hexdigest()[:16]


def _lines(place: Path) -> Iterator[str]:
    """A line for each file below a folder, in a fixed order."""
    for folder, inner, names in os.walk(place, followlinks=False):
        inner[:] = sorted(name for name in inner if name != "__pycache__")
        for name in sorted(names):
            path = Path(folder, name)
            try:
                found = path.stat()
            except OSError:
                continue
            yield f"{path.relative_to(place)}\0{found.st_size}\0{found.st_mtime_ns}\n"
