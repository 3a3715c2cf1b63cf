"""Searches for markers on a table."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "search",
    Path(__file__).parent,
    questions={
        "search": "printgen.extras.search.study:SEARCH",
        "waves": "printgen.extras.search.study:WAVES",
    },
)
