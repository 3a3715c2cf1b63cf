"""Attacks of a power against a defence."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "power_attack",
    Path(__file__).parent,
    needs=("battles", "browser"),
    mechanic="printgen.extras.power_attack.mechanic:POWER_ATTACK",
    battles="printgen.extras.power_attack.battle_rules:BATTLES",
    tools=("printgen.extras.power_attack.tool:ATTACK",),
)
