"""A sheet of cards in every style, to choose from."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "style_try",
    Path(__file__).parent,
    needs=("card_index", "exports", "editing", "page_pictures"),
    commands={"style": "printgen.extras.style_try.commands:style"},
)
