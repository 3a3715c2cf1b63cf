"""Charts of the answers to questions of chance, and flowcharts of action plans."""

from pathlib import Path

from printgen.extra import Directive, Extra

EXTRA = Extra(
    "charts",
    Path(__file__).parent,
    directives={
        "flowchart": Directive(
            "plans",
            "An action plan as a flowchart: its questions from the top down.",
            referable=True,
            view="printgen.extras.charts.views:flowchart_view",
            fault="printgen.extras.charts.steps:flow_fault",
        ),
        "chart": Directive(
            "studies",
            "The answer to a question of chance, as a chart.",
            referable=True,
            view="printgen.extras.charts.views:study_chart_view",
        ),
    },
)
