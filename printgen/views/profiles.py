"""Stats, traits and profiles as plain data for templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict, cast

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile, Stat, StatLine, Trait
from printgen.content.stat_types import STAT_TYPES, YES, NotedSymbol, RawStat, StatValue
from printgen.project import picture_resource
from printgen.rules.stat_values import Parsed, StatBlock, stat_blocks_of, trait_stats, trait_values
from printgen.typography.text import (
    money,
    plain,
    plain_words,
    say,
    say_all,
    say_or_empty,
    with_decimal_mark,
    with_die_letter,
)
from printgen.views.game import SuitView

# What is printed in the place of a value that an entry lacks.
NO_VALUE = "–"


class StatView(TypedDict):
    """A stat with its value. `value` is as written, `text` as printed: both are empty where the
    entry has no value. `shown` is the `text`, or a dash where there is none: for tables. A value
    replaced by a symbol has an empty `value`, and its `note`.
    """

    key: str
    value: int | str | float
    label: str
    name: str
    text: str
    shown: str
    numbers: list[int]
    note: str
    badge: bool
    type: str
    style: Literal["number", "words"]


class StatBlockView(TypedDict):
    """A stat line with a profile's values; `given` is False where the profile has none. `cells` are
    the stats that are printed, `by_key` are all.
    """

    game: str
    id: str
    label: str
    cells: list[StatView]
    by_key: dict[str, StatView]
    given: bool


def stat_view(
    key: str,
    stat: Stat,
    raw: RawStat | None,
    parsed: Parsed | None,
    lang: str,
    home: GameContent,
) -> StatView:
    """A stat of the game `home` with its value; None and an invalid value have no text."""
    value = parsed if isinstance(parsed, StatValue) else None
    noted = raw if isinstance(raw, NotedSymbol) else None
    text = _printed(stat, value, lang, home)
    return {
        "key": key,
        "value": _value(stat, raw, value),
        "label": say(stat.label, lang, home),
        "name": say(stat.name or stat.label, lang, home),
        "text": text,
        "shown": text or NO_VALUE,
        "numbers": list(value.numbers) if value else [],
        "note": say_or_empty(noted.note, lang, home) if noted else "",
        "badge": stat.badge,
        "type": stat.type,
        "style": STAT_TYPES[stat.type].style,
    }


def _value(stat: Stat, raw: RawStat | None, value: StatValue | None) -> int | float | str:
    """What templates compare: a value as written, or `yes` and `no`."""
    if raw is None or isinstance(raw, NotedSymbol):
        return ""
    return value.text if value and stat.type == "yes-no" else raw


def _printed(stat: Stat, value: StatValue | None, lang: str, home: GameContent) -> str:
    """A value as printed: a choice by its option’s label, a length on one line."""
    if value is None:
        return ""
    option = stat.options.get(value.text)
    if option:
        return say(option, lang, home)
    if stat.type == "yes-no":
        return "✓" if value.text == YES else ""
    if stat.type == "money":
        return money(value.text, lang)
    if stat.type == "die":
        return with_die_letter(value.text, lang)
    if stat.type == "length":
        return with_decimal_mark(value.text.replace(" ", "\u00a0"), lang)
    return with_decimal_mark(value.text, lang) if value.measures else value.text


def stat_block_views(
    library: Library,
    profile: Entry[Profile],
    lang: str,
    changes: Mapping[str, RawStat] | None = None,
) -> dict[str, StatBlockView]:
    """Every stat line of the project with the profile's values, by `game/line` and by `line`.

    Where two games share the id of a line, `line` is that of the profile's own game. `changes`
    replace values of the profile.
    """
    blocks = {(b.game, b.line_id): b for b in stat_blocks_of(library, profile, changes)}
    views: dict[str, StatBlockView] = {}
    own_game_last = sorted(library.games.values(), key=lambda c: c.id == profile.game)
    for home in own_game_last:
        for id, line in home.game.stat_lines.items():
            block = blocks.get((home.id, id))
            view = (
                _block_view(id, line, block, lang, home)
                if block
                else _empty_block_view(library, id, line, lang, home)
            )
            views[f"{home.id}/{id}"] = views[id] = view
    return views


def _empty_block_view(
    library: Library, id: str, line: StatLine, lang: str, home: GameContent
) -> StatBlockView:
    """The view of a stat line that a profile has no values for, made once for all profiles."""
    key = "stat line view", home.id, id, lang
    return library.remember(key, lambda: _block_view(id, line, None, lang, home))


def _block_view(
    id: str, line: StatLine, block: StatBlock | None, lang: str, home: GameContent
) -> StatBlockView:
    values = block.values if block else {}
    views = {
        key: stat_view(key, stat, values.get(key), block.parse(key) if block else None, lang, home)
        for key, stat in line.stats.items()
    }
    return {
        "game": home.id,
        "id": id,
        "label": say(line.label, lang, home),
        "cells": [view for key, view in views.items() if line.stats[key].printed],
        "by_key": views,
        "given": block is not None,
    }


# --- traits as plain data for templates -----------------------------------------------------------


class TraitView(TypedDict):
    """A trait: a skill, a weapon, a special rule. `mark` is the sign of its note, `values` has the
    values that are printed. In a book, `anchor` is the id that references to it link to.
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
    anchor: NotRequired[str]


class StatColumnView(TypedDict):
    """A column of a table of traits: a stat, without a value."""

    key: str
    label: str
    name: str
    style: Literal["number", "words"]


class TraitRowView(TraitView):
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
    content: GameContent, traits: Sequence[TraitView], lang: str, every: bool = False
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
    found: dict[str, list[TraitView]] = {}
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
        "suit": cast(SuitView, plain(suit, lang, home)) if suit else None,
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


class ProfileView(TypedDict):
    """A profile. `blocks` has every stat line, by `game/line` and by `line`; `given` has those that
    the profile has values for, and that are printed. `traits` include those that its traits bring.
    `alt` is what its picture shows. In a table of stat lines, `anchor` is the id that references to
    it link to.
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
    anchor: NotRequired[str]


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
        "image": picture_resource(profile.game, value.image or ""),
        "vignette": value.vignette or "",
        "alt": plain_words(say(value.alt or value.name, lang, home)),
        "plan": value.plan or "",
        "keywords": say_all(value.keywords, lang, home),
        "blocks": blocks,
        "given": [block for block in given if block["cells"]],
        "traits": [known_trait_view(library, trait, lang) for trait in library.traits_of(profile)],
    }
