"""Decks as files for card printers."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "card_printers",
    Path(__file__).parent,
    needs=("exports", "page_pictures", "pdfx"),
    exports={"cards": "printgen.extras.card_printers.commands:cards"},
    lists={"vendors": "printgen.extras.card_printers.commands:vendors"},
    channels={"vendor": "printgen.extras.card_printers.files:itch_channels"},
)
