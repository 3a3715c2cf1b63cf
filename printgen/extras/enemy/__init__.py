"""The enemy of games without an opponent: searches, reserves, action plans and cards."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "enemy",
    Path(__file__).parent,
    needs=("browser", "dice", "examples"),
    game_keys={"enemy": "printgen.extras.enemy.model:EnemyRules"},
    used_by=("enemy",),
    checks="printgen.extras.enemy.rules:CHECKS",
    questions={
        "search": "printgen.extras.enemy.search:SEARCH",
        "waves": "printgen.extras.enemy.search:WAVES",
    },
    examples={"activation": "printgen.extras.enemy.activation:ACTIVATION"},
    tools=("printgen.extras.enemy.tool:ENEMY",),
)
