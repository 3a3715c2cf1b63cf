"""Traits and stat values as plain data for templates."""

from __future__ import annotations

from typing import Any

from printgen.analysis.stat_values import StatValue, StatValueError, parse_stat
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models import NotedSymbol, Trait
from printgen.content.models.game import Stat
from printgen.typography.text import plain, say

View = dict[str, Any]


def stat_view(
    library: Library, key: str, stat: Stat, raw: Any, lang: str, home: GameContent
) -> View:
    """A stat and its value; `text` is empty where the profile does not give one."""
    try:
        reading = None if raw is None else parse_stat(stat, raw)
    except StatValueError:
        reading = None
    noted = raw if isinstance(raw, NotedSymbol) else None
    return {
        "key": key,
        "value": "" if noted or raw is None else raw,
        "label": say(stat.label, lang, home),
        "name": say(stat.name or stat.label, lang, home),
        "text": _stat_text(stat, reading, lang, home),
        "numbers": list(reading.numbers) if reading else [],
        "note": say(noted.note, lang, home) if noted and noted.note else "",
        "badge": stat.badge,
        "type": stat.type,
    }


def _stat_text(stat: Stat, reading: StatValue | None, lang: str, home: GameContent) -> str:
    """A value as it is printed: a choice by the label of its option."""
    if reading is None:
        return ""
    option = stat.options.get(reading.text)
    return say(option, lang, home) if option else reading.text


def trait_view(library: Library, trait: Entry[Trait], lang: str) -> View:
    """A trait with its kind, its suit and its values."""
    home = library.games[trait.game]
    value = trait.value
    kind = home.game.trait_kinds.get(value.kind)
    suit = home.game.suits.get(value.suit or "")
    return {
        "id": trait.id,
        "game": trait.game,
        "name": say(value.name, lang, home),
        "text": say(value.text, lang, home) if value.text else "",
        "kind": value.kind,
        "kind_label": say(kind.label, lang, home) if kind else "",
        "suit": plain(suit, lang, home) if suit else None,
        "mark": value.note_mark or "",
        "values": [
            stat_view(library, key, stat, value.values.get(key), lang, home)
            for key, stat in (kind.stats.items() if kind else ())
        ],
    }
