"""Checks of pieces that are no cards."""

from __future__ import annotations

from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.content.models.pieces import BoxProduct
from printgen.content.models.products import CardsProduct
from printgen.problems import did_you_mean


@check("holds-unknown")
def holds_unknown(content: GameContent, library: Library) -> Findings:
    """What a box holds is a product of the game with `output: cards`: the size and the number of
    its cards give the size of the box.
    """
    decks = [deck.id for deck in content.products_of(CardsProduct)]
    for box in content.products_of(BoxProduct):
        if (name := box.value.holds) not in decks:
            other = name in content.products
            message = f"'{name}' is no product of cards" if other else f"no product '{name}'"
            hint = did_you_mean(name, decks)
            yield box.finding(message, "holds", hint=hint)
