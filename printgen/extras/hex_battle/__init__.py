"""Battles by playing cards on hexes: attacks and parries, losses, morale."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "hex_battle",
    Path(__file__).parent,
    needs=("battles", "examples", "hex_maps"),
    game_keys={"hex_battles": "printgen.extras.hex_battle.model:HexBattles"},
    used_by=("hex_battles",),
    checks="printgen.extras.hex_battle.tables:CHECKS",
    questions={"parry": "printgen.extras.hex_battle.parry:PARRY_QUESTION"},
    examples={
        "parry": "printgen.extras.hex_battle.parry:PARRY_EXAMPLE",
        "losses": "printgen.extras.hex_battle.examples:LOSSES",
        "morale": "printgen.extras.hex_battle.examples:MORALE",
    },
    battles="printgen.extras.hex_battle.battle_rules:BATTLES",
)
