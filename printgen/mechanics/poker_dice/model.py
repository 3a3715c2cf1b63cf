"""The models of the questions about poker dice and of the lookup example."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Id, Model, Reference, UniqueList
from printgen.content.models.text import Text

Pot = Annotated[int, Field(ge=-4, le=5)]


class HandsQuestion(Model):
    """The chance of at least each hand of poker dice, by Pot (the number of rerolls)."""

    pots: UniqueList[Pot] = Field(min_length=1)
    dice: Annotated[int, Field(ge=1, le=8)] = 5


class GutsQuestion(Model):
    """The chance to pass a test of nerve, by Pot (the number of rerolls) and number of dice."""

    pots: UniqueList[Pot] = Field(min_length=1)
    dice: UniqueList[Annotated[int, Field(ge=1, le=8)]] = Field(default=[5], min_length=1)


Dice = Annotated[int, Field(ge=1, le=7)]


class Opponent(Model):
    """One side of a showdown: a profile with its traits, or a Pot; `traits` adds further traits.

    `dice` is the number of dice of the first roll. `weapon` is a trait that adds damage. `aim` is
    what the player optimises: damage dealt (`deal`), damage taken (`spare`), their difference
    (`margin`) or the chance to win (`win`).
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
    """The outcomes of showdowns, as a table of at most two variables.

    The variables are, in this order, the first side (the active one), the situation, the second
    side and the statistics. The first that varies gives the rows. `gives` selects the chance to win
    or to lose, or the mean damage; `spread` gives the chance of each damage instead.
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
    """The poker dice of one side: the first throw, the dice kept, and the rerolled dice.

    `pot` is the number of dice that may be rerolled, by default that of the profile.
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
    """Two hands in a damage matrix, and a weapon that adds damage.

    With `rolls`, the hands are computed from the dice (faces of the scale `faces`), and `winner`
    and `loser` are claims.
    """

    table: Reference
    winner: Id | None = None
    loser: Id | None = None
    weapon: Reference | None = None
    faces: Id = "faces"
    rolls: Throws | None = None
    claims: int | None = None
