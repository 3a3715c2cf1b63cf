"""Decks for Tabletop Simulator."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "tabletop",
    Path(__file__).parent,
    needs=("exports",),
    exports={"tabletop": "printgen.extras.tabletop.commands:tabletop"},
    channels={"tabletop": "printgen.extras.tabletop.deck:tabletop_channels"},
)
