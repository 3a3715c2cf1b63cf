"""Texts for translators, as PO files, and back."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "translation",
    Path(__file__).parent,
    needs=("editing",),
    used_by=("texts",),
    checks="printgen.extras.translation.status:CHECKS",
    commands={"texts": "printgen.extras.translation.commands:texts"},
)
