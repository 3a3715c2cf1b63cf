"""Solo quests of numbered steps and fights by cards."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "quest",
    Path(__file__).parent,
    needs=("browser", "reports"),
    mechanic="printgen.extras.quest.mechanic:QUEST",
    sections="printgen.extras.quest.report:quest_sections",
    pages={"quest": "printgen.extras.quest.page:quest_page"},
)
