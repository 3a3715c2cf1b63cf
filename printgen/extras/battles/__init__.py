"""Battles of scenarios, played many times, and what figures are worth in them."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "battles",
    Path(__file__).parent,
    needs=("dice", "reports"),
    questions={"battle": "printgen.extras.battles.study:BATTLE"},
    sections="printgen.extras.battles.results:battle_sections",
    commands={"worth": "printgen.extras.battles.commands:worth"},
)
