"""Tests of dice: sums and single dice."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "dice",
    Path(__file__).parent,
    needs=("examples",),
    questions={"dice": "printgen.extras.dice.rolls:DICE"},
    examples={"trial": "printgen.extras.dice.rolls:TRIAL"},
)
