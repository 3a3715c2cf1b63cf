"""The products of a game that are printed, as the rows of a table of components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypedDict

from printgen.analysis.decks import printed_entries
from printgen.content.library import GameContent, Library
from printgen.content.models.book_product import BookProduct
from printgen.content.models.index_product import IndexProduct
from printgen.content.models.pieces import (
    BoxProduct,
    DividersProduct,
    StandeesProduct,
    StickersProduct,
    TokensProduct,
)
from printgen.content.models.products import CardsProduct, FacesProduct, Product
from printgen.content.models.screens import ScreenProduct
from printgen.content.models.sheet_product import SheetProduct
from printgen.paper import Size, card_size
from printgen.typography.labels import labels
from printgen.typography.numbers import with_decimal_mark
from printgen.typography.text import say


class ComponentView(TypedDict):
    """A product that is printed: its title, what it is, its size, and its number, each empty where
    it is not known.
    """

    id: str
    title: str
    what: str
    size: str
    count: str


def components_view(
    library: Library, content: GameContent, argument: str, lang: str
) -> list[ComponentView]:
    """The products that the argument of a `components` directive lists: all but books and indexes
    if it is empty.
    """
    words = labels(library.folders, content.game.theme, lang)
    return [
        {
            "id": id,
            "title": say(product.title, lang, content),
            "what": words[f"component_{product.output}"],
            "size": with_decimal_mark(_size(product, words), lang),
            "count": _count(library, content, product, words),
        }
        for id, product in _listed(content, argument)
    ]


def _listed(content: GameContent, argument: str) -> Iterator[tuple[str, Product]]:
    named = argument.split()
    for id in named or content.products:
        product = content.products[id].value
        if named or not isinstance(product, BookProduct | IndexProduct):
            yield id, product


def _size(product: Product, words: Mapping[str, str]) -> str:
    """The size of a piece, or of a page of a form."""
    if isinstance(product, CardsProduct):
        return _by(card_size(product.format))
    if isinstance(product, TokensProduct):
        return f"{product.size:g}\u00a0mm"
    if isinstance(product, StandeesProduct):
        return _by(product.size)
    if isinstance(product, DividersProduct):
        return _by(product.format)
    if isinstance(product, StickersProduct):
        return f"{product.size:g}\u00a0mm"
    page = product.page if isinstance(product, SheetProduct | BookProduct) else None
    if page in ("half", "quarter"):
        return words[f"component_{page}"]
    return page.upper() if page and len(page) == 2 else ""


def _by(size: Size) -> str:
    return f"{size.width:g}\u00a0×\u00a0{size.height:g}\u00a0mm"


def _count(
    library: Library, content: GameContent, product: Product, words: Mapping[str, str]
) -> str:
    """How many pieces or pages there are, and how many copies, as far as the product says so."""
    if isinstance(product, FacesProduct):
        return str(sum(each.count for each in printed_entries(library, content.id, product)))
    if isinstance(product, StickersProduct):
        return str(sum(die.copies * len(die.faces) for die in product.dice))
    if isinstance(product, ScreenProduct):
        return _pages(len(product.panels), "panel", words)
    if isinstance(product, BoxProduct):
        return "1"
    if not isinstance(product, SheetProduct):
        return ""
    # A form without `pages` has one. How many another sheet has is not known before its layout.
    known = product.pages or (1 if product.form else 0)
    if not known:
        return str(product.copies)
    pages = _pages(known, "page", words)
    return f"{product.copies}\u00a0× {pages}" if product.copies > 1 else pages


def _pages(number: int, unit: str, words: Mapping[str, str]) -> str:
    return f"{number}\u00a0{words[f'component_{unit}' + ('s' if number > 1 else '')]}"
