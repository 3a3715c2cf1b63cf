"""Values that are a text, or a mapping with keys of its own."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from printgen.content.models.base import Model
from printgen.content.models.text import Text


def text_or(model: type[Model]) -> Callable[[object], str]:
    """The function that tags a value: `data` for a mapping with keys of the model, else `words`.

    Misspelt keys also mean data, unless a language is among them: `{fr: …, sides: …}` is a text
    that YAML split at a comma.
    """

    def tag(value: object) -> str:
        if not isinstance(value, dict):
            return "data" if isinstance(value, model) else "words"
        keys = set(map(str, value))
        near = {key for key in keys if get_close_matches(key, model.model_fields, 1)}
        languages = {key for key in keys if Text.is_language(key)}
        known = keys & set(model.model_fields)
        return "data" if known or (near - languages and not languages - near) else "words"

    return tag
