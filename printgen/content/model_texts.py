"""The texts inside a model."""

from __future__ import annotations

from pydantic import BaseModel

from printgen.content.models.text import Text
from printgen.content.source import Path


def texts(value: object, path: Path = ()) -> list[tuple[Path, Text]]:
    """Every text inside a model, with its path."""
    found = list[tuple[Path, Text]]()
    _find_texts(value, path, found)
    return found


def _find_texts(value: object, path: Path, found: list[tuple[Path, Text]]) -> None:
    """Add the texts inside a value. Nearly all checks use it, on every value of a game."""
    if isinstance(value, str | int):
        return
    if isinstance(value, Text):
        found.append((path, value))
        found.extend(((*path, key), part) for key, part in value.parts.items())
    elif isinstance(value, BaseModel):
        for name in value.model_fields_set:
            _find_texts(getattr(value, name), (*path, name), found)
    elif isinstance(value, dict):
        for key, item in value.items():
            _find_texts(item, (*path, key), found)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _find_texts(item, (*path, index), found)
