"""Which pieces show checked content, and which ones errors hide."""

from __future__ import annotations

from collections.abc import Iterable

from printgen.content.library import Library
from printgen.content.models.products import FacesProduct
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
    card = isinstance(entry.value, FacesProduct)
    if card:
        kind, game, name = piece.item.split("/")
        found = library.find(kind, game, name)
        if found is None:
            return True
        own = found.source.file
    return any(_concerns(file, piece.game, own, card) for file in faulty)


def is_checked(checked: Library, library: Library, piece: Piece) -> bool:
    """Whether a piece shows nothing in `library` that differs from the `checked` one.

    What was not edited is the same object in both. A card shows its entry and may show entries of
    other kinds.
    """
    if library is checked:
        return True
    if "/" not in piece.item:
        return False
    kind, game, name = piece.item.split("/")
    others = zip(_other_tables(checked, kind), _other_tables(library, kind), strict=True)
    same = all(old is new for old, new in others)
    return same and library.find(kind, game, name) is checked.find(kind, game, name)


def _other_tables(library: Library, kind: str) -> list[object]:
    """The tables of all kinds that cards may show, without one kind."""
    return [
        content.of_kind(other)
        for content in library.games.values()
        for other in ("profiles", "traits", *content.declared)
        if other != kind
    ]


def _concerns(file: str, game: str, own: str, card: bool) -> bool:
    """Whether a faulty file may be a source of a piece of a game; `own` is the file of a card."""
    if not file.startswith("content/"):
        return True
    _, home, part, *_ = [*file.split("/"), ""]
    if part in _EVERYWHERE or file == own:
        return True
    return home == game and (part == "products.yaml" or not card)
