"""Lists of icons with what they are called, as plain data for templates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from printgen.content.library import GameContent
from printgen.content.models.text import Text
from printgen.rules.icon_words import icon_labels, listed_icons
from printgen.typography.text import game_icons, say


class IconView(TypedDict):
    """An icon with what it is called."""

    icon: str
    label: str


def icons_view(content: GameContent, names: Sequence[str], lang: str) -> list[IconView]:
    """The icons of a list: all of the game, but emoji, if it names none."""
    icons, called = game_icons(content), icon_labels(content, lang)
    return [
        {"icon": icons[name], "label": _capital(called[name], lang, content)}
        for name in listed_icons(content, names)
    ]


def _capital(label: Text, lang: str, content: GameContent) -> str:
    """A label with a capital at its beginning."""
    key = label.language_for(lang, content.first_language)
    return say(Text({key: label[key][:1].upper() + label[key][1:]}), lang, content)
