"""The figures of a game on one page, for who tunes it: its quests, its studies, its profiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from printgen.content.library import GameContent, Library
from printgen.content.theme import chart_theme_file, read_chart_theme
from printgen.mechanics.table import has_mechanic
from printgen.reports.report_sections import section, study_item
from printgen.typography.labels import labels
from printgen.typography.text import say
from printgen.views.directives import roster_view
from printgen.views.game import game_view

View = dict[str, Any]


def report_view(library: Library, game: str, lang: str) -> View:
    """What the template of a report sees. `sections` is empty where there is nothing to compute."""
    content = library.games[game]
    words = labels(library.folders, content.game.theme, lang)
    look, _ = read_chart_theme(
        library.folders, chart_theme_file(library.folders, content.game.theme)
    )
    used: set[str] = set()
    sections: list[View] = []
    if has_mechanic("quest"):
        # Imported here, as printgen may lack the mechanic.
        from printgen.reports.quest_sections import quest_sections

        sections += quest_sections(library, content, lang, words, used)
    others = [study for name, study in content.studies.items() if name not in used]
    if others:
        items = [study_item(library, study, lang) for study in others]
        sections.append(section("studies", words["report_studies"], items))
    return {
        "lang": lang,
        "labels": words,
        "game": game_view(content, lang),
        "look": look.model_dump(),
        "accent": content.game.accent or look.accent or look.ink,
        "sections": sections,
        "rosters": list(_rosters(library, content, lang)),
        "examples": len(content.examples),
    }


# --- profiles --------------------------------------------------------------------------------


def _rosters(library: Library, content: GameContent, lang: str) -> Iterator[View]:
    """A table of profiles for each stat line of the game, with the rules that they obey."""
    for name in content.game.stat_lines:
        roster = roster_view(library, content, name, lang)
        if not roster["rows"]:
            continue
        rows = [
            {"name": row["name"], "cells": [c["text"] for c in row["blocks"][name]["cells"]]}
            for row in roster["rows"]
        ]
        yield {
            "label": roster["label"],
            "columns": [cell["label"] for cell in roster["columns"]],
            "rows": rows,
            "constraints": [
                {"check": rule.check, "message": say(rule.message, lang, content)}
                for rule in content.game.constraints
                if rule.stat_line == name
            ],
        }
