"""Traits as plain data for templates."""

from __future__ import annotations

from typing import TypedDict

from printgen.analysis.stat_values import trait_stats, trait_values
from printgen.content.library import Entry, Library
from printgen.content.models.trait import Trait
from printgen.typography.text import say, say_or_empty
from printgen.views.game import SuitView, suit_view
from printgen.views.stats import StatView, stat_view


class TraitView(TypedDict):
    """A trait: a skill, a weapon, a special rule. `mark` is the sign of its note, `values` has the
    values that are printed.
    """

    id: str
    game: str
    name: str
    text: str
    kind: str
    kind_label: str
    suit: SuitView | None
    mark: str
    values: list[StatView]


class AnchoredTraitView(TraitView):
    """A trait in a book; `anchor` is the id that references to it link to."""

    anchor: str


def known_trait_view(library: Library, trait: Entry[Trait], lang: str) -> TraitView:
    """The view of a trait, made once for all profiles. It may not be changed."""
    key = "trait view", trait.game, trait.id, lang
    return library.remember(key, lambda: trait_view(library, trait, lang))


def trait_view(library: Library, trait: Entry[Trait], lang: str) -> TraitView:
    """A trait with the label of its kind, its suit and its values."""
    home = library.games[trait.game]
    value = trait.value
    kind = home.game.trait_kinds.get(value.kind)
    printed = {key for key, stat in trait_stats(library, trait).items() if stat.printed}
    suit = home.game.suits.get(value.suit or "")
    return {
        "id": trait.id,
        "game": trait.game,
        "name": say(value.name, lang, home),
        "text": say_or_empty(value.text, lang, home),
        "kind": value.kind,
        "kind_label": say(kind.label, lang, home) if kind else "",
        "suit": suit_view(suit, lang, home) if suit else None,
        "mark": value.note_mark or "",
        "values": [
            view for view in trait_stat_views(library, trait, lang) if view["key"] in printed
        ],
    }


def trait_stat_views(library: Library, trait: Entry[Trait], lang: str) -> list[StatView]:
    """The values of a trait, with those that are not printed."""
    home, values = library.games[trait.game], trait.value.values
    parsed = trait_values(library, trait)
    return [
        stat_view(key, stat, values.get(key), parsed.get(key), lang, home)
        for key, stat in trait_stats(library, trait).items()
    ]
