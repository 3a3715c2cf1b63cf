"""Cards as pages of words."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "card_text",
    Path(__file__).parent,
    needs=("ebooks", "exports"),
    exports={"text": "printgen.extras.card_text.commands:text"},
)
