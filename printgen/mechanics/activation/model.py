"""The model of the activation example.

Cards are written as `10 heart`: a rank of the scale `cards` and a suit; a joker as `joker`, or with
the suit that it is played for.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printgen.content.models import Amount, Id, Key, Model, Reference, Short, Text, UniqueList
from printgen.mechanics.shared_models import Card


class OtherCard(Model):
    """The card of another player."""

    name: Text
    card: Card


class Saved(Model):
    """A roll against the hits taken: `stands` is computed from `target`, a fact without it."""

    roll: Annotated[int, Field(ge=1, le=100)]
    target: Annotated[int, Field(ge=1, le=100)] | None = None
    stands: bool | None = None


class Act(Model):
    """What a figure does in one activation.

    `possible` says of the lines of its plan, from the first, whether they can be done. `distance`
    is how far its target is, `moved` how far it goes towards it. It throws the dice of the stat
    `throws`; with the faces that came up (`rolled`) and what each needs (`target`), `successes`
    is computed, without them it is a fact.
    """

    possible: Annotated[list[bool], Field(min_length=1, max_length=20)]
    line: int | None = None
    distance: Amount | None = None
    moved: Amount | None = None
    left: int | None = None
    throws: Key | None = None
    dice: Short | None = None
    rolled: Annotated[list[int], Field(max_length=20)] = []
    target: Annotated[int, Field(ge=1, le=100)] | None = None
    successes: Amount | None = None
    saved: Saved | None = None
    text: Text | None = None


class Draw(Model):
    """A figure drawn by lot among those that have not acted, and what it does."""

    roll: int | None = None
    die: Short | None = None
    place: int | None = None
    who: Reference | None = None
    acts: Annotated[list[Act], Field(min_length=1, max_length=5)]
    text: Text | None = None


class ActivationExample(Model):
    """A card that activates figures without a player: its place, the figures, their activations.

    A card of the suits `ahead` goes before all others, then the higher card. `pile` counts the
    cards of the pile, the one turned up included; `waiting` are the figures that have not acted,
    from one edge of the table to the other. `worth` is the table of what a card activates, `lots`
    the one of dice to draw a figure with.
    """

    card: Card
    others: Annotated[list[OtherCard], Field(max_length=10)] = []
    ahead: UniqueList[Id] = []
    place: int | None = None
    pile: Annotated[int, Field(ge=1, le=54)]
    worth: Reference = "values"
    lots: Reference = "lots"
    figures: int | None = None
    activations: int | None = None
    waiting: Annotated[list[Reference], Field(min_length=1, max_length=20)]
    draws: Annotated[list[Draw], Field(min_length=1, max_length=5)]
