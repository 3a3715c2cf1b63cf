"""Ids of games and entries; and the names of games, products and languages, read without models and
checks.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from printgen.content.source import read_file
from printgen.problems import Position, Problem
from printgen.project import Folders, OutsideProject

MAX_NAME = 60

# Letters that do not decompose into a plain letter and an accent.
_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "đ": "d", "ł": "l"})
_OTHER = re.compile(r"[^a-z0-9]+")

# The form of a language code.
LANGUAGE = r"[a-z]{2,3}(-[A-Z]{2})?"

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def valid_name(name: str) -> bool:
    """Whether a name is a valid id."""
    return _ID.fullmatch(name) is not None and len(name) <= MAX_NAME


def invalid_name(position: Position, name: str) -> Problem:
    """The problem of a name that is not a valid id."""
    hint = "use lower-case letters, digits and hyphens, at most 60"
    return Problem(position, "name-invalid", f"invalid name '{name}'", hint)


def id_from(name: str) -> str:
    """An id made of a name: `L'Épée` is `l-epee`. Empty if no letter remains."""
    parts = unicodedata.normalize("NFKD", name.lower().translate(_LETTERS))
    plain = "".join(part for part in parts if not unicodedata.combining(part))
    return _OTHER.sub("-", plain).strip("-")[:MAX_NAME].strip("-")


_NO_KEY = re.compile(r"\W+")

# The most characters of the key of a field.
MAX_KEY = 20


def key_from(header: str) -> str:
    """The key of a field made of the header of a column: `Rules text` is `rules_text`, `Цена` is
    `цена`. Empty if no letter remains.
    """
    parts = unicodedata.normalize("NFKD", header.lower().translate(_LETTERS))
    # Accents are dropped where letters remain plain; in other scripts they are parts of words.
    plain = re.sub(r"(?<=[a-z])[\u0300-\u036f]+", "", parts)
    key = _NO_KEY.sub("_", unicodedata.normalize("NFKC", plain))
    return key[:MAX_KEY].strip("_")


_APART = re.compile(r"[\s_-]+")


def folded(words: str) -> str:
    """Words as they are compared with others: without capitals and accents, and with single spaces
    for hyphens and underscores. `Deep  Sea` and `deep-sea` are the same.
    """
    parts = unicodedata.normalize("NFKD", words.casefold().translate(_LETTERS))
    plain = re.sub(r"(?<=[a-z])[\u0300-\u036f]+", "", parts)
    return _APART.sub(" ", unicodedata.normalize("NFKC", plain)).strip()


# --- names of games, products and languages, for completion in a shell ----------------------------
#
# Faulty content never raises: it has fewer names.


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
