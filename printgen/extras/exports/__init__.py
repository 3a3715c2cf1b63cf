"""Files of a game for others: the channels of its shop page, and pictures of its cards."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "exports",
    Path(__file__).parent,
    needs=("page_pictures",),
    commands={"export": "printgen.extras.exports.commands:export"},
)
