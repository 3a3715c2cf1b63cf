"""Whether this machine has everything that printgen needs."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "doctor",
    Path(__file__).parent,
    commands={"doctor": "printgen.extras.doctor.commands:doctor"},
)
