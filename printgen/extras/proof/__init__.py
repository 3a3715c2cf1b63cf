"""Proofs of decks: cards that are cut a little off, and as the colour blind see them."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "proof",
    Path(__file__).parent,
    needs=("colours", "exports", "page_pictures"),
    commands={"proof": "printgen.extras.proof.commands:proof"},
)
