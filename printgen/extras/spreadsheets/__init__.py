"""Entries to spreadsheets and back to YAML, entries from JSON, and shared sheets on the web."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "spreadsheets",
    Path(__file__).parent,
    needs=("editing",),
    readers={".json": "printgen.extras.spreadsheets.records:read_records"},
    commands={"sheet": "printgen.extras.spreadsheets.commands:sheet"},
)
