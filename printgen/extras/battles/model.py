"""The model of what the rules of battles on tables have in common."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printgen.content.models.base import Expression, FactNumber, Model

FactChange = Annotated[int, Field(ge=-10, le=10)] | Expression


class TableRules(Model):
    """The table and the length of battles, whatever their rules. Lengths are whole numbers in the
    unit of the table; each number may be an expression over the facts of the game.
    """

    turns: FactNumber = Field(
        description="The number of turns of a scenario that does not say its own."
    )
    base: FactNumber = Field(default=0, description="How wide the base of a figure is.")
    table: FactNumber = Field(
        description="The width and the height of the table of a scenario without a plan."
    )
    deployment: FactNumber = Field(
        description="The depth of both zones of deployment of a scenario whose plan has none."
    )
