"""The figures of a game on one page, for who tunes it: its quests, its studies, its profiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from printgen.analysis.resolve import ComputationError
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models import Quest
from printgen.content.models.study import Study
from printgen.content.theme import chart_theme_file, read_chart_theme
from printgen.mechanics.quest import study as studied
from printgen.mechanics.quest.heroes import select_heroes
from printgen.mechanics.quest.model import QuestQuestion
from printgen.mechanics.quest.solver import never_decisive
from printgen.reports.quest_charts import QUEST_CHARTS, questions
from printgen.typography.labels import labels
from printgen.typography.text import say
from printgen.views.charts import chart_view, study_chart_view
from printgen.views.directives import roster_view
from printgen.views.game import game_view
from printgen.views.studies import study_view, tables_view

View = dict[str, Any]


def report_view(library: Library, game: str, lang: str) -> View:
    """What the template of a report sees. `sections` is empty where there is nothing to compute."""
    content = library.games[game]
    words = labels(library.folders, content.game.theme, lang)
    look, _ = read_chart_theme(
        library.folders, chart_theme_file(library.folders, content.game.theme)
    )
    used: set[str] = set()
    sections = list(_quests(library, content, lang, words, used))
    others = [study for name, study in content.studies.items() if name not in used]
    if others:
        items = [_item(library, study, lang) for study in others]
        sections.append(_section("studies", words["report_studies"], items))
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


def _section(id: str, title: str, items: list[View], remark: str = "") -> View:
    return {"id": id, "title": title, "items": items, "remark": remark}


def _item(library: Library, study: Entry[Study], lang: str) -> View:
    """A study as its chart and its tables."""
    view = study_view(library, study, lang)
    return {**view, "chart": study_chart_view(library, study, lang)}


# --- quests ----------------------------------------------------------------------------------


def _quests(
    library: Library, content: GameContent, lang: str, words: dict[str, str], used: set[str]
) -> Iterator[View]:
    """A section a quest that the solver understands. Studies that it holds are noted in `used`."""
    for quest in content.quests.values():
        try:
            items = [
                _told(library, content, question, lang, words, used)
                for question in questions(quest.id)
            ]
            remark = _remark(library, content, quest, words)
        except ComputationError:
            continue
        title = say(quest.value.title, lang, content)
        yield _section(f"quest-{quest.id}", title, items, remark)


def _told(
    library: Library,
    content: GameContent,
    question: QuestQuestion,
    lang: str,
    words: dict[str, str],
    used: set[str],
) -> View:
    """The answer to a question about a quest: the game's own study of it, where it has one."""
    for name, study in content.studies.items():
        if getattr(study.value, "quest", None) == question:
            used.add(name)
            return _item(library, study, lang)
    found = studied.quest(library, content.id, question)()
    title, note = words[f"quest_{question.gives}"], words[f"quest_{question.gives}_note"]
    kind = QUEST_CHARTS[question.gives]
    return {
        "id": f"{question.quests[0]}-{question.gives}",
        **tables_view(library, content.id, found, lang, title=title, note=note),
        "chart": chart_view(library, content.id, found, kind, lang, title=title, note=note),
    }


def _remark(
    library: Library, content: GameContent, quest: Entry[Quest], words: dict[str, str]
) -> Markup:
    """Which steps of a quest never decide anything."""
    model = studied.quest_model(content, quest)
    heroes = select_heroes(library, content.id, [])
    steps = never_decisive(studied.journeys(model, heroes, "best"))
    listed = ", ".join(map(str, steps)) or words["report_none"]
    return Markup("{} {}.").format(Markup(words["report_never"]), Markup(listed))  # noqa: S704


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
