"""Searches for markers on a table."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "search",
    Path(__file__).parent,
    mechanic="printgen.extras.search.mechanic:SEARCH",
)
