"""Stat values and stat lines as plain data for templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypedDict

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile, Stat, StatLine
from printgen.content.stat_types import STAT_TYPES, NotedSymbol, RawStat, StatValue
from printgen.rules.stat_values import Parsed, StatBlock, stat_blocks_of
from printgen.typography.text import money, say, say_or_empty, with_decimal_mark, with_die_letter

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
        "value": "" if raw is None or isinstance(raw, NotedSymbol) else raw,
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


def _printed(stat: Stat, value: StatValue | None, lang: str, home: GameContent) -> str:
    """A value as printed: a choice by its option’s label, a length on one line."""
    if value is None:
        return ""
    option = stat.options.get(value.text)
    if option:
        return say(option, lang, home)
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
