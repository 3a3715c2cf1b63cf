"""The context of the pages after a printed book: pages to write on, and the back cover."""

from __future__ import annotations

from typing import TypedDict

from printgen.content.library import GameContent, Library
from printgen.content.models.book_product import BookProduct
from printgen.content.models.text import Text
from printgen.typography.labels import labels
from printgen.typography.text import say, say_or_empty
from printgen.views.directives import Edition
from printgen.views.game import GameView, game_view

# The distance of the lines to write on, and the room on a page that has none (mm).
_RULE, _MARGINS = 7.6, 62.0


class BackCoverView(TypedDict):
    """The words of a back cover, from the shop page of the game: empty where it says nothing."""

    short: str
    about: list[str]
    players: str
    needs: str


class BookEndingView(TypedDict):
    """All that the template of these pages sees. `rules` is the number of lines on a page."""

    game: GameView
    labels: dict[str, str]
    lang: str
    ink: str
    theme: str
    title: str
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
        "about": _paragraphs(shop.about, lang, content) if shop else [],
        "players": say_or_empty(shop.players if shop else None, lang, content),
        "needs": say_or_empty(shop.needs if shop else None, lang, content),
    }


def _paragraphs(text: Text, lang: str, content: GameContent) -> list[str]:
    """The paragraphs of a description, without its lists, which tell what the shop sells."""
    key = text.language_for(lang, content.first_language)
    blocks = (block.strip() for block in text[key].split("\n\n"))
    prose = (block for block in blocks if block and not block.startswith("- "))
    return [say(Text({key: block}), lang, content) for block in prose]
