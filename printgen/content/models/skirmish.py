"""The model of the rules that skirmishes with poker dice are played out by."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Expression, Id, Key, Model, Reference, UniqueList

# A number, or an expression over the facts of the game.
FactNumber = Annotated[int, Field(ge=0, le=500)] | Expression
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


class Skirmish(TableRules):
    """The rules that `printgen simulate` plays scenarios by. Lengths are whole numbers in the unit
    of the table; each number may be an expression over the facts of the game.
    """

    life: Annotated[list[Key], Field(min_length=1, max_length=2)] = Field(
        description=(
            "The stats of life, in the order in which damage takes them. From the first point of "
            "the second on, a figure is wounded."
        )
    )
    shoots: Id | None = Field(
        default=None, description="The kind of the traits that are firearms. Left out: none are."
    )
    fights: Id = Field(description="The kind of the traits that are close combat weapons.")
    unarmed: dict[Reference, FactChange] = Field(
        default={},
        description=(
            "The traits that count as no close combat weapon, each with what it adds to the dice "
            "of the first throw. Figures without any weapon fight with the first."
        ),
    )
    actions: FactNumber = Field(default=1, description="The actions of an activation.")
    move: FactNumber = Field(description="The length of a move action.")
    dodge: FactNumber = Field(
        default=0, description="How far a figure that dodges a shot may move."
    )
    flight: FactNumber = Field(default=0, description="How far a figure flees.")
    slow: UniqueList[Reference] = Field(
        default=[], description="The traits of figures that are slow. The wounded are slow, too."
    )
    slow_moves: FactNumber = Field(
        default=1, description="How many actions of an activation may be moves of a slow figure."
    )
    stars: UniqueList[Reference] = Field(
        default=[],
        description="The traits of figures whose death makes their whole side test its nerve.",
    )
    fearless: UniqueList[Reference] = Field(
        default=[], description="The traits of figures that pass each test of nerve."
    )
    frightening: UniqueList[Reference] = Field(
        default=[],
        description="The traits of figures whose enemies test their nerve before each attack.",
    )


# What happens in a showdown, as play aids tell it.
Happening = Literal[
    "dodge", "return-fire", "fight", "frightening", "wounded", "killed", "star-killed", "fled"
]


class ToldRow(Model):
    """A cell of a table that a play aid tells."""

    table: Reference = Field(description="The table.")
    row: Annotated[int, Field(ge=1)] = Field(description="The number of the row, from 1.")
    column: Id | None = Field(default=None, description="The column. Left out: the last one.")
