"""Checks of the products that show other products."""

from __future__ import annotations

from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.content.models.index_product import IndexProduct
from printgen.content.models.products import CardsProduct
from printgen.problems import did_you_mean


@check("index-product")
def index_product(content: GameContent, library: Library) -> Findings:
    """The products under `of` of an index are card products of the same game."""
    decks = [entry.id for entry in content.products_of(CardsProduct)]
    for index in content.products_of(IndexProduct):
        for number, name in enumerate(index.value.decks):
            if name not in decks:
                path = ("of",) if isinstance(index.value.of, str) else ("of", number)
                hint = did_you_mean(name, decks)
                known = name in content.products
                message = f"'{name}' has no cards" if known else f"no product '{name}'"
                yield index.finding(message, *path, hint=hint)
