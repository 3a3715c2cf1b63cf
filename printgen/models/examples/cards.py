"""Examples that playing cards decide: activation, parries and losses, morale.

Cards are written as `10 heart`: a rank of the scale `cards` and a suit; a joker as `joker`, or with
the suit that it is played for.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.models import Amount, Id, Key, Model, Once, Reference, Short, Text

Card = Short


class Side(Model):
    """Somebody who has chosen a card, too."""

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
    """A card that activates figures nobody plays: its place in the order, whom, and how often.

    A card of the suits `ahead` goes before all others, then the higher card. `pile` counts the
    cards of the pile, the one turned up included; `waiting` are the figures that have not acted,
    from one edge of the table to the other. `worth` is the table of what a card activates, `lots`
    the one of dice to draw a figure with.
    """

    card: Card
    others: Annotated[list[Side], Field(max_length=10)] = []
    ahead: Once[Id] = []
    place: int | None = None
    pile: Annotated[int, Field(ge=1, le=54)]
    worth: Reference = "values"
    lots: Reference = "lots"
    figures: int | None = None
    activations: int | None = None
    waiting: Annotated[list[Reference], Field(min_length=1, max_length=20)]
    draws: Annotated[list[Draw], Field(min_length=1, max_length=5)]


class ParryExample(Model):
    """An attack, and which cards of a hand parry it.

    The protection is the one of the target's profile, or of the place where it stands; it holds
    against an attack from the front (`front`). A unit in disorder is no longer in close order.
    """

    attack: Card
    by: Literal["melee", "shot"]
    target: Reference
    protection: Reference | None = None
    front: bool = True
    disordered: bool = False
    hand: Annotated[list[Card], Field(max_length=20)]
    parries: Annotated[list[Card], Field(max_length=20)] | None = None
    protected: bool | None = None
    parry: Reference = "parry"
    protections: Reference = "protections"


class LossesExample(Model):
    """What an attack that nobody parries costs its target, by the units around it.

    `enemies` counts the attacker, `friends` not the target; `rear` says that an enemy stands
    behind it. `life` is what it has before, the profile's own unless it is given.
    """

    target: Reference
    by: Literal["melee", "shot"] = "melee"
    enemies: Annotated[int, Field(ge=1, le=6)]
    friends: Annotated[int, Field(ge=0, le=5)] = 0
    rear: bool = False
    disordered: bool = False
    life: Annotated[int, Field(ge=1, le=20)] | None = None
    lost: int | None = None
    disorder: bool | None = None
    left: int | None = None
    breaks: bool | None = None
    table: Reference = "losses"
    limits: Reference = "life"


class Threat(Model):
    """A morale card, and the card that answers it, if one does."""

    card: Card
    answer: Card | None = None
    least: int | Short | None = None
    answered: bool | None = None
    text: Text | None = None


class MoraleExample(Model):
    """A test of morale: the unit lost, the cohesion lost before, cards and answers in turn."""

    unit: Reference
    cohesion_lost: Annotated[int, Field(ge=0, le=20)] = 0
    threats: Annotated[list[Threat], Field(min_length=1, max_length=20)]
    costs: int | None = None
    left: int | None = None
    cohesion: Reference = "cohesion"
    troops: Reference = "morale-troops"
