"""Solo quests of numbered steps and fights by cards."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "quest",
    Path(__file__).parent,
    needs=("browser", "reports"),
    game_keys={"quests": "printgen.extras.quest.model:QuestRules"},
    used_by=("quests",),
    checks="printgen.extras.quest.checks:CHECKS",
    kinds={"quests": "printgen.extras.quest.model:Quest"},
    views={"quests": "printgen.extras.quest.view:quest_view"},
    directives={"quest": "printgen.extras.quest.view:quest_view"},
    mechanic="printgen.extras.quest.mechanic:QUEST",
    sections="printgen.extras.quest.report:quest_sections",
    pages={"quest": "printgen.extras.quest.page:quest_page"},
)
