"""Ornaments of backs, covers and cards: patterns and crests, as SVG."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "ornaments",
    Path(__file__).parent,
    functions={
        "crest": "printgen.extras.ornaments.ornament:crest",
        "ground": "printgen.extras.ornaments.ornament:ground",
        "pattern": "printgen.extras.ornaments.ornament:pattern",
    },
)
