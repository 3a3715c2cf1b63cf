"""Two editions of a game: what changed, and what to print again."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "editions",
    Path(__file__).parent,
    needs=("card_text", "editing", "exports", "page_pictures", "reports"),
    commands={
        "changes": "printgen.extras.editions.commands:changes",
        "keep": "printgen.extras.editions.commands:keep",
    },
)
