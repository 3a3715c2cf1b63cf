"""Cutting machines: sheets with their marks, the paths to cut, and pictures of sheets."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "cutting",
    Path(__file__).parent,
    needs=("page_pictures",),
    cutters={
        "silhouette": "printgen.extras.cutting.cutter:SILHOUETTE",
        "cricut": "printgen.extras.cutting.cutter:CRICUT",
        "brother": "printgen.extras.cutting.cutter:BROTHER",
        "plain": "printgen.extras.cutting.cutter:PLAIN",
    },
    lists={"cutters": "printgen.extras.cutting.machines:machine_rows"},
)
