"""The demonstration games, for the tests of their content: entries, and the results of studies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from helpers import ROOT, real

from printgen import Project
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.table import Table
from printgen.rules.studies import answer
from printgen.rules.study_results import StudyResult
from printgen.views.scenarios import scenario_view

NAMES = sorted(path.parent.name for path in (ROOT / "content").glob("*/game.yaml"))


def game(project: Project, name: str) -> GameContent:
    return project.library.games[name]


def rows(table: Entry[Table], lang: str = "en") -> list[list[str]]:
    """The cells of a table, as text."""
    value = table.value
    return [[row[key][row[key].language_for(lang, "fr")] for key in row] for row in value.rows]


def forces(project: Project, name: str, scenario: str) -> Any:
    """The view model of a scenario, in English."""
    content = game(project, name)
    return scenario_view(project.library, content.scenarios[scenario], "en")


def asked(library: Library, game: str, study: str) -> StudyResult:
    """The result of a study."""
    return answer(library, library.games[game].studies[study])


def table(answer: StudyResult) -> dict[str, dict[str, Any]]:
    """The values of a result, by series and by column."""
    return {
        series.key: dict(zip(answer.keys, series.values, strict=True)) for series in answer.series
    }


def changed(root: Path, game: str, path: str, before: str, after: str) -> Library:
    """The library of a game in which one text is replaced."""
    file = real(root, game) / "content" / game / path
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1
    file.write_text(text.replace(before, after), encoding="utf-8")
    return Project(root).library
