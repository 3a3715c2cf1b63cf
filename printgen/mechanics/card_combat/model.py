"""The models of the parry question and the parry example."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models import Id, Model, Reference, UniqueList
from printgen.mechanics.shared_models import Card


class ParryQuestion(Model):
    """How often a hand of cards answers an attack: by a higher card of its suit, or by a joker.

    Packs with the game's suits and the ranks of a scale are shuffled together; attacks are red
    cards. A sheltered unit answers with any red suit. `average` gives the chances by the size of
    the hand, for an attack of any rank; `ranks` for each of `attacks`, all ranks when it is empty.
    """

    scale: Id
    packs: Annotated[int, Field(ge=1, le=10)]
    jokers: Annotated[int, Field(ge=0, le=20)] = 2
    hands: UniqueList[Annotated[int, Field(ge=0, le=20)]] = Field(min_length=1)
    gives: Literal["average", "ranks"] = "average"
    attacks: UniqueList[Id] = []
    sheltered: bool = False


class ParryExample(Model):
    """An attack, and which cards of a hand parry it.

    The protection is that of the target's profile, or of its position; it holds
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
