"""Attacks of a power against a defence."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "power_attack",
    Path(__file__).parent,
    needs=("battles", "browser", "examples"),
    game_keys={"power_skirmish": "printgen.extras.power_attack.model:PowerSkirmish"},
    used_by=("power_skirmish",),
    checks="printgen.extras.power_attack.battle_rules:CHECKS",
    questions={"attack": "printgen.extras.power_attack.study:ATTACK"},
    examples={
        "attack": "printgen.extras.power_attack.attack:ATTACK",
        "melee_shot": "printgen.extras.power_attack.attack:MELEE_SHOT",
        "cover": "printgen.extras.power_attack.attack:COVER",
    },
    battles="printgen.extras.power_attack.battle_rules:BATTLES",
    tools=("printgen.extras.power_attack.tool:ATTACK",),
)
