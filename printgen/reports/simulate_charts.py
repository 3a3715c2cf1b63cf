"""The chart files of `printgen simulate`: each chart as SVG and PNG."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from printgen.content.library import Library
from printgen.layout.jobs import Engine
from printgen.mechanics.quest.study import quest
from printgen.reports.chart_files import write_charts_of, write_files
from printgen.reports.quest_charts import QUEST_CHARTS, chart_questions
from printgen.reports.selection import language, quest_of
from printgen.typography.labels import labels
from printgen.typography.text import say
from printgen.views.charts import chart_view


def write_charts(
    library: Library,
    target: str,
    names: Iterable[str],
    lang: str | None,
    folder: Path,
    engine: Engine,
) -> list[Path]:
    """Write the charts of the quest `target` (`game/quest`) to `folder`.

    `names` are the ids of the heroes (default: all). Returns the paths, for example
    `iron-throne-deaths.svg`. Raises ComputationError if the quest cannot be solved, and
    ProjectError if the folder cannot be written.
    """
    content, entry = quest_of(library, target)
    lang = language(content, lang)
    write_files(folder, {})  # fail before the long computation
    words = labels(library.folders, content.game.theme, lang)
    views = {}
    title = say(entry.value.title, lang, content)
    for question in chart_questions(entry.id, names):
        found, kind = quest(library, content.id, question)(), QUEST_CHARTS[question.gives]
        note = words[f"quest_{question.gives}_note"]
        view = chart_view(library, content.id, found, kind, lang, title=title, note=note)
        views[f"{entry.id}-{question.gives}"] = view
    return write_charts_of(views, folder, engine)
