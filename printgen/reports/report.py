"""The report of a game: one self-contained HTML file, and the same content as a PDF."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from printgen.content.library import Library
from printgen.layout.jobs import Engine, lay_out
from printgen.press.staging import publish
from printgen.problems import Problem, has_errors
from printgen.reports.pages import page_task, web_page, with_metadata
from printgen.reports.report_context import ReportView, report_view
from printgen.reports.selection import game_of, language
from printgen.typography.text import plain_words


class NothingToReport(Exception):
    """The game has neither studies, quests that can be solved nor battles."""


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """The files written, with their sizes in bytes, and the problems of the layout.

    Paths are relative to the project. If a problem is an error, no file was written.
    """

    files: dict[str, int]
    problems: list[Problem]


def report(library: Library, game: str, engine: Engine, langs: Iterable[str] = ()) -> WrittenReport:
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
    outcomes = lay_out(engine, tasks)
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
