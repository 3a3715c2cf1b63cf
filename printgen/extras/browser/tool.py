"""A tool of the play aid, and texts as its scripts read them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from printgen.content.library import GameContent, Library
from printgen.content.models.text import Text
from printgen.extras.browser.assembly import plain
from printgen.typography.text import say

# --- A tool of the play aid -----------------------------------------------------------------------


# The key of a tool's data with the names of the drawings that it shows: files of the theme's
# folder, without suffix, such as `vignettes/sheriff`.
DRAWINGS = "drawings"

# What scripts of pages and tools read, as JSON.
Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: a tab of the play aid.

    `data` returns what the scripts of the tool read, as data for JSON: of a library and the id of a
    game; None if the game has nothing for the tool. `scripts` and `styles` are files of
    `templates/_shared/aid/`, without suffix. The label `aid_NAME` is the title of the tab.
    """

    name: str
    data: Callable[[Library, str], Mapping[str, object] | None]
    scripts: tuple[str, ...]
    styles: tuple[str, ...] = ()


# --- texts of the play aid: plain, with marks for bold and italic words ---------------------------


# A text by language. BOLD and ITALIC stand at both ends of words that are set so.
Marked = dict[str, str]

BOLD, ITALIC = "\u0002", "\u0003"

_STRONG, _EMPHASIS = re.compile(r"</?strong>"), re.compile(r"</?em>")


def marked_text(text: Text, content: GameContent) -> Marked:
    """A text in all languages of a game."""
    return {lang: marked(say(text, lang, content)) for lang in content.game.languages}


def marked(words: str) -> str:
    """Typeset HTML as plain text whose bold and italic words are marked."""
    return plain(_EMPHASIS.sub(ITALIC, _STRONG.sub(BOLD, words)))
