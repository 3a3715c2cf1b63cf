"""A test page that measures how far a printer shifts the backs."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "calibration",
    Path(__file__).parent,
    commands={"calibrate": "printgen.extras.calibration.commands:calibrate"},
)
