"""Indexes: pages with small pictures of the cards of a game."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "card_index",
    Path(__file__).parent,
    checks="printgen.extras.card_index.model:CHECKS",
    products={"index": "printgen.extras.card_index.model:IndexProduct"},
    output_kinds={"index": "printgen.extras.card_index.kind:INDEX"},
)
