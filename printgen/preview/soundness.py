"""Which pieces errors hide: their content cannot be shown as it is now."""

from __future__ import annotations

from collections.abc import Iterable

from printgen.content.library import Library
from printgen.content.models.products import CardsProduct
from printgen.preview.pieces import Piece, product_of

# Folders and files of any game that every piece may show.
_EVERYWHERE = {"traits", "game.yaml"}


def is_hidden(library: Library, piece: Piece, faulty: Iterable[str]) -> bool:
    """Whether one of the files with errors is a source of a piece.

    A card has few sources. Sheets, books and maps may show all of their game.
    """
    entry = product_of(library, piece.product_id)
    if entry is None:
        return True
    own = ""
    card = isinstance(entry.value, CardsProduct)
    if card:
        kind, game, name = piece.item.split("/")
        found = library.find(kind, game, name)
        if found is None:
            return True
        own = found.source.file
    return any(_concerns(file, piece.game, own, card) for file in faulty)


def _concerns(file: str, game: str, own: str, card: bool) -> bool:
    """Whether a faulty file may be a source of a piece of a game; `own` is the file of a card."""
    if not file.startswith("content/"):
        return True
    _, home, part, *_ = [*file.split("/"), ""]
    if part in _EVERYWHERE or file == own:
        return True
    return home == game and (part == "products.yaml" or not card)
