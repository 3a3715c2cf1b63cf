"""An extra that is not ours: coins that are flipped, and badges with the name of a profile."""

from pathlib import Path

from printgen.extra import Directive, Extra

EXTRA = Extra(
    "coins",
    Path(__file__).parent,
    needs=("browser", "exports"),
    game_keys={"purse": "coins.flips:Purse"},
    kinds={"mints": "coins.flips:Mint"},
    directives={"mint": Directive("mints", "A mint and its coins.", referable=True)},
    questions={"coins": "coins.flips:COINS"},
    checks="coins.flips:CHECKS",
    products={"badge": "coins.badge:BadgeProduct"},
    output_kinds={"badge": "coins.badge:BADGE"},
    channels={"badges": "coins.badge:badge_channels"},
    commands={"flip": "coins.commands:flip"},
    tools=("coins.page:COINS",),
)
