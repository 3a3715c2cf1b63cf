"""Profiles and their stat blocks as plain data for templates."""

from __future__ import annotations

from typing import Any

from printgen.analysis.stat_values import stat_blocks_of
from printgen.content.library import Entry, Library
from printgen.content.models import Profile
from printgen.typography.text import say
from printgen.views.traits import stat_view, trait_view

View = dict[str, Any]


def stat_blocks(
    library: Library, profile: Entry[Profile], lang: str, changes: dict[str, Any] | None = None
) -> dict[str, View]:
    """Every stat line of the project with the values that the profile has for it.

    By `game/line`; also by `line` alone, where the profile's own game comes first. `changes` stand
    in for the profile's own values.
    """
    found = stat_blocks_of(library, profile, changes)
    given = {(block.game, block.line_id): block for block in found}
    views: dict[str, View] = {}
    own_game_last = sorted(library.games.values(), key=lambda c: c.id == profile.game)
    for home in own_game_last:
        for name, line in home.game.stat_lines.items():
            block = given.get((home.id, name))
            values = block.values if block else {}
            cells = [
                stat_view(
                    key, stat, values.get(key), block.parse(key) if block else None, lang, home
                )
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
