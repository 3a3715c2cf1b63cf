"""What `game.yaml` declares, as plain data for templates."""

from __future__ import annotations

from typing import TypedDict, cast

from markupsafe import Markup

from printgen.content.library import GameContent
from printgen.extra import named_parts
from printgen.rules.terms import terms
from printgen.typography.text import (
    PlainModel,
    game_icons,
    plain,
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
    style: str
    font: str | None
    title_font: str | None
    colours: PlainModel
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
    # Keys of extras that the game does not use are there, too.
    view = {**dict.fromkeys(named_parts("game_keys")), **plain(game, lang, content)}
    own = {
        "id": content.id,
        "facts": {name: str(fact) for name, fact in game.facts.items()},
        "icons": game_icons(content),
        "terms": {id: typeset(words.term, lang) for id, words in terms(content, lang).items()},
    }
    return cast(GameView, {**view, **own})


def piles_view(content: GameContent, lang: str) -> list[PileView]:
    """The piles of the game's deck; none without a deck."""
    deck, suits = content.game.deck, content.game.suits
    if deck is None:
        return []
    ranks = content.game.scales[deck.ranks].ranks
    views = []
    for id, pile in deck.piles.items():
        view = plain(pile, lang, content)
        view["suits"] = [plain(suits[suit], lang, content) for suit in pile.suits]
        view["ranks"] = [plain(ranks[rank], lang, content) for rank in pile.ranks]
        views.append({**view, "id": id, "count": len(pile.suits) * len(pile.ranks)})
    return cast(list[PileView], views)
