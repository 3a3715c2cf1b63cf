"""The models of the losses and morale examples."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Model, Reference, Short
from printgen.content.models.text import Text
from printgen.rules.example_lookup import WrittenCard, claim


class LossesExample(Model):
    """The losses of the target of an unparried attack, by the units adjacent to it."""

    target: Reference = Field(description="The unit that is attacked.")
    by: Literal["melee", "shot"] = Field(
        default="melee", description="Whether the attack is a melee or a shot."
    )
    enemies: Annotated[int, Field(ge=1, le=6)] = Field(
        description="The number of enemies beside the target, with the attacker."
    )
    friends: Annotated[int, Field(ge=0, le=5)] = Field(
        default=0, description="The number of friends beside the target, without itself."
    )
    rear: bool = Field(default=False, description="Whether an enemy is behind the target.")
    disordered: bool = Field(
        default=False, description="Whether the target is in disorder before the attack."
    )
    life: Annotated[int, Field(ge=1, le=20)] | None = Field(
        default=None, description="Its life before the attack. Left out: that of the profile."
    )
    lost: int | None = claim("The life lost")
    disorder: bool | None = claim("Whether it is in disorder afterwards")
    left: int | None = claim("The life left")
    breaks: bool | None = claim("Whether it breaks")
    table: Reference = Field(default="losses", description="The table of losses.")
    limits: Reference = Field(
        default="life", description="The table of the life at which units break."
    )


class Threat(Model):
    """A morale card, and the card played as an answer, if any."""

    card: WrittenCard = Field(description="The card of the test.")
    answer: WrittenCard | None = Field(
        default=None, description="The card that is played as an answer. Left out: none."
    )
    least: int | Short | None = claim("The lowest rank that answers the card")
    answered: bool | None = claim("Whether the answer is good enough")
    text: Text | None = Field(default=None, description="What happens, in words, for the book.")


class MoraleExample(Model):
    """A morale test: the unit lost, the cohesion lost before it, the cards and their answers."""

    unit: Reference = Field(description="The unit that was lost.")
    cohesion_lost: Annotated[int, Field(ge=0, le=20)] = Field(
        default=0, description="The cohesion that the army lost before."
    )
    threats: Annotated[list[Threat], Field(min_length=1, max_length=20)] = Field(
        description="The cards of the test, each with its answer."
    )
    costs: int | None = claim("The cohesion that the army loses")
    left: int | None = claim("The cohesion left")
    cohesion: Reference = Field(
        default="cohesion", description="The table with the cohesion of an army."
    )
    troops: Reference = Field(
        default="morale-troops",
        description=(
            "The table with the suits that answer for each kind of troops, and what their loss "
            "costs at most."
        ),
    )
