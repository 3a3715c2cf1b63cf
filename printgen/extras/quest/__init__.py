"""Solo quests of numbered steps and fights by cards."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "quest",
    Path(__file__).parent,
    needs=("browser", "reports"),
    used_by=("quests",),
    checks="printgen.extras.quest.checks:CHECKS",
    kinds={"quests": "printgen.content.models.quest:Quest"},
    views={"quests": "printgen.extras.quest.view:quest_view"},
    mechanic="printgen.extras.quest.mechanic:QUEST",
    sections="printgen.extras.quest.report:quest_sections",
    pages={"quest": "printgen.extras.quest.page:quest_page"},
)
