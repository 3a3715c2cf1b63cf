"""The charts of a quest that `printgen simulate` writes, each as SVG and as PNG."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from printgen.content.library import Library
from printgen.mechanics.quest.study import quest
from printgen.project import ProjectError
from printgen.reports.chart_files import chart_svg, charts_png
from printgen.reports.quest_charts import QUEST_CHARTS, questions
from printgen.reports.selection import language, quest_of
from printgen.typography.labels import labels
from printgen.typography.text import say
from printgen.views.charts import chart_view


def write_charts(
    library: Library, target: str, names: Iterable[str], lang: str | None, folder: Path
) -> list[Path]:
    """Draw how heroes (all when none is named) fare in the quest `game/quest`, into `folder`.

    Returns the files: `iron-throne-deaths.svg` and the like. Raises ComputationError, and
    ProjectError when the folder cannot be written.
    """
    content, entry = quest_of(library, target)
    lang = language(content, lang)
    _write(folder, {})  # before the work, rather than after it
    words = labels(library.folders, content.game.theme, lang)
    views = []
    asked = list(questions(entry.id, names))
    title = say(entry.value.title, lang, content)
    for question in asked:
        found, kind = quest(library, content.id, question)(), QUEST_CHARTS[question.gives]
        note = words[f"quest_{question.gives}_note"]
        views.append(chart_view(library, content.id, found, kind, lang, title=title, note=note))
    files: dict[str, bytes] = {}
    pictures = charts_png(library.folders, views)
    for question, view, picture in zip(asked, views, pictures, strict=True):
        files[f"{entry.id}-{question.gives}.svg"] = chart_svg(view).encode()
        files[f"{entry.id}-{question.gives}.png"] = picture
    return _write(folder, files)


def _write(folder: Path, files: dict[str, bytes]) -> list[Path]:
    """Write files beside their places and rename them when all are whole: nothing is left half
    done, and a link that somebody laid there is replaced rather than followed.
    """
    parts = {folder / f".{name}.printgen-part": folder / name for name in files}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for part, content in zip(parts, files.values(), strict=True):
            part.unlink(missing_ok=True)
            with part.open("xb") as stream:
                stream.write(content)
        for part, path in parts.items():
            part.replace(path)
    except OSError as error:
        raise ProjectError(f"cannot write {folder}: {error.strerror}") from error
    finally:
        with suppress(OSError):
            for part in parts:
                part.unlink(missing_ok=True)
    return list(parts.values())
