"""The enemy of games without an opponent: markers, action plans and cards."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "enemy",
    Path(__file__).parent,
    needs=("browser",),
    game_keys={"enemy": "printgen.extras.enemy.model:EnemyRules"},
    used_by=("enemy",),
    checks="printgen.extras.enemy.checks:CHECKS",
    tools=("printgen.extras.enemy.tool:ENEMY",),
)
