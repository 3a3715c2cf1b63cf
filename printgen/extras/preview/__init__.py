"""The live preview: the products of a project in a browser, as they will print."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "preview",
    Path(__file__).parent,
    needs=("page_pictures",),
    commands={"serve": "printgen.extras.preview.commands:serve"},
)
