"""Entries as the plain data that templates see, in one language."""

from __future__ import annotations

import re
from typing import Any

from markupsafe import Markup

from printgen.analysis.stat_values import Reading, StatError, blocks, read_stat
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models import Noted, Profile, Roll, Table, Text, Trait
from printgen.content.models.game import Stat
from printgen.typography.text import plain, say
from printgen.typography.typeset import typeset

View = dict[str, Any]


def game_view(content: GameContent, lang: str) -> View:
    """What `game.yaml` declares."""
    view: View = plain(content.game, lang, content)
    return {"id": content.id, **view}


def _cell(library: Library, key: str, stat: Stat, raw: Any, lang: str, home: GameContent) -> View:
    """A stat and its value; `text` is empty where the profile does not give one."""
    try:
        reading = None if raw is None else read_stat(stat, raw)
    except StatError:
        reading = None
    noted = raw if isinstance(raw, Noted) else None
    return {
        "key": key,
        "value": "" if noted or raw is None else raw,
        "label": say(stat.label, lang, home),
        "name": say(stat.name or stat.label, lang, home),
        "text": _said(stat, reading, lang, home),
        "numbers": list(reading.numbers) if reading else [],
        "note": say(noted.note, lang, home) if noted and noted.note else "",
        "badge": stat.badge,
        "type": stat.type,
    }


def _said(stat: Stat, reading: Reading | None, lang: str, home: GameContent) -> str:
    """A value as it is printed: a choice by the label of its option."""
    if reading is None:
        return ""
    option = stat.options.get(reading.text)
    return say(option, lang, home) if option else reading.text


def stat_blocks(
    library: Library, profile: Entry[Profile], lang: str, changes: dict[str, Any] | None = None
) -> dict[str, View]:
    """Every stat line of the project with the values that the profile has for it.

    By `game/line`; also by `line` alone, where the profile's own game comes first. `changes` stand
    in for the profile's own values.
    """
    found = blocks(library, profile, changes)
    given = {(block.game, block.line_id): block.values for block in found}
    views: dict[str, View] = {}
    own_game_last = sorted(library.games.values(), key=lambda c: c.id == profile.game)
    for home in own_game_last:
        for name, line in home.game.stat_lines.items():
            values = given.get((home.id, name), {})
            cells = [
                _cell(library, key, stat, values.get(key), lang, home)
                for key, stat in line.stats.items()
            ]
            views[f"{home.id}/{name}"] = views[name] = {
                "game": home.id,
                "id": name,
                "label": say(line.label, lang, home),
                "cells": cells,
                "by_key": {cell["key"]: cell for cell in cells},
                "given": (home.id, name) in given,
            }
    return views


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
            _cell(library, key, stat, value.values.get(key), lang, home)
            for key, stat in (kind.stats.items() if kind else ())
        ],
    }


def profile_view(
    library: Library, profile: Entry[Profile], lang: str, changes: dict[str, Any] | None = None
) -> View:
    """A figure: its words, its stat blocks, and its traits with those that they bring.

    `changes` are values that stand in for its own.
    """
    home = library.games[profile.game]
    value = profile.value
    all_blocks = stat_blocks(library, profile, lang, changes)
    return {
        "kind": "profile",
        "id": profile.id,
        "game": profile.game,
        "name": say(value.name, lang, home),
        "epithet": say(value.epithet, lang, home) if value.epithet else "",
        "story": say(value.story, lang, home) if value.story else "",
        "image": f"content/{profile.game}/{value.image}" if value.image else "",
        "vignette": value.vignette or "",
        "plan": value.plan or "",
        "keywords": [say(word, lang, home) for word in value.keywords],
        "blocks": all_blocks,
        "given": [b for key, b in all_blocks.items() if "/" in key and b["given"]],
        "traits": [trait_view(library, trait, lang) for trait in library.traits_of(profile)],
    }


def table_view(content: GameContent, table: Entry[Table], lang: str) -> View:
    """A table as a head and rows of cells, whatever its shape."""
    value = table.value
    view: View = {
        "id": table.id,
        "title": say(value.title, lang, content),
        "note": say(value.note, lang, content) if value.note else "",
        "roll": _roll(value.roll, lang, content) if value.roll else "",
        "matrix": None,
        "columns": [say(text, lang, content) for text in value.columns.values()],
        "keys": list(value.columns),
        "rows": [_row(value, row, lang, content) for row in value.rows],
    }
    if value.matrix:
        ranks = content.game.scales[value.matrix.scale].ranks
        matrix = plain(value.matrix, lang, content)
        view["matrix"] = {
            "rows_label": matrix["rows_label"],
            "columns_label": matrix["columns_label"],
            "columns": [say(ranks[name].label, lang, content) for name in value.matrix.columns],
            "rows": [
                {
                    "label": say(ranks[name].label, lang, content),
                    "cells": [
                        {"text": str(cell), "impossible": cell == value.matrix.impossible}
                        for cell in value.matrix.cells[name]
                    ],
                }
                for name in value.matrix.rows
            ],
        }
    return view


def _row(table: Table, row: dict[str, Text], lang: str, content: GameContent) -> View:
    """The cells of a row; the totals of a roll with a dash between them."""
    cells: View = plain(row, lang, content)
    if table.roll and table.roll.column in cells:
        column = table.roll.column
        cells[column] = Markup(re.sub(r"(?<=\d)-(?=\d)", "–", cells[column]))  # noqa: S704 - typeset
    return cells


def _roll(roll: Roll, lang: str, content: GameContent) -> str:
    """What is rolled on a table: the dice, and what is added with its range."""
    parts = [typeset(roll.dice.upper(), lang)]
    for part in roll.plus:
        limits = f" ({part.min} – {part.max})".replace("-", "−")
        parts.append(Markup(say(part.label, lang, content)) + limits)  # noqa: S704 - typeset
    return Markup(" + ").join(parts)


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
