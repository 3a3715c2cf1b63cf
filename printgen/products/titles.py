"""Titles and authors of printed files, as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printgen.content.library import GameContent, Library
from printgen.products.target import Target
from printgen.typography.labels import labels
from printgen.typography.text import plain_words, say

if TYPE_CHECKING:
    from printgen.imposition.compose import DocumentInfo


def game_title(content: GameContent, lang: str) -> str:
    """The title of a game."""
    return plain_words(say(content.game.title, lang, content))


def deck_title(library: Library, target: Target) -> str:
    """The titles of the game and of the product, or one title that both share."""
    content = library.games[target.game]
    title = say(content.products[target.product].value.title, target.lang, content)
    titles = dict.fromkeys([game_title(content, target.lang), plain_words(title)])
    return " – ".join(titles)


def author(content: GameContent, lang: str) -> str:
    """The names in the credits, separated by commas."""
    names = [say(credit.name, lang, content) for credit in content.game.credits]
    return ", ".join(map(plain_words, names))


def document_info(library: Library, target: Target) -> DocumentInfo:
    """The metadata of the file of a product."""
    # Imported here, see `printgen.products.kind`.
    from printgen.imposition.compose import DocumentInfo

    creator = author(library.games[target.game], target.lang)
    words = labels(library.folders, "_shared", target.lang)
    copies, copy = plain_words(words["copies"]), plain_words(words["copy"])
    return DocumentInfo(deck_title(library, target), creator, target.lang, copies, copy)
