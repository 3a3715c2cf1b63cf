"""Modules for VASSAL."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "vassal",
    Path(__file__).parent,
    needs=("ebooks", "exports", "hex_maps", "page_pictures", "scenarios"),
    exports={"vassal": "printgen.extras.vassal.commands:vassal"},
    channels={"vassal": "printgen.extras.vassal.module:vassal_channels"},
)
