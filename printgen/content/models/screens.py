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

    title: Text | None = None
    text: Text | None = None
    chapter: ChapterName | None = None
    tables: UniqueList[Id] = []


class ScreenProduct(Product):
    """A screen of several panels. Their inside is for the game master, `players` see the outside:
    a picture across all panels, or a title in the middle.

    A panel has the given `size`, or that of A4 or of the paper without margins. Panels are on one
    sheet if they fit; those on sheets of their own are glued together by flaps.
    """

    output: Literal["screen"]
    panels: Annotated[list[ScreenPanel], Field(min_length=2, max_length=6)]
    players: CommonBack = Field(default_factory=CommonBack)
    orientation: Literal["landscape", "portrait"] = "landscape"
    size: PieceSize | None = None

    def references(self) -> Iterator[EntryReference]:
        """The tables."""
        for number, panel in enumerate(self.panels):
            for index, name in enumerate(panel.tables):
                yield EntryReference(("tables",), name, ("panels", number, "tables", index))
