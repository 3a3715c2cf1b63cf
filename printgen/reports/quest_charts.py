"""What is drawn of every quest, by `printgen simulate` and in reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printgen.mechanics.quest.model import QuestQuestion

# What is asked, and how its answer is drawn. Labels: `quest_win`, `quest_win_note`…
QUEST_CHARTS = {
    "win": "bars",
    "deaths": "panels",
    "life": "lines",
    "armour": "lines",
    "hopeless": "panels",
}


def questions(quest: str, heroes: Iterable[str] = ()) -> Iterator[QuestQuestion]:
    """What is asked of a quest, about some heroes or all of them."""
    for gives in QUEST_CHARTS:
        asked = {"quests": [quest], "gives": gives, "heroes": list(dict.fromkeys(heroes))}
        yield QuestQuestion.model_validate(asked)
