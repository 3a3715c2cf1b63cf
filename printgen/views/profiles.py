"""Traits and profiles as plain data for templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile, Trait
from printgen.content.stat_types import RawStat
from printgen.rules.stat_values import trait_stats, trait_values
from printgen.typography.text import plain_words, say, say_all, say_or_empty
from printgen.views.game import SuitView, suit_view
from printgen.views.stats import NO_VALUE, StatBlockView, StatView, stat_block_views, stat_view

# --- traits as plain data for templates -----------------------------------------------------------


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


class StatColumnView(TypedDict):
    """A column of a table of traits: a stat, without a value."""

    key: str
    label: str
    name: str
    style: Literal["number", "words"]


class TraitRowView(AnchoredTraitView):
    """A trait in a table: `cells` are its printed values, one in each column."""

    cells: list[str]


class TraitTableView(TypedDict):
    """Traits as one table: a column for each stat that one of them has, or on cards, where tables
    are side by side, for each stat. `label` is what each is
    called, empty for traits of several kinds; `plural` is what they are called together.
    """

    label: str
    plural: str
    columns: list[StatColumnView]
    rows: list[TraitRowView]


def trait_table(
    content: GameContent, traits: Sequence[AnchoredTraitView], lang: str, every: bool = False
) -> TraitTableView:
    """A table of traits, with `every` also of the stats that none of them has."""
    columns: dict[str, StatColumnView] = {}
    for value in (value for trait in traits for value in trait["values"]):
        if value["text"] or every:
            name = value["name"]
            key, label, style = value["key"], value["label"], value["style"]
            columns.setdefault(key, {"key": key, "label": label, "name": name, "style": style})
    # The order of the stats, whichever of them the first trait has.
    order = dict.fromkeys(value["key"] for trait in traits for value in trait["values"])
    shown = [columns[key] for key in order if key in columns]
    kinds = dict.fromkeys(trait["kind"] for trait in traits)
    kind = content.game.trait_kinds.get(next(iter(kinds))) if len(kinds) == 1 else None
    return {
        "label": say(kind.label, lang, content) if kind else "",
        "plural": say(kind.plural or kind.label, lang, content) if kind else "",
        "columns": shown,
        "rows": [{**trait, "cells": _cells(trait, shown)} for trait in traits],
    }


def trait_tables(
    content: GameContent, traits: Sequence[TraitView], lang: str, every: bool = False
) -> dict[str, TraitTableView]:
    """The tables of the kinds of traits that have stats, by kind."""
    found: dict[str, list[AnchoredTraitView]] = {}
    for trait in traits:
        if trait["values"]:
            found.setdefault(trait["kind"], []).append({**trait, "anchor": ""})
    return {kind: trait_table(content, those, lang, every) for kind, those in found.items()}


def _cells(trait: TraitView, columns: Sequence[StatColumnView]) -> list[str]:
    shown = {value["key"]: value["shown"] for value in trait["values"]}
    return [shown.get(column["key"], NO_VALUE) for column in columns]


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


# --- profiles as plain data for templates ---------------------------------------------------------


class ProfileView(TypedDict):
    """A profile. `blocks` has every stat line, by `game/line` and by `line`; `given` has those that
    the profile has values for, and that are printed. `traits` include those that its traits bring.
    `alt` is what its picture shows.
    """

    kind: Literal["profile"]
    id: str
    game: str
    name: str
    epithet: str
    story: str
    image: str
    vignette: str
    alt: str
    plan: str
    keywords: list[str]
    blocks: dict[str, StatBlockView]
    given: list[StatBlockView]
    traits: list[TraitView]


class AnchoredProfileView(ProfileView):
    """A profile in a table of stat lines; `anchor` is the id that references to it link to."""

    anchor: str


def profile_view(
    library: Library,
    profile: Entry[Profile],
    lang: str,
    changes: Mapping[str, RawStat] | None = None,
) -> ProfileView:
    """A profile with its stat blocks and its traits. `changes` replace values of the profile."""
    home = library.games[profile.game]
    value = profile.value
    blocks = stat_block_views(library, profile, lang, changes)
    given = [block for key, block in blocks.items() if "/" in key and block["given"]]
    return {
        "kind": "profile",
        "id": profile.id,
        "game": profile.game,
        "name": say(value.name, lang, home),
        "epithet": say_or_empty(value.epithet, lang, home),
        "story": say_or_empty(value.story, lang, home),
        "image": f"content/{profile.game}/{value.image}" if value.image else "",
        "vignette": value.vignette or "",
        "alt": plain_words(say(value.alt or value.name, lang, home)),
        "plan": value.plan or "",
        "keywords": say_all(value.keywords, lang, home),
        "blocks": blocks,
        "given": [block for block in given if block["cells"]],
        "traits": [known_trait_view(library, trait, lang) for trait in library.traits_of(profile)],
    }
