"""Pieces that are no cards: tokens, standees, dividers, stickers, boxes and screens."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra(
    "pieces",
    Path(__file__).parent,
    checks="printgen.extras.pieces.models:CHECKS",
    products={
        "stickers": "printgen.extras.pieces.models:StickersProduct",
        "screen": "printgen.extras.pieces.models:ScreenProduct",
        "box": "printgen.extras.pieces.models:BoxProduct",
        "tokens": "printgen.extras.pieces.models:TokensProduct",
        "standees": "printgen.extras.pieces.models:StandeesProduct",
        "dividers": "printgen.extras.pieces.models:DividersProduct",
    },
    output_kinds={
        "stickers": "printgen.extras.pieces.sheets:STICKERS",
        "screen": "printgen.extras.pieces.screens:SCREEN",
        "box": "printgen.extras.pieces.boxes:BOX",
        "tokens": "printgen.extras.pieces.sheets:TOKENS",
        "standees": "printgen.extras.pieces.sheets:STANDEES",
        "dividers": "printgen.extras.pieces.sheets:DIVIDERS",
    },
)
