"""Solo quests of numbered steps and fights by cards."""

from printgen.content.models.quest import Quest
from printgen.extras.quest import checks
from printgen.extras.quest.example import resolve_fight, resolve_journey, wrong_fight, wrong_journey
from printgen.extras.quest.model import FightExample, JourneyExample, QuestQuestion
from printgen.extras.quest.rows import QuestRows
from printgen.extras.quest.study import quest as quest_study
from printgen.extras.quest.view import fight_view, journey_view, quest_view
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
    checks=(
        checks.quest_rules_missing,
        checks.quest_rules_invalid,
        checks.step_shape,
        checks.step_order,
        checks.quest_length,
        checks.step_type_unknown,
        checks.step_enemy,
        checks.step_effect,
        checks.quest_unreachable,
        checks.quest_end,
        checks.step_odd,
    ),
    entries={"quests": Quest},
    entry_views={"quests": quest_view},
)
