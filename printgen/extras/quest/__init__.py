"""Solo quests of numbered steps and fights by cards."""

from pathlib import Path

from printgen.extra import Directive, Extra

EXTRA = Extra(
    "quest",
    Path(__file__).parent,
    needs=("browser", "dice", "examples", "reports"),
    game_keys={"quests": "printgen.extras.quest.model:QuestRules"},
    used_by=("quests",),
    checks="printgen.extras.quest.checks:CHECKS",
    kinds={"quests": "printgen.extras.quest.model:Quest"},
    views={"quests": "printgen.extras.quest.example:quest_view"},
    directives={
        "quest": Directive(
            "quests",
            "A quest: its title, its steps as a table, its story interludes.",
            referable=True,
        ),
        "types": Directive("", "The types of quest steps with their signs, as a table."),
    },
    questions={"quest": "printgen.extras.quest.study:QUEST"},
    examples={
        "fight": "printgen.extras.quest.example:FIGHT",
        "journey": "printgen.extras.quest.example:JOURNEY",
    },
    sections="printgen.extras.quest.simulation:quest_sections",
    pages={"quest": "printgen.extras.quest.page:quest_page"},
)
