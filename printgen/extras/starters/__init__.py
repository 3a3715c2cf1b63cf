"""New games and themes to start from, and schemas of their files for editors."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "starters",
    Path(__file__).parent,
    needs=("editing",),
    commands={
        "new": "printgen.extras.starters.commands:new",
        "theme": "printgen.extras.starters.commands:theme",
        "schema": "printgen.extras.starters.commands:schema",
    },
)
