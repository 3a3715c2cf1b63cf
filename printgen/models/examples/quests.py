"""Examples of fights, of the turns of a quest, and of poker hands."""

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


class Throw(Model):
    """Poker dice of one side: the first throw, what is kept of it, and what is rolled again.

    `pot` is how many dice may be rolled again, when it is not the one of the profile.
    """

    profile: Reference | None = None
    name: Text | None = None
    pot: Annotated[int, Field(ge=-9, le=9)] | None = None
    base: Annotated[int, Field(ge=1, le=10)] = 5
    dice: Annotated[list[Id], Field(min_length=1, max_length=10)]
    keep: Annotated[list[Id], Field(max_length=10)] | None = None
    again: Annotated[list[Id], Field(max_length=10)] = []


class Throws(Model):
    """The dice of the winner and of the loser of a confrontation."""

    winner: Throw
    loser: Throw


class LookupExample(Model):
    """A hand against another in a matrix, with the weapon that adds to the damage.

    With `rolls`, the hands are those that the dice make (faces of the scale `faces`), and `winner`
    and `loser` are claims.
    """

    table: Reference
    winner: Id | None = None
    loser: Id | None = None
    weapon: Reference | None = None
    faces: Id = "faces"
    rolls: Throws | None = None
    claims: int | None = None
