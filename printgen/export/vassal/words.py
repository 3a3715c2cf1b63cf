"""The words of a module, in its language."""

from __future__ import annotations

import unicodedata

from printgen.content.library import Library
from printgen.typography.labels import labels
from printgen.typography.text import plain_words

# The labels of modules, without `vassal_` in front.
_WORDS = (
    "charts", "choose", "clone", "delete", "dice", "down", "draw", "empty", "field", "flip",
    "gather", "hand", "joker", "left", "map", "pack", "pieces", "ranks", "retire", "return",
    "right", "ruler", "shuffle", "side", "table", "turned", "up",
)  # fmt: skip


def module_words(library: Library, theme: str, lang: str) -> dict[str, str]:
    """The labels of modules in a language, by their names without `vassal_`."""
    found = labels(library.folders, theme, lang)
    return {word: safe_name(plain_words(found[f"vassal_{word}"])) for word in _WORDS}


def safe_name(text: str) -> str:
    """A name without control characters. VASSAL loses a backslash at the end of a name: a space
    follows it.
    """
    bare = "".join(" " if unicodedata.category(c) == "Cc" else c for c in text)
    return f"{bare} " if bare.endswith("\\") else bare
