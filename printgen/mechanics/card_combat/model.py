"""The models of the parry question and the parry example."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Id, Model, Reference, UniqueList
from printgen.mechanics.shared_models import Card


class ParryQuestion(Model):
    """The chance that a hand parries an attack: with a higher card of its suit, or with a joker.
    Attacks are red cards.
    """

    scale: Id = Field(description="The scale with the ranks of the cards.")
    packs: Annotated[int, Field(ge=1, le=10)] = Field(
        description="The number of packs that are shuffled together."
    )
    jokers: Annotated[int, Field(ge=0, le=20)] = Field(
        default=2, description="The number of jokers in all packs together."
    )
    hands: UniqueList[Annotated[int, Field(ge=0, le=20)]] = Field(
        min_length=1, description="The numbers of cards in hand to compute the chance for."
    )
    gives: Literal["average", "ranks"] = Field(
        default="average",
        description=(
            "One chance for each number of cards, over all attacks (`average`), or one for each "
            "rank of the attack (`ranks`)."
        ),
    )
    attacks: UniqueList[Id] = Field(
        default=[], description="The ranks of the attack, with `gives: ranks`. Left out: all."
    )
    sheltered: bool = Field(
        default=False, description="Whether the target is protected, so that any red suit parries."
    )


class ParryExample(Model):
    """An attack, and the cards of a hand that parry it."""

    attack: Card = Field(description="The card of the attack, such as `10 heart`.")
    by: Literal["melee", "shot"] = Field(description="Whether the attack is a melee or a shot.")
    target: Reference = Field(description="The unit that is attacked.")
    protection: Reference | None = Field(
        default=None,
        description="The protection of its position, a trait. Left out: that of its profile.",
    )
    front: bool = Field(
        default=True,
        description="Whether the attack comes from the front. Close order protects only there.",
    )
    disordered: bool = Field(
        default=False, description="Whether the target is in disorder, which ends close order."
    )
    hand: Annotated[list[Card], Field(max_length=20)] = Field(description="The cards in hand.")
    parries: Annotated[list[Card], Field(max_length=20)] | None = Field(
        default=None, description="The cards that parry, compared with the result."
    )
    protected: bool | None = Field(
        default=None, description="Whether the protection counts, compared with the result."
    )
    parry: Reference = Field(
        default="parry", description="The table with the suits that parry each attack."
    )
    protections: Reference = Field(
        default="protections",
        description=(
            "The table with the protections, and whether each counts in melee and against shots."
        ),
    )
