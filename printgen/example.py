"""The shape of worked examples: what happens, and what the text claims of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.models import Id, Model, Reference, Text


class Foe(Model):
    """The enemy of a fight: the one that a step of a quest has."""

    quest: Id
    step: Annotated[int, Field(ge=1)]


class Round(Model):
    """A round of a fight: the cards of the player and of the enemy, and what the text claims.

    `take` is the counter that takes the damage.
    """

    cards: Annotated[list[Annotated[int, Field(ge=1, le=9)]], Field(min_length=2, max_length=2)]
    take: Id | None = None
    struck: Literal["player", "enemy", "nobody"] | None = None
    strike: int | None = None
    damage: int | None = None
    text: Text | None = None


class FightExample(Model):
    """Rounds of a fight, each on its own, from the counters that the profile starts with."""

    profile: Reference
    enemy: Foe
    rounds: list[Round] = Field(min_length=1, max_length=20)


class Turn(Model):
    """A turn of a quest: the card drawn, where it leads, and the counters when it is over."""

    card: Id
    step: int | None = None
    rounds: list[Round] = Field(default=[], max_length=20)
    after: dict[Id, int] = {}
    text: Text | None = None


class JourneyExample(Model):
    """The first turns of a quest."""

    profile: Reference
    quest: Id
    turns: list[Turn] = Field(min_length=1, max_length=20)


class LookupExample(Model):
    """A hand against another in a matrix, with the weapon that adds to the damage."""

    table: Reference
    winner: Id
    loser: Id
    weapon: Reference | None = None
    claims: int


class Example(Model):
    """A worked example as data. The rules recompute what it claims."""

    title: Text
    fight: FightExample | None = None
    journey: JourneyExample | None = None
    lookup: LookupExample | None = None
    text: Text | None = None
    errata: list[Text] = []
