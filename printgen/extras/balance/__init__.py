"""Wishes for the figures of a game, and the fewest changes that fulfil them."""

from pathlib import Path

from printgen.extra import Directive, Extra

EXTRA = Extra(
    "balance",
    Path(__file__).parent,
    needs=("battles", "editing", "reports"),
    used_by=("wishes",),
    checks="printgen.extras.balance.wishes:CHECKS",
    commands={"balance": "printgen.extras.balance.commands:balance"},
    kinds={"wishes": "printgen.extras.balance.model:Wish"},
    views={"wishes": "printgen.extras.balance.report:wish_view"},
    directives={
        "wish": Directive(
            "wishes",
            "A wish for the feel of the game, as a table: its limits, the values, and what it "
            "would take to meet them.",
        )
    },
)
