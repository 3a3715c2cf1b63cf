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

    name: Text
    card: Card


class Saved(Model):
    """A saving roll. `stands` is checked if `target` is given, and taken as given otherwise."""

    roll: Annotated[int, Field(ge=1, le=100)]
    target: Annotated[int, Field(ge=1, le=100)] | None = None
    stands: bool | None = None


class Act(Model):
    """The action of a figure in one activation.

    `possible` gives for each line of its plan, from the first, whether it is possible. `distance`
    is the distance to the target, `moved` the distance moved towards it. `throws` is the stat whose
    dice are rolled. `successes` is checked if the faces (`rolled`) and the number that each needs
    (`target`) are given, and taken as given otherwise.
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
    """A figure drawn by lot among those that have not acted, and its activations."""

    roll: int | None = None
    die: Short | None = None
    place: int | None = None
    who: Reference | None = None
    acts: Annotated[list[Act], Field(min_length=1, max_length=5)]
    text: Text | None = None


class ActivationExample(Model):
    """A card that activates figures without a player: its place in the order, and the figures.

    Cards of the suits `ahead` act first; among the others the higher card does. `pile` is the
    number of cards in the pile, including the revealed one. `waiting` lists the figures that have
    not acted, from one edge of the table to the other. `worth` is the table of figures and
    activations by card, `lots` the table of dice for drawing a figure.
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
