"""Hex maps to print: on tiles to join, or whole; counters to cut out; blank hexes."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "map_sheets",
    Path(__file__).parent,
    products={"hexmap": "printgen.content.models.page_products:HexmapProduct"},
    output_kinds={"hexmap": "printgen.extras.map_sheets.kind:HEXMAP"},
)
