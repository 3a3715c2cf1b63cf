"""The model of the activation example.

A card is a rank of the scale `cards` and a suit, such as `10 heart`. A joker is `joker`, or `joker`
and the suit that it replaces.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printgen.content.models.base import Amount, Id, Key, Model, Reference, Short, UniqueList
from printgen.content.models.text import Text
from printgen.mechanics.shared_models import Card


class OtherCard(Model):
    """The card of another player."""

    name: Text = Field(description="Who plays the card, such as `Anna`.")
    card: Card = Field(description="The card.")


class Saved(Model):
    """A saving roll."""

    roll: Annotated[int, Field(ge=1, le=100)] = Field(description="The result of the die.")
    target: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None,
        description=(
            "The number that is needed. Left out: the example says itself whether the figure "
            "stands."
        ),
    )
    stands: bool | None = Field(
        default=None,
        description="Whether the figure is saved. With a `target`, it is compared with the result.",
    )


class Act(Model):
    """The action of a figure in one activation."""

    possible: Annotated[list[bool], Field(min_length=1, max_length=20)] = Field(
        description=(
            "Whether each line of the plan is possible, from the first: the figure acts by the "
            "first `true`."
        )
    )
    line: int | None = Field(
        default=None, description="The line by which the figure acts, compared with the result."
    )
    distance: Amount | None = Field(
        default=None, description="The distance to the target before the move."
    )
    moved: Amount | None = Field(
        default=None, description="How far the figure moves towards the target."
    )
    left: int | None = Field(
        default=None, description="The distance after the move, compared with the result."
    )
    throws: Key | None = Field(
        default=None, description="The stat whose dice are rolled, such as `shoot`."
    )
    dice: Short | None = Field(
        default=None,
        description="The dice as text, such as `4D6`, compared with those of the stat.",
    )
    rolled: Annotated[list[int], Field(max_length=20)] = Field(
        default=[], description="The faces of the dice."
    )
    target: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None, description="The number that each die needs."
    )
    successes: Amount | None = Field(
        default=None,
        description=(
            "The number of dice that reach the target. With the faces in `rolled`, it is compared "
            "with the result."
        ),
    )
    saved: Saved | None = Field(default=None, description="The saving roll of the target.")
    text: Text | None = Field(default=None, description="What happens, in words, for the book.")


class Draw(Model):
    """A figure drawn by lot among those that have not acted, and its activations."""

    roll: int | None = Field(
        default=None,
        description="The result of the die that decides who acts. A single figure needs none.",
    )
    die: Short | None = Field(
        default=None,
        description="The die as text, such as `D6`, compared with that of the table of lots.",
    )
    place: int | None = Field(
        default=None,
        description="The place of the drawn figure among those waiting, compared with the result.",
    )
    who: Reference | None = Field(
        default=None, description="The figure that is drawn, compared with the result."
    )
    acts: Annotated[list[Act], Field(min_length=1, max_length=5)] = Field(
        description="What the figure does, for each of its activations."
    )
    text: Text | None = Field(default=None, description="What happens, in words, for the book.")


class ActivationExample(Model):
    """A card that activates figures without a player: its place in the order, and the figures."""

    card: Card = Field(description="The card that is revealed.")
    others: Annotated[list[OtherCard], Field(max_length=10)] = Field(
        default=[], description="The cards of the players."
    )
    ahead: UniqueList[Id] = Field(
        default=[],
        description=(
            "The suits that act before all others. Of the same kind, the higher card acts first."
        ),
    )
    place: int | None = Field(
        default=None,
        description="The place of the card in the order of play, compared with the result.",
    )
    pile: Annotated[int, Field(ge=1, le=54)] = Field(
        description="The number of cards in the pile, with the revealed one."
    )
    worth: Reference = Field(
        default="values",
        description="The table with the number of figures and of activations for each card.",
    )
    lots: Reference = Field(
        default="lots", description="The table with the die for drawing one of several figures."
    )
    figures: int | None = Field(
        default=None, description="The number of figures that act, compared with the result."
    )
    activations: int | None = Field(
        default=None, description="The number of activations of each, compared with the result."
    )
    waiting: Annotated[list[Reference], Field(min_length=1, max_length=20)] = Field(
        description="The figures that have not acted, from one edge of the table to the other."
    )
    draws: Annotated[list[Draw], Field(min_length=1, max_length=5)] = Field(
        description="The figures that are drawn by lot, in order."
    )
