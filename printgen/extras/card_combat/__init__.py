"""Attacks and parries by playing cards."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "card_combat",
    Path(__file__).parent,
    questions={"parry": "printgen.extras.card_combat.parry:PARRY_QUESTION"},
    examples={"parry": "printgen.extras.card_combat.parry:PARRY_EXAMPLE"},
)
