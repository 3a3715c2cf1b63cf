"""The texts inside a model."""

from __future__ import annotations

from weakref import ref

from pydantic import BaseModel

from printgen.content.models.text import Text
from printgen.content.source import Path

Texts = list[tuple[Path, Text]]

# The texts of models that are in use, by the identity of the model: many checks ask for them, and
# models do not change.
_KNOWN: dict[int, tuple[ref[BaseModel], Texts]] = {}


def texts(model: BaseModel) -> Texts:
    """Every text inside a model, with its path. Do not change the list."""
    key = id(model)
    known = _KNOWN.get(key)
    if known is None or known[0]() is not model:
        found = Texts()
        _find_texts(model, (), found)
        known = _KNOWN[key] = ref(model, lambda _: _KNOWN.pop(key, None)), found
    return known[1]


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
