"""The sections of a report about quests."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from printgen.analysis.resolve import ComputationError
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.quest import Quest
from printgen.mechanics.quest import study as quest_study
from printgen.mechanics.quest.heroes import select_heroes
from printgen.mechanics.quest.model import QuestQuestion
from printgen.mechanics.quest.solver import never_decisive
from printgen.reports.quest_charts import QUEST_CHARTS, chart_questions
from printgen.reports.report_sections import SectionView, StudyItemView, study_item
from printgen.typography.text import say
from printgen.views.charts import chart_view
from printgen.views.studies import result_tables_view


def quest_sections(
    library: Library, content: GameContent, lang: str, words: dict[str, str], used: set[str]
) -> Iterator[SectionView]:
    """One section per quest that can be solved. Adds the ids of the studies it shows to `used`."""
    for quest in content.quests.values():
        try:
            items = [
                _question_item(library, content, question, lang, words, used)
                for question in chart_questions(quest.id)
            ]
            remark = _remark(library, content, quest, words)
        except ComputationError:
            continue
        title = say(quest.value.title, lang, content)
        yield {"id": f"quest-{quest.id}", "title": title, "items": items, "remark": remark}


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
