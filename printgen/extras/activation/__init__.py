"""Figures that cards activate."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "activation",
    Path(__file__).parent,
    needs=("enemy",),
    examples={"activation": "printgen.extras.activation.example:ACTIVATION"},
)
