"""Plans of tables in scenarios: areas, distances and lines of fire."""

from pathlib import Path

from printgen.extra import Directive, Extra

EXTRA = Extra(
    "table_plans",
    Path(__file__).parent,
    used_by=("scenarios",),
    checks="printgen.extras.table_plans.checks:CHECKS",
    directives={
        "layout": Directive(
            "scenarios",
            "The plan of the table of a scenario, with its legend, and nothing else of it.",
            referable=True,
            view="printgen.extras.table_plans.views:layout_view",
            fault="printgen.extras.table_plans.checks:layout_fault",
        )
    },
)
