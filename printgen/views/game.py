"""What `game.yaml` declares, as plain data for templates."""

from __future__ import annotations

from typing import Any

from printgen.content.library import GameContent
from printgen.typography.text import plain

View = dict[str, Any]


def game_view(content: GameContent, lang: str) -> View:
    """What `game.yaml` declares."""
    view: View = plain(content.game, lang, content)
    return {"id": content.id, **view}


def piles_view(content: GameContent, lang: str) -> list[View]:
    """The piles of the deck: their words, their suits and their ranks, and how many cards."""
    deck = content.game.deck
    if deck is None:
        return []
    ranks = content.game.scales[deck.ranks].ranks
    views = []
    for name, pile in deck.piles.items():
        view = plain(pile, lang, content)
        view["id"] = name
        view["suits"] = [plain(content.game.suits[suit], lang, content) for suit in pile.suits]
        view["ranks"] = [plain(ranks[rank], lang, content) for rank in pile.ranks]
        view["count"] = len(pile.suits) * len(pile.ranks)
        views.append(view)
    return views
