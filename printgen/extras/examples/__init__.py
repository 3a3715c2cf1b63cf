"""Worked examples, whose figures the rules compute."""

from pathlib import Path

from printgen.extra import Directive, Extra

EXTRA = Extra(
    "examples",
    Path(__file__).parent,
    used_by=("examples",),
    checks="printgen.extras.examples.checks:CHECKS",
    kinds={"examples": "printgen.extras.examples.model:EXAMPLE"},
    views={"examples": "printgen.extras.examples.views:example_view"},
    directives={
        "example": Directive(
            "examples",
            "A worked example, with the figures that the rules compute.",
            referable=True,
        )
    },
)
