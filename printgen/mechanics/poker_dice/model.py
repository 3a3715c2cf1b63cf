"""The models of the questions about poker dice and of the lookup example."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models import Id, Model, Reference, Text, UniqueList

Pot = Annotated[int, Field(ge=-4, le=5)]


class HandsQuestion(Model):
    """How often poker dice make at least each hand, by the dice that may be rerolled."""

    pots: UniqueList[Pot] = Field(min_length=1)
    dice: Annotated[int, Field(ge=1, le=8)] = 5


class GutsQuestion(Model):
    """How often a test of nerve is passed, by the dice that may be rerolled and those thrown."""

    pots: UniqueList[Pot] = Field(min_length=1)
    dice: UniqueList[Annotated[int, Field(ge=1, le=8)]] = Field(default=[5], min_length=1)


Dice = Annotated[int, Field(ge=1, le=7)]


class Opponent(Model):
    """One side of a showdown: a profile, whose traits count, or a mere Pot; more `traits` may join.

    `dice` are those of the first roll, `weapon` is a trait that adds to the damage, `aim` what the
    player plays for: to `deal` damage, to `spare` the own side, the `margin` of the two, to `win`.
    """

    profile: Reference | None = None
    wounded: bool = False
    pot: Pot | None = None
    dice: Dice = 5
    weapon: Reference | None = None
    traits: UniqueList[Reference] = []
    aim: Literal["deal", "spare", "margin", "win"] = "margin"
    label: Text | None = None


class Situation(Model):
    """The situation of a showdown: the target's reply to a shot, and its cover."""

    reply: Literal["none", "dodge", "return-fire"] = "none"
    cover: Literal["none", "light", "heavy"] = "none"
    label: Text | None = None


class DuelQuestion(Model):
    """How showdowns end that vary in at most two things: the first side (whose activation it is),
    the situation, the second side, what is asked. The first of these are the rows.

    `gives` asks for the chance to win or to lose, or for mean damage; `spread` for the chance of
    each damage instead.
    """

    first: Annotated[list[Opponent], Field(min_length=1, max_length=10)]
    second: Annotated[list[Opponent], Field(min_length=1, max_length=10)]
    situations: Annotated[list[Situation], Field(min_length=1, max_length=10)] = [Situation()]
    gives: UniqueList[Literal["dealt", "taken", "margin", "won", "lost"]] = Field(
        default=["dealt"], min_length=1
    )
    spread: Literal["dealt", "taken"] | None = None
    acting: Text | None = None
    answering: Text | None = None


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
