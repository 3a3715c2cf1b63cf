"""Traits and stat values as plain data for templates."""

from __future__ import annotations

from typing import Any

from printgen.analysis.stat_values import Parsed, trait_values
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models import NotedSymbol, Trait
from printgen.content.models.stat import Stat
from printgen.content.stat_types import STAT_TYPES, RawStat, StatValue
from printgen.typography.text import plain, say

View = dict[str, Any]


def stat_view(
    key: str,
    stat: Stat,
    raw: RawStat | None,
    parsed: Parsed | None,
    lang: str,
    home: GameContent,
) -> View:
    """A stat and its value; `text` is empty where the profile does not give one."""
    found = parsed if isinstance(parsed, StatValue) else None
    noted = raw if isinstance(raw, NotedSymbol) else None
    return {
        "key": key,
        "value": "" if noted or raw is None else raw,
        "label": say(stat.label, lang, home),
        "name": say(stat.name or stat.label, lang, home),
        "text": _stat_text(stat, found, lang, home),
        "numbers": list(found.numbers) if found else [],
        "note": say(noted.note, lang, home) if noted and noted.note else "",
        "badge": stat.badge,
        "type": stat.type,
        "style": STAT_TYPES[stat.type].style,
    }


def _stat_text(stat: Stat, found: StatValue | None, lang: str, home: GameContent) -> str:
    """A value as it is printed: a choice by the label of its option."""
    if found is None:
        return ""
    option = stat.options.get(found.text)
    return say(option, lang, home) if option else found.text


def trait_view(library: Library, trait: Entry[Trait], lang: str) -> View:
    """A trait with its kind, its suit and its values."""
    home = library.games[trait.game]
    value = trait.value
    kind = home.game.trait_kinds.get(value.kind)
    parsed = trait_values(library, trait)
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
            stat_view(key, stat, value.values.get(key), parsed.get(key), lang, home)
            for key, stat in (kind.stats.items() if kind else ())
        ],
    }
