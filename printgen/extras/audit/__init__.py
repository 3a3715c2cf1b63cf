"""Whether the checks notice wrong figures in prose."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "audit",
    Path(__file__).parent,
    needs=("editing",),
    commands={
        "audit": "printgen.extras.audit.commands:audit",
        "bind": "printgen.extras.audit.commands:bind",
    },
)
