"""Ids of games and entries."""

from __future__ import annotations

import re
import unicodedata

from printgen.problems import Position, Problem

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
