"""Entries to spreadsheets and back to YAML, and shared sheets on the web."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "spreadsheets",
    Path(__file__).parent,
    commands={"sheet": "printgen.extras.spreadsheets.commands:sheet"},
)
