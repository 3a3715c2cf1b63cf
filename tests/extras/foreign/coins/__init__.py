"""An extra that is not ours: coins that are flipped, and badges with the name of a profile."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "coins",
    Path(__file__).parent,
    needs=("exports",),
    mechanic="coins.flips:COINS",
    checks="coins.flips:CHECKS",
    output_kinds={"badge": "coins.badge:BADGE"},
    channels={"badges": "coins.badge:badge_channels"},
    commands={"flip": "coins.commands:flip"},
)
