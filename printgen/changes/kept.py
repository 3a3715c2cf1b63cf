"""The names and places of kept editions: `editions/GAME-NAME.zip` in the project."""

from __future__ import annotations

import re
from pathlib import Path

from printgen.content.outline import game_names
from printgen.project import Folders, OutsideProject

SUFFIX = ".zip"

# Characters that are in file names of all systems, without `..`, which separates two editions.
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_+-]|\.(?!\.|$)){0,59}")

_OTHER = re.compile(r"[^A-Za-z0-9_+.-]+")


def is_name(name: str) -> bool:
    """Whether an edition can be kept by this name."""
    return _NAME.fullmatch(name) is not None and not is_file(name)


def name_like(words: str) -> str:
    """A name that is like some words, such as `1.0-beta` for `1.0 beta`."""
    plain = re.sub(r"\.\.+", ".", _OTHER.sub("-", words)).strip("-.+_")[:60].strip("-.+_")
    return plain if is_name(plain) else "first"


def is_file(word: str) -> bool:
    """Whether a word is the path of a kept edition, not its name."""
    return word.lower().endswith(SUFFIX)


def place_of(game: str, name: str) -> str:
    """The place of a kept edition, relative to the project."""
    return f"editions/{game}-{name}{SUFFIX}"


def name_of(game: str, path: Path) -> str:
    """The name of the kept edition in a file, which may be anywhere."""
    return path.stem.removeprefix(f"{game}-")


def find_kept(folders: Folders, game: str, name: str) -> Path | None:
    """The file of a kept edition; None without one."""
    try:
        return folders.inside(folders.root, place_of(game, name)) if is_name(name) else None
    except (OutsideProject, FileNotFoundError):
        return None


def kept_names(folders: Folders, game: str) -> list[str]:
    """The names of the kept editions of a game, without those of games with longer names."""
    found = (path.name for path in folders.editions.glob(f"{game}-*{SUFFIX}"))
    longer = [f"{other}-" for other in game_names(folders) if other.startswith(f"{game}-")]
    own = (name for name in found if not name.startswith(tuple(longer)))
    names = (name_of(game, Path(name)) for name in own)
    return sorted(name for name in names if find_kept(folders, game, name))
