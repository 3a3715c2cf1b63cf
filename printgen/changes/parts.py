"""What of a project an edition is made of, and how much of it is taken from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from printgen.project import MARKER, ProjectError
from printgen.reading import MAX_FOLDERS

# The files and folders of a project that printgen reads.
PARTS = (MARKER, "content", "templates", "fonts")

# The most files of an edition, and the most bytes of a file and of all files.
MAX_FILES, MAX_FILE, MAX_TOTAL = 20_000, 64_000_000, 1_000_000_000


class EditionError(ProjectError):
    """An edition cannot be read."""


def is_part(name: str) -> bool:
    """Whether a file belongs to an edition."""
    return name.partition("/")[0] in PARTS


def is_plain(name: str) -> bool:
    """Whether a name leads to a file below the folder."""
    return is_below(name) and not any(step.lower() == ".git" for step in name.split("/"))


def is_below(name: str) -> bool:
    """Whether a name leads to nowhere above the folder, nor into too many folders below it."""
    steps = name.split("/")
    odd = len(steps) > MAX_FOLDERS or any(step in ("", ".", "..") for step in steps)
    return not odd and "\\" not in name and "\0" not in name


def check_sizes(sizes: Mapping[str, int], edition: str) -> None:
    """Raise EditionError if the files of an edition are too large, or too many."""
    for name, size in sizes.items():
        if size > MAX_FILE:
            limit = f"{MAX_FILE // 1_000_000} MB"
            raise EditionError(f"{name} in '{edition}' has more than {limit}")
    total = sum(sizes.values())
    if len(sizes) > MAX_FILES or total > MAX_TOTAL:
        raise EditionError(
            f"'{edition}' is too large: {counted(len(sizes), 'file')}, {total / 1e6:,.0f} MB"
            f" (at most {counted(MAX_FILES, 'file')}, {MAX_TOTAL / 1e6:,.0f} MB)"
        )


def counted(number: int, noun: str) -> str:
    """A number of things: `1 page`, `20,000 files`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def write_part(into: Path, name: str, content: bytes) -> None:
    """Write a file of an edition below a folder. Raises EditionError."""
    path = into / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise EditionError(f"cannot write {name}: {error.strerror}") from error
