"""The view of a report: the quests, battles, studies and profiles of a game, for balancing it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TypedDict

from printgen.analysis.resolve import ComputationError
from printgen.analysis.study_results import format_number
from printgen.content.library import GameContent, Library
from printgen.content.theme import chart_theme_file, read_chart_theme
from printgen.mechanics.table import has_mechanic
from printgen.reports.audit.audit import known_audit
from printgen.reports.battle_sections import battle_sections
from printgen.reports.report_sections import SectionView, study_item
from printgen.typography.labels import labels
from printgen.typography.text import say
from printgen.views.directives import statlines_view
from printgen.views.game import GameView, game_view
from printgen.views.wishes import WishView, wish_view


class StatlineRowView(TypedDict):
    """A profile and its values."""

    name: str
    cells: list[str]


class RosterConstraintView(TypedDict):
    """A constraint on profiles: its expression and its message."""

    check: str
    message: str


class StatlineTableView(TypedDict):
    """The profiles with a stat line, and the constraints on them."""

    label: str
    columns: list[str]
    rows: list[StatlineRowView]
    constraints: list[RosterConstraintView]


class ReportView(TypedDict):
    """What the template of a report sees. `examples` is the number of worked examples, `audit` the
    share that the last audit of the same files caught; empty without one.
    """

    lang: str
    labels: dict[str, str]
    game: GameView
    look: dict[str, object]
    accent: str
    sections: list[SectionView]
    wishes: list[WishView]
    statline_tables: list[StatlineTableView]
    examples: int
    audit: str


def report_view(library: Library, game: str, lang: str) -> ReportView:
    """The view of a report. `sections` is empty if the game has nothing to compute."""
    content = library.games[game]
    words = labels(library.folders, content.game.theme, lang)
    look, _ = read_chart_theme(
        library.folders, chart_theme_file(library.folders, *content.game.theme_folders)
    )
    used: set[str] = set()
    sections: list[SectionView] = []
    if has_mechanic("quest"):
        # Import here: the mechanic may not be installed.
        from printgen.reports.quest_sections import quest_sections

        sections += quest_sections(library, content, lang, words, used)
    sections += battle_sections(library, content, lang, words, used)
    others = [study for name, study in content.studies.items() if name not in used]
    if others:
        items = [study_item(library, study, lang) for study in others]
        title = words["report_studies"]
        sections.append({"id": "studies", "title": title, "items": items, "remark": ""})
    return {
        "lang": lang,
        "labels": words,
        "game": game_view(content, lang),
        "look": look.model_dump(),
        "accent": content.game.accent or look.accent or look.ink,
        "sections": sections,
        "wishes": list(_wishes(library, content, lang)),
        "statline_tables": list(_statline_tables(library, content, lang)),
        "examples": len(content.examples),
        "audit": _audit_score(library, game, lang),
    }


def _wishes(library: Library, content: GameContent, lang: str) -> Iterator[WishView]:
    """The wishes that can be answered."""
    for wish in content.wishes.values():
        with suppress(ComputationError):
            yield wish_view(library, wish, lang)


def _audit_score(library: Library, game: str, lang: str) -> str:
    made = known_audit(library, game)
    return format_number(made.score / 100, "chance", lang, 1) if made else ""


# --- profiles --------------------------------------------------------------------------------


def _statline_tables(
    library: Library, content: GameContent, lang: str
) -> Iterator[StatlineTableView]:
    """One table of profiles per stat line of the game, with its constraints."""
    for name in content.game.stat_lines:
        statlines = statlines_view(library, content, name, lang)
        if not statlines["rows"]:
            continue
        rows: list[StatlineRowView] = [
            {"name": row["name"], "cells": [c["shown"] for c in row["blocks"][name]["cells"]]}
            for row in statlines["rows"]
        ]
        yield {
            "label": statlines["label"],
            "columns": [cell["label"] for cell in statlines["columns"]],
            "rows": rows,
            "constraints": [
                {"check": rule.check, "message": say(rule.message, lang, content)}
                for rule in content.game.constraints
                if rule.stat_line == name
            ],
        }
