"""Models as plain data in one language, which is all that a template ever sees."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from pydantic import BaseModel

from printgen.content.library import GameContent
from printgen.content.models import Text
from printgen.typography.typeset import typeset


def say(text: Text, lang: str, content: GameContent) -> str:
    """The words of `text` in `lang`, typeset; in the first language where none are in `lang`."""
    key = text.language_for(lang, content.first_language)
    spoken = content.first_language if key == "" else lang if key == "any" else key
    return typeset(text[key], spoken)


def plain_words(html: str) -> str:
    """Typeset HTML as plain text."""
    return Markup(html).striptags()  # noqa: S704 - it was made by `typeset`


def plain(value: Any, lang: str, content: GameContent) -> Any:
    """`value` with every text in `lang` and every model a dictionary."""
    if isinstance(value, Text):
        return say(value, lang, content)
    if isinstance(value, BaseModel):
        return {
            name: plain(getattr(value, name), lang, content) for name in type(value).model_fields
        }
    if isinstance(value, dict):
        return {key: plain(item, lang, content) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item, lang, content) for item in value]
    return value
