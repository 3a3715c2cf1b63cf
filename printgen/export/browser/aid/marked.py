"""Texts of the play aid: plain, with marks for bold and italic words."""

from __future__ import annotations

import re

from printgen.content.library import GameContent
from printgen.content.models.text import Text
from printgen.export.browser.assembly import plain
from printgen.typography.text import say

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
