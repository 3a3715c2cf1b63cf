"""Odds, simulations and reports."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "reports",
    Path(__file__).parent,
    needs=("charts", "exports", "page_pictures"),
    commands={
        "odds": "printgen.extras.reports.commands:odds",
        "simulate": "printgen.extras.reports.commands:simulate",
        "report": "printgen.extras.reports.commands:report",
    },
)
