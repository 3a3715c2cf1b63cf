"""The model of screens to stand between a game master and the players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Id, Model, UniqueList
from printgen.content.models.faces import CommonBack
from printgen.content.models.pieces import PieceSize
from printgen.content.models.products import ChapterName, EntryReference, Product
from printgen.content.models.text import Text


class ScreenPanel(Model):
    """The inside of a panel: a title, a text, a chapter and tables of the game, in this order."""

    title: Text | None = Field(default=None, description="The title at the top of the panel.")
    text: Text | None = Field(default=None, description="Words below the title.")
    chapter: ChapterName | None = Field(
        default=None,
        description="A chapter that is printed on the panel, such as a summary of the rules.",
    )
    tables: UniqueList[Id] = Field(
        default=[], description="The tables that are printed on the panel."
    )


class ScreenProduct(Product):
    """A screen of several panels. Panels are on one sheet if they fit; those on sheets of their
    own are glued together by flaps.
    """

    output: Literal["screen"] = Field(
        description="`screen`: a screen to stand between a game master and the players."
    )
    panels: Annotated[list[ScreenPanel], Field(min_length=2, max_length=6)] = Field(
        description="What is on the inside of each panel, from left to right."
    )
    players: CommonBack = Field(
        default_factory=CommonBack,
        description=(
            "What the players see outside: a picture across all panels, or an icon or a title in "
            "the middle."
        ),
    )
    orientation: Literal["landscape", "portrait"] = Field(
        default="landscape", description="Whether panels are wider than high, or higher than wide."
    )
    size: PieceSize | None = Field(
        default=None,
        description=(
            "The size of a panel, such as `a5` or `200 x 150 mm`. Left out: A4, or the paper "
            "without its margins."
        ),
    )

    def references(self) -> Iterator[EntryReference]:
        """The tables."""
        for number, panel in enumerate(self.panels):
            for index, name in enumerate(panel.tables):
                yield EntryReference(("tables",), name, ("panels", number, "tables", index))
