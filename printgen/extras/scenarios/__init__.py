"""Checks of scenarios, and the plans of their tables: areas, distances and lines of fire."""

from pathlib import Path

from printgen.extra import Directive, Extra

EXTRA = Extra(
    "scenarios",
    Path(__file__).parent,
    used_by=("scenarios",),
    checks="printgen.extras.scenarios.checks:CHECKS",
    directives={
        "layout": Directive(
            "scenarios",
            "The plan of the table of a scenario, with its legend, and nothing else of it.",
            referable=True,
            view="printgen.extras.scenarios.views:layout_view",
            fault="printgen.extras.scenarios.table_plans:layout_fault",
        )
    },
)
