"""The models of the parry question and the parry example."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Id, Model, Reference, UniqueList
from printgen.mechanics.shared_models import Card


class ParryQuestion(Model):
    """The chance that a hand parries an attack: with a higher card of its suit, or with a joker.

    Packs with the game's suits and the ranks of a scale are shuffled together. Attacks are red
    cards. A sheltered unit parries with any red suit. `average` gives the chances by hand size,
    averaged over all ranks of the attack; `ranks` gives them for each rank in `attacks` (by
    default all ranks).
    """

    scale: Id
    packs: Annotated[int, Field(ge=1, le=10)]
    jokers: Annotated[int, Field(ge=0, le=20)] = 2
    hands: UniqueList[Annotated[int, Field(ge=0, le=20)]] = Field(min_length=1)
    gives: Literal["average", "ranks"] = "average"
    attacks: UniqueList[Id] = []
    sheltered: bool = False


class ParryExample(Model):
    """An attack, and the cards of a hand that parry it.

    The protection is that of the target's profile or of its position. A unit in close order is
    protected only against attacks from the front (`front`). Disorder ends close order.
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
