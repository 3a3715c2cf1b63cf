"""The chart files of `printgen simulate`: each chart as SVG and PNG."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from printgen.content.library import Library
from printgen.layout.jobs import Engine
from printgen.mechanics.quest.study import quest
from printgen.project import ProjectError
from printgen.reports.chart_files import chart_svg, charts_png
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
    _write_files(folder, {})  # fail before the long computation
    words = labels(library.folders, content.game.theme, lang)
    views = []
    questions = list(chart_questions(entry.id, names))
    title = say(entry.value.title, lang, content)
    for question in questions:
        found, kind = quest(library, content.id, question)(), QUEST_CHARTS[question.gives]
        note = words[f"quest_{question.gives}_note"]
        views.append(chart_view(library, content.id, found, kind, lang, title=title, note=note))
    files: dict[str, bytes] = {}
    images = charts_png(views, engine)
    for question, view, image in zip(questions, views, images, strict=True):
        files[f"{entry.id}-{question.gives}.svg"] = chart_svg(view).encode()
        files[f"{entry.id}-{question.gives}.png"] = image
    return _write_files(folder, files)


def _write_files(folder: Path, files: dict[str, bytes]) -> list[Path]:
    """Write all files under temporary names, then rename them.

    A failure leaves no partial file. A symbolic link with the name of a file is replaced, not
    followed. Raises ProjectError.
    """
    temporary = {folder / f".{name}.printgen-part": folder / name for name in files}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for part, content in zip(temporary, files.values(), strict=True):
            part.unlink(missing_ok=True)
            with part.open("xb") as stream:
                stream.write(content)
        for part, path in temporary.items():
            part.replace(path)
    except OSError as error:
        raise ProjectError(f"cannot write {folder}: {error.strerror}") from error
    finally:
        with suppress(OSError):
            for part in temporary:
                part.unlink(missing_ok=True)
    return list(temporary.values())
