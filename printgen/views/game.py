"""What `game.yaml` declares, as plain data for templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, cast

from markupsafe import Markup
from pydantic import BaseModel

from printgen.content.library import GameContent
from printgen.content.models.playing_cards import Pile, Rank, Scale, Suit
from printgen.extra import named_parts
from printgen.rules.terms import terms
from printgen.typography.text import (
    PlainModel,
    game_icons,
    plain,
    say,
    say_all,
    say_or_empty,
    typeset,
)


class CreditView(TypedDict):
    """A person who took part in the game."""

    role: str
    name: str
    note: str | None


class SuitView(TypedDict):
    """A suit of cards."""

    symbol: str
    label: str
    red: bool


class RankView(TypedDict):
    """A rank of a scale. What it does not declare is None."""

    label: str
    name: str | None
    text: str | None
    value: int | None


class ScaleView(TypedDict):
    """A scale with its ranks by id, lowest first."""

    label: str
    ranks: dict[str, RankView]


class PileView(TypedDict):
    """A pile of cards; `count` is its number of cards."""

    label: str
    suits: list[SuitView]
    ranks: list[RankView]
    shuffled: bool
    face_up: bool
    counter: str | None
    text: str | None
    id: str
    count: int


class GameView(TypedDict):
    """All of `game.yaml` under its own keys, also those of extras (plain models); what it does not
    declare is None or empty.

    Declarations that only templates read are plain models: the fields of their class in
    `printgen.content.models.game`. Icons are HTML, terms are those of the language.
    """

    id: str
    title: str
    subtitle: str | None
    languages: list[str]
    theme: str
    accent: str | None
    mood: str
    version: str | None
    credits: list[CreditView]
    licence: str | None
    shop: PlainModel | None
    stat_lines: dict[str, PlainModel]
    trait_kinds: dict[str, PlainModel]
    suits: dict[str, SuitView]
    scales: dict[str, ScaleView]
    counters: dict[str, PlainModel]
    deck: PlainModel | None
    variables: dict[str, PlainModel]
    terrains: dict[str, PlainModel]
    hexes: PlainModel | None
    table_groups: list[PlainModel]
    constraints: list[PlainModel]
    kinds: dict[str, PlainModel]
    rosters: PlainModel | None
    facts: dict[str, str]
    icons: dict[str, Markup]
    terms: dict[str, Markup]
    errata: list[str]


def game_view(content: GameContent, lang: str) -> GameView:
    """All that `game.yaml` declares."""
    game = content.game
    view: GameView = {
        "id": content.id,
        "title": say(game.title, lang, content),
        "subtitle": say_or_empty(game.subtitle, lang, content) or None,
        "languages": list(game.languages),
        "theme": game.theme,
        "accent": game.accent,
        "mood": game.mood,
        "version": game.version,
        "credits": [
            {
                "role": say(credit.role, lang, content),
                "name": say(credit.name, lang, content),
                "note": say_or_empty(credit.note, lang, content) or None,
            }
            for credit in game.credits
        ],
        "licence": say_or_empty(game.licence, lang, content) or None,
        "shop": _plain(game.shop, lang, content),
        "stat_lines": _plain_all(game.stat_lines, lang, content),
        "trait_kinds": _plain_all(game.trait_kinds, lang, content),
        "suits": {id: suit_view(suit, lang, content) for id, suit in game.suits.items()},
        "scales": {id: scale_view(scale, lang, content) for id, scale in game.scales.items()},
        "counters": _plain_all(game.counters, lang, content),
        "deck": _plain(game.deck, lang, content),
        "variables": _plain_all(game.variables, lang, content),
        "terrains": _plain_all(game.terrains, lang, content),
        "hexes": _plain(game.hexes, lang, content),
        "table_groups": [plain(group, lang, content) for group in game.table_groups],
        "constraints": [plain(constraint, lang, content) for constraint in game.constraints],
        "kinds": _plain_all(game.kinds, lang, content),
        "rosters": _plain(game.rosters, lang, content),
        "facts": {name: str(fact) for name, fact in game.facts.items()},
        "icons": game_icons(content),
        "terms": {id: typeset(words.term, lang) for id, words in terms(content, lang).items()},
        "errata": say_all(game.errata, lang, content),
    }
    added = {
        key: _plain(getattr(game, key, None), lang, content) for key in named_parts("game_keys")
    }
    return cast(GameView, {**view, **added})


def _plain(model: BaseModel | None, lang: str, content: GameContent) -> PlainModel | None:
    return None if model is None else plain(model, lang, content)


def _plain_all(
    models: Mapping[str, BaseModel], lang: str, content: GameContent
) -> dict[str, PlainModel]:
    return {id: plain(model, lang, content) for id, model in models.items()}


def suit_view(suit: Suit, lang: str, content: GameContent) -> SuitView:
    """A suit of cards."""
    return {"symbol": suit.symbol, "label": say(suit.label, lang, content), "red": suit.red}


def rank_view(rank: Rank, lang: str, content: GameContent) -> RankView:
    """A rank of a scale."""
    return {
        "label": say(rank.label, lang, content),
        "name": say_or_empty(rank.name, lang, content) or None,
        "text": say_or_empty(rank.text, lang, content) or None,
        "value": rank.value,
    }


def scale_view(scale: Scale, lang: str, content: GameContent) -> ScaleView:
    """A scale and its ranks."""
    return {
        "label": say(scale.label, lang, content),
        "ranks": {id: rank_view(rank, lang, content) for id, rank in scale.ranks.items()},
    }


def piles_view(content: GameContent, lang: str) -> list[PileView]:
    """The piles of the game's deck; none without a deck."""
    deck = content.game.deck
    if deck is None:
        return []
    ranks = content.game.scales[deck.ranks].ranks
    return [_pile_view(id, pile, ranks, content, lang) for id, pile in deck.piles.items()]


def _pile_view(
    id: str, pile: Pile, ranks: dict[str, Rank], content: GameContent, lang: str
) -> PileView:
    suits = content.game.suits
    return {
        "label": say(pile.label, lang, content),
        "suits": [suit_view(suits[suit], lang, content) for suit in pile.suits],
        "ranks": [rank_view(ranks[rank], lang, content) for rank in pile.ranks],
        "shuffled": pile.shuffled,
        "face_up": pile.face_up,
        "counter": pile.counter,
        "text": say_or_empty(pile.text, lang, content) or None,
        "id": id,
        "count": len(pile.suits) * len(pile.ranks),
    }
