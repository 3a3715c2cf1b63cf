"""The charts of a quest that `printgen simulate` writes, each as SVG and as PNG."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from printgen.figures.chart_files import chart_svg, charts_png
from printgen.figures.named import language, quest_of
from printgen.library import Library
from printgen.models.study import QuestQuestion
from printgen.outputs.charts import chart_view
from printgen.outputs.views import labels
from printgen.project import ProjectError
from printgen.render.view import say
from printgen.rules.studies.quests import quest

# What is drawn, and how.
CHARTS = {
    "win": "bars",
    "deaths": "panels",
    "life": "lines",
    "armour": "lines",
    "hopeless": "panels",
}


def write_charts(
    library: Library, target: str, names: Iterable[str], lang: str | None, folder: Path
) -> list[Path]:
    """Draw how heroes (all when none is named) fare in the quest `game/quest`, into `folder`.

    Returns the files: `iron-throne-deaths.svg` and the like. Raises Unanswerable, and ProjectError
    where the folder cannot be written.
    """
    content, entry = quest_of(library, target)
    lang = language(content, lang)
    _write(folder, {})  # before the work, rather than after it
    words = labels(library.folders, content.game.theme, lang)
    views = []
    for gives, kind in CHARTS.items():
        asked = {"quests": [entry.id], "gives": gives, "heroes": list(dict.fromkeys(names))}
        found = quest(library, content.id, QuestQuestion.model_validate(asked))()
        title, note = say(entry.value.title, lang, content), words[f"simulate_{gives}"]
        views.append(chart_view(library, content.id, found, kind, lang, title=title, note=note))
    files: dict[str, bytes] = {}
    pictures = charts_png(library.folders, views)
    for gives, view, picture in zip(CHARTS, views, pictures, strict=True):
        files[f"{entry.id}-{gives}.svg"] = chart_svg(library.folders, view).encode()
        files[f"{entry.id}-{gives}.png"] = picture
    return _write(folder, files)


def _write(folder: Path, files: dict[str, bytes]) -> list[Path]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
    except OSError as error:
        raise ProjectError(f"cannot write {folder}: {error.strerror}") from error
    return [folder / name for name in files]
