"""The bundle of a game for itch.io, with the pictures of its page."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "itch",
    Path(__file__).parent,
    needs=("card_printers", "exports", "page_pictures"),
    theme_files={"itch.yaml": "printgen.extras.itch.theme:theme_problems"},
    exports={"itch": "printgen.extras.itch.commands:itch"},
)
