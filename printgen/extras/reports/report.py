"""The report of a game for balancing it: its quests, battles, studies and profiles, as a page and a
PDF.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TypedDict

from printgen.content.library import GameContent, Library
from printgen.content.theme import chart_theme_file, read_chart_theme
from printgen.extra import extra, parts
from printgen.extras.reports.pages import page_task, web_page, with_metadata
from printgen.extras.reports.sections import SectionView, study_item
from printgen.layout.jobs import JobRunner, lay_out
from printgen.press.staging import publish
from printgen.problems import Problem, has_errors
from printgen.products.target import game_of, language
from printgen.rules.resolve import ComputationError
from printgen.rules.study_results import format_number
from printgen.typography.labels import labels
from printgen.typography.text import plain_words, say
from printgen.views.directives import statlines_view
from printgen.views.game import GameView, game_view

# --------------------------------------------------------------------------------------------------
# The view of a report: the quests, battles, studies and profiles of a game, for balancing it.


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
    wishes: list[Mapping[str, object]]
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
    for part in parts("sections"):
        sections += part(library, content, lang, words, used)
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


def _wishes(library: Library, content: GameContent, lang: str) -> Iterator[Mapping[str, object]]:
    """The wishes that can be answered."""
    if extra("balance") is None:
        return
    from printgen.extras.balance.view import wish_view

    for wish in content.of_kind("wishes").values():
        with suppress(ComputationError):
            yield wish_view(library, wish, lang)


def _audit_score(library: Library, game: str, lang: str) -> str:
    if extra("audit") is None:
        return ""
    from printgen.extras.audit.audit import known_audit

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


# --- the report of a game: one self-contained HTML file, and the same content as a PDF ------------


class NothingToReport(Exception):
    """The game has neither studies, quests that can be solved nor battles."""


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """The files written, with their sizes in bytes, and the problems of the layout.

    Paths are relative to the project. If a problem is an error, no file was written.
    """

    files: dict[str, int]
    problems: list[Problem]


def report(
    library: Library, game: str, runner: JobRunner, langs: Iterable[str] = ()
) -> WrittenReport:
    """Write the report of a game to `out/` in the given languages (default: all).

    Raises ComputationError, NothingToReport, and ProjectError if `out/` cannot be written.
    """
    content = game_of(library, game)
    langs = [language(content, lang) for lang in langs] or content.game.languages
    files: dict[str, bytes] = {}
    problems: list[Problem] = []
    views = [report_view(library, game, lang) for lang in dict.fromkeys(langs)]
    if not any(view["sections"] for view in views):
        raise NothingToReport(f"'{game}' has no studies, no solvable quests and no battles")
    tasks = [page_task("_shared/report", game, "report", view["lang"], view) for view in views]
    outcomes = lay_out(runner, tasks)
    for view, outcome in zip(views, outcomes, strict=True):
        problems += outcome.problems
        if not has_errors(problems):
            name = f"out/{game}/report.{view['lang']}"
            files[f"{name}.html"] = page(view).encode()
            files[f"{name}.pdf"] = with_metadata(
                library, game, _title(view), view["lang"], outcome.result
            )
    if has_errors(problems):
        return WrittenReport({}, problems)
    publish(library.folders, files, [_manifest_record(game, path) for path in files])
    return WrittenReport({path: len(content) for path, content in files.items()}, problems)


def _manifest_record(game: str, path: str) -> dict[str, str]:
    """A file's record in the manifest."""
    lang = path.rsplit(".", 2)[1]
    return {"id": f"{game}/report", "game": game, "output": "report", "lang": lang, "path": path}


def page(view: ReportView) -> str:
    """The report as one HTML file, including styles, fonts and drawings."""
    return web_page("_shared/report-page.html.j2", view, view["look"])


def _title(view: ReportView) -> str:
    return f"{plain_words(view['game']['title'])} – {plain_words(view['labels']['report'])}"
