"""The product `index`, and its check."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from printgen.content.library import GameContent, Library
from printgen.content.models.base import Id, UniqueList
from printgen.content.models.products import CardsProduct, Product
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check


class IndexProduct(Product):
    """Small pictures of the cards of other products, with their names and numbers."""

    is_component: ClassVar[bool] = False

    output: Literal["index"] = Field(
        description="`index`: small pictures of all cards, with names and numbers."
    )
    of: Id | Annotated[UniqueList[Id], Field(min_length=1)] = Field(
        description="The card product whose cards are shown, or a list of several."
    )
    backs: bool = Field(
        default=False,
        description=(
            "Whether backs are shown: a card’s own back beside its front, and shared backs after "
            "all fronts."
        ),
    )
    columns: Annotated[int, Field(ge=2, le=10)] = Field(
        default=5, description="The number of pictures side by side."
    )

    @property
    def decks(self) -> list[str]:
        """The ids of the card products, in order."""
        return [self.of] if isinstance(self.of, str) else list(self.of)


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


CHECKS = (index_product,)
