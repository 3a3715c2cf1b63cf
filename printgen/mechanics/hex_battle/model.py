"""The models of the losses and morale examples."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Model, Reference, Short
from printgen.content.models.text import Text
from printgen.mechanics.shared_models import Card


class LossesExample(Model):
    """The losses of the target of an unparried attack, by the units adjacent to it.

    `enemies` includes the attacker; `friends` excludes the target. `rear`: an enemy is behind the
    target. `life` is its life before the attack, by default that of the profile.
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
    """A morale card, and the card played as an answer, if any."""

    card: Card
    answer: Card | None = None
    least: int | Short | None = None
    answered: bool | None = None
    text: Text | None = None


class MoraleExample(Model):
    """A morale test: the unit lost, the cohesion lost before it, the cards and their answers."""

    unit: Reference
    cohesion_lost: Annotated[int, Field(ge=0, le=20)] = 0
    threats: Annotated[list[Threat], Field(min_length=1, max_length=20)]
    costs: int | None = None
    left: int | None = None
    cohesion: Reference = "cohesion"
    troops: Reference = "morale-troops"
