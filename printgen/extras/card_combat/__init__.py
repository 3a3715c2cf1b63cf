"""Attacks and parries by playing cards."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "card_combat",
    Path(__file__).parent,
    mechanic="printgen.extras.card_combat.mechanic:CARD_COMBAT",
)
