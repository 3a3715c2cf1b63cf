"""The names of games, products and languages, read without models and checks.

For completion in a shell: faulty content never raises, it has fewer names.
"""

from __future__ import annotations

import re
from pathlib import Path

from printgen.content.names import LANGUAGE, valid_name
from printgen.content.source import read_file
from printgen.project import Folders, OutsideProject


def game_names(folders: Folders) -> list[str]:
    """The folders in `content/` with a `game.yaml`, which may have errors."""
    try:
        listed = sorted(path.name for path in folders.content.iterdir())
    except OSError:
        return []
    return [name for name in listed if valid_name(name) and _file(folders, name, "game.yaml")]


def product_names(folders: Folders, game: str) -> list[str]:
    """The products of a game, in the order of `products.yaml`."""
    return [name for name in _data(folders, game, "products.yaml") if valid_name(name)]


def language_names(folders: Folders, game: str) -> list[str]:
    """The languages of a game, the first one first."""
    listed = _data(folders, game, "game.yaml").get("languages")
    words = map(str, listed) if isinstance(listed, list) else ()
    return [word for word in words if re.fullmatch(LANGUAGE, word)]


def _data(folders: Folders, game: str, name: str) -> dict[str, object]:
    """The values of a YAML file of a game; none if it cannot be read."""
    path = _file(folders, game, name)
    source = read_file(name, path)[0] if path else None
    return source.data if source and isinstance(source.data, dict) else {}


def _file(folders: Folders, game: str, name: str) -> Path | None:
    """The path of a file of a game inside the project."""
    try:
        return folders.inside(folders.content, f"{game}/{name}")
    except (OSError, OutsideProject):
        return None
