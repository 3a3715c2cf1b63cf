"""What a game consists of as a table, as plain data for templates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypedDict

from printgen.content.library import GameContent, Library
from printgen.content.models.page_products import BookProduct, SheetProduct
from printgen.content.models.products import FacesProduct, Product
from printgen.extra import load, named_parts
from printgen.paper import Size
from printgen.rules.rosters import printed_entries
from printgen.typography.labels import labels
from printgen.typography.text import say, with_decimal_mark


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
            "what": words[f"component_{what}"],
            "size": with_decimal_mark(size, lang),
            "count": count,
        }
        for id, product in _listed(content, argument)
        for what, size, count in [_component(library, content, product, words, lang)]
    ]


def _listed(content: GameContent, argument: str) -> Iterator[tuple[str, Product]]:
    named = argument.split()
    for id in named or content.products:
        product = content.products[id].value
        if named or product.is_component:
            yield id, product


def _component(
    library: Library, content: GameContent, product: Product, words: Mapping[str, str], lang: str
) -> tuple[str, str, str]:
    """What a product is, its size and its number; the last two are empty if unknown."""
    if part := named_parts("components").get(product.output):
        found: tuple[str, str, str] = load(part)(library, content, product, lang)
        return found
    return product.output, _size(product, words), _count(library, content, product, words)


def _size(product: Product, words: Mapping[str, str]) -> str:
    """The size of a piece, or of a page of a form."""
    if isinstance(size := product.piece_size, Size):
        return f"{size.width:g}\u00a0×\u00a0{size.height:g}\u00a0mm"
    if size:
        return f"{size:g}\u00a0mm"
    page = product.page if isinstance(product, SheetProduct | BookProduct) else None
    if page in ("half", "quarter"):
        return words[f"component_{page}"]
    return page.upper() if page and len(page) == 2 else ""


def _count(
    library: Library, content: GameContent, product: Product, words: Mapping[str, str]
) -> str:
    """How many pieces or pages there are, and how many copies, as far as the product says so."""
    if isinstance(product, FacesProduct):
        return str(sum(each.count for each in printed_entries(library, content.id, product)))
    if product.piece_count:
        number, unit = product.piece_count
        return _pages(number, unit, words) if unit else str(number)
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
