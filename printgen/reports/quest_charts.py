"""The standard charts of a quest, for `printgen simulate` and for reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printgen.mechanics.quest.model import QuestQuestion

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
