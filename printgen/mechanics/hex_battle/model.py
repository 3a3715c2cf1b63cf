"""The models of the losses and morale examples."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models import Model, Reference, Short, Text
from printgen.mechanics.shared_models import Card


class LossesExample(Model):
    """The cost of an unparried attack to its target, by the units adjacent to it.

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
