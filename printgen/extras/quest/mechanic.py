"""Solo quests of numbered steps and fights by cards."""

from printgen.extras.quest.example import resolve_fight, resolve_journey, wrong_fight, wrong_journey
from printgen.extras.quest.model import FightExample, JourneyExample, QuestQuestion
from printgen.extras.quest.rows import QuestRows
from printgen.extras.quest.study import quest as quest_study
from printgen.extras.quest.view import fight_view, journey_view
from printgen.rules.mechanic import ExampleKind, Mechanic, Question

QUEST = Mechanic(
    "quest",
    questions={"quest": Question(QuestQuestion, quest_study, QuestRows())},
    examples={
        "fight": ExampleKind(
            FightExample, resolve_fight, wrong_fight, fight_view, keep_together=False
        ),
        "journey": ExampleKind(
            JourneyExample, resolve_journey, wrong_journey, journey_view, keep_together=False
        ),
    },
)
