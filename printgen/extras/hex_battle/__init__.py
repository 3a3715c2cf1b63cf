"""Battles by playing cards on hexes."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "hex_battle",
    Path(__file__).parent,
    needs=("battles",),
    game_keys={"hex_battles": "printgen.extras.hex_battle.model:HexBattles"},
    used_by=("hex_battles",),
    checks="printgen.extras.hex_battle.checks:CHECKS",
    mechanic="printgen.extras.hex_battle.mechanic:HEX_BATTLE",
    battles="printgen.extras.hex_battle.battle_rules:BATTLES",
)
