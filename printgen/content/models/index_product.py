"""The model of an index: small pictures of all cards of some decks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Id, UniqueList
from printgen.content.models.products import Product


class IndexProduct(Product):
    """Small pictures of the cards of other products, with their names and numbers."""

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
