"""The standard charts of a quest and its section of a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from markupsafe import Markup

from printgen.content.library import Entry, GameContent, Library
from printgen.extras.quest import study as quest_study
from printgen.extras.quest.heroes import select_heroes
from printgen.extras.quest.model import Quest, QuestQuestion
from printgen.extras.quest.simulation import quest_of
from printgen.extras.quest.solver import never_decisive
from printgen.extras.quest.study import quest
from printgen.extras.reports.chart_files import write_charts_of, write_files
from printgen.extras.reports.sections import SectionView, StudyItemView, study_item
from printgen.layout.jobs import JobRunner
from printgen.products.target import language
from printgen.rules.resolve import ComputationError
from printgen.typography.labels import labels
from printgen.typography.text import say
from printgen.views.charts import chart_view
from printgen.views.studies import result_tables_view

# --- the standard charts of a quest, for `printgen simulate` and for reports ----------------------


# Statistic and chart kind. The title label of `win` is `quest_win`, its note `quest_win_note`.
QUEST_CHARTS = {
    "win": "bars",
    "deaths": "panels",
    "life": "lines",
    "armour": "lines",
    "hopeless": "panels",
}


def chart_questions(quest: str, heroes: Iterable[str] = ()) -> Iterator[QuestQuestion]:
    """The question behind each standard chart of a quest, for the named heroes (default: all)."""
    for gives in QUEST_CHARTS:
        asked = {"quests": [quest], "gives": gives, "heroes": list(dict.fromkeys(heroes))}
        yield QuestQuestion.model_validate(asked)


# --- the chart files of `printgen simulate`: each chart as SVG and PNG ----------------------------


def write_charts(
    library: Library,
    target: str,
    names: Iterable[str],
    lang: str | None,
    folder: Path,
    runner: JobRunner,
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
    return write_charts_of(views, folder, runner)


# --- the sections of a report about quests --------------------------------------------------------


def quest_sections(
    library: Library, content: GameContent, lang: str, words: dict[str, str], used: set[str]
) -> Iterator[SectionView]:
    """One section per quest that can be solved. Adds the ids of the studies it shows to `used`."""
    for entry in content.of_kind("quests").values():
        try:
            items = [
                _question_item(library, content, question, lang, words, used)
                for question in chart_questions(entry.id)
            ]
            remark = _remark(library, content, entry, words)
        except ComputationError:
            continue
        title = say(entry.value.title, lang, content)
        yield {"id": f"quest-{entry.id}", "title": title, "items": items, "remark": remark}


def _question_item(
    library: Library,
    content: GameContent,
    question: QuestQuestion,
    lang: str,
    words: dict[str, str],
    used: set[str],
) -> StudyItemView:
    """The answer to a question: by the game's own study of it, if there is one."""
    for name, study in content.studies.items():
        if getattr(study.value, "quest", None) == question:
            used.add(name)
            return study_item(library, study, lang)
    found = quest_study.quest(library, content.id, question)()
    title, note = words[f"quest_{question.gives}"], words[f"quest_{question.gives}_note"]
    kind = QUEST_CHARTS[question.gives]
    return {
        "id": f"{question.quests[0]}-{question.gives}",
        **result_tables_view(library, content.id, found, lang, title=title, note=note),
        "chart": chart_view(library, content.id, found, kind, lang, title=title, note=note),
    }


def _remark(
    library: Library, content: GameContent, quest: Entry[Quest], words: dict[str, str]
) -> Markup:
    """The steps of a quest that are never decisive, as a sentence."""
    model = quest_study.quest_model(content, quest)
    heroes = select_heroes(library, content.id, [])
    steps = never_decisive(quest_study.journeys(library.store, model, heroes, "best"))
    listed = ", ".join(map(str, steps)) or words["report_none"]
    return Markup("{} {}.").format(Markup(words["report_never"]), Markup(listed))  # noqa: S704
