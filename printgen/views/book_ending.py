"""The context of the pages after a printed book: pages to write on, and the back cover."""

from __future__ import annotations

from typing import TypedDict

from printgen.content.library import GameContent, Library
from printgen.content.models.page_products import BookProduct
from printgen.content.models.text import Text
from printgen.typography.labels import labels
from printgen.typography.text import say, say_or_empty
from printgen.views.book import BookPagesView
from printgen.views.directives import Edition
from printgen.views.game import game_view

# The distance of the lines to write on, and the room on a page that has none (mm).
_RULE, _MARGINS = 7.6, 62.0


class BackBlockView(TypedDict):
    """A paragraph of a back cover, or the items of a list."""

    words: str
    items: list[str]


class BackCoverView(TypedDict):
    """The words of a back cover, from the shop page of the game: empty where it says nothing."""

    short: str
    about: list[BackBlockView]
    players: str
    needs: str


class BookEndingView(BookPagesView):
    """All that the template of these pages sees. `rules` is the number of lines on a page."""

    back: BackCoverView
    rules: int
    rule: float


def ending_view(
    library: Library, edition: Edition, product: BookProduct, height: float
) -> BookEndingView:
    """The context of the pages after a book whose pages are `height` mm high."""
    content, lang = library.games[edition.game], edition.lang
    return {
        "game": game_view(content, lang),
        "labels": labels(library.folders, content.game.theme, lang),
        "lang": lang,
        "ink": edition.ink,
        "theme": content.game.theme,
        "title": say(product.title, lang, content),
        "back": _back_cover(content, lang),
        "rules": max(1, int((height - _MARGINS) / _RULE)),
        "rule": _RULE,
    }


def _back_cover(content: GameContent, lang: str) -> BackCoverView:
    shop = content.game.shop
    return {
        "short": say_or_empty(shop.short if shop else None, lang, content),
        "about": _blocks(shop.about, lang, content) if shop else [],
        "players": say_or_empty(shop.players if shop else None, lang, content),
        "needs": say_or_empty(shop.needs if shop else None, lang, content),
    }


def _blocks(text: Text, lang: str, content: GameContent) -> list[BackBlockView]:
    """The paragraphs of a description, and the lists that a paragraph with a colon announces. The
    other lists tell what the shop sells.
    """
    key = text.language_for(lang, content.first_language)
    found: list[BackBlockView] = []
    announced = False
    for block in text[key].strip().split("\n\n"):
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        # A list may follow its paragraph without a blank line.
        start = next((at for at, line in enumerate(lines) if line.startswith("- ")), len(lines))
        words, items = " ".join(lines[:start]), _items(lines[start:])
        if words:
            announced = words.endswith(":")
            found.append({"words": say(Text({key: words}), lang, content), "items": []})
        if items and announced:
            said = [say(Text({key: item}), lang, content) for item in items]
            found.append({"words": "", "items": said})
        announced = announced and not items
    return found


def _items(lines: list[str]) -> list[str]:
    """The items of a list whose lines may go on on the next one."""
    items: list[str] = []
    for line in lines:
        if line.startswith("- "):
            items.append(line[2:])
        else:
            items[-1] += f" {line}"
    return items
