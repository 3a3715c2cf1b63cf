"""Tests of dice: sums and single dice."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "dice",
    Path(__file__).parent,
    mechanic="printgen.extras.dice.mechanic:DICE",
)
