"""The languages of a game side by side: what differs between a text and its translation."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "comparison", Path(__file__).parent, checks="printgen.extras.comparison.checks:CHECKS"
)
