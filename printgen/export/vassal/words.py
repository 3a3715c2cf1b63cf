"""The words of a module, in its language."""

from __future__ import annotations

import unicodedata

from printgen.content.library import Library
from printgen.typography.labels import labels
from printgen.typography.text import plain_words

_PREFIX = "vassal_"


def module_words(library: Library, theme: str, lang: str) -> dict[str, str]:
    """The labels of modules in a language, by their names without `vassal_`."""
    return {
        name.removeprefix(_PREFIX): safe_name(plain_words(text))
        for name, text in labels(library.folders, theme, lang).items()
        if name.startswith(_PREFIX)
    }


def safe_name(text: str) -> str:
    """A name without control characters. VASSAL loses a backslash at the end of a name: a space
    follows it.
    """
    bare = "".join(" " if unicodedata.category(c) == "Cc" else c for c in text)
    return f"{bare} " if bare.endswith("\\") else bare
