"""The models of the questions about poker dice and of the lookup example."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Id, Model, Reference, UniqueList
from printgen.content.models.text import Text
from printgen.rules.example_lookup import claim

Pot = Annotated[int, Field(ge=-4, le=5)]


class HandsQuestion(Model):
    """The chance of at least each hand of poker dice, by Pot (the number of rerolls)."""

    pots: UniqueList[Pot] = Field(min_length=1, description="The numbers of rerolls to compare.")
    dice: Annotated[int, Field(ge=1, le=8)] = Field(default=5, description="The number of dice.")


class GutsQuestion(Model):
    """The chance to pass a test of nerve, by Pot (the number of rerolls) and number of dice."""

    pots: UniqueList[Pot] = Field(min_length=1, description="The numbers of rerolls to compare.")
    dice: UniqueList[Annotated[int, Field(ge=1, le=8)]] = Field(
        default=[5], min_length=1, description="The numbers of dice to compare."
    )


Dice = Annotated[int, Field(ge=1, le=7)]


class Opponent(Model):
    """One side of a showdown: a profile with its traits, or a number of rerolls."""

    profile: Reference | None = Field(
        default=None,
        description=(
            "The profile of this side. Left out: only its number of rerolls, `pot`, counts."
        ),
    )
    wounded: bool = Field(
        default=False, description="Whether it is wounded, which changes its number of rerolls."
    )
    pot: Pot | None = Field(
        default=None, description="The number of rerolls, instead of that of a profile."
    )
    dice: Dice = Field(default=5, description="The number of dice of the first throw.")
    weapon: Reference | None = Field(
        default=None, description="The trait of the weapon, which adds damage."
    )
    traits: UniqueList[Reference] = Field(
        default=[], description="Traits that it has besides those of the profile."
    )
    aim: Literal["deal", "spare", "margin", "win"] = Field(
        default="margin",
        description=(
            "What the player wants most: damage dealt (`deal`), little damage taken (`spare`), "
            "the difference of both (`margin`), or to win (`win`)."
        ),
    )
    label: Text | None = Field(
        default=None,
        description=(
            "The words for this side in the table. Left out: the name of the profile, or its "
            "rerolls."
        ),
    )


class Situation(Model):
    """The situation of a showdown: the target's reply to a shot, and its cover."""

    reply: Literal["none", "dodge", "return-fire"] = Field(
        default="none",
        description=(
            "How the target replies to a shot: not at all, by dodging, or by shooting back."
        ),
    )
    cover: Literal["none", "light", "heavy"] = Field(
        default="none", description="The cover of the target."
    )
    label: Text | None = Field(
        default=None, description="The words for the situation in the table."
    )


class DuelQuestion(Model):
    """The outcomes of showdowns, as a table of at most two variables: the first side (the active
    one), the situation, the second side and the statistics. The first of them that varies gives
    the rows.
    """

    first: Annotated[list[Opponent], Field(min_length=1, max_length=10)] = Field(
        description="The sides to compare that act."
    )
    second: Annotated[list[Opponent], Field(min_length=1, max_length=10)] = Field(
        description="The sides to compare that are attacked."
    )
    situations: Annotated[list[Situation], Field(min_length=1, max_length=10)] = Field(
        default=[Situation()], description="The situations to compare."
    )
    gives: UniqueList[Literal["dealt", "taken", "margin", "won", "lost"]] = Field(
        default=["dealt"],
        min_length=1,
        description=(
            "What the table shows: the mean damage dealt or taken, their difference, or the "
            "chance to win or to lose."
        ),
    )
    spread: Literal["dealt", "taken"] | None = Field(
        default=None,
        description="Shows the chance of each number of points dealt or taken instead of a mean.",
    )
    acting: Text | None = Field(
        default=None, description="The words for the first side at the head of the table."
    )
    answering: Text | None = Field(
        default=None, description="The words for the second side at the head of the table."
    )


class Throw(Model):
    """The poker dice of one side: the first throw, the dice kept, and the rerolled dice."""

    profile: Reference | None = Field(default=None, description="The profile that throws.")
    name: Text | None = Field(
        default=None, description="The name that is printed. Left out: that of the profile."
    )
    pot: Annotated[int, Field(ge=-9, le=9)] | None = Field(
        default=None,
        description="The number of dice that may be rerolled. Left out: that of the profile.",
    )
    base: Annotated[int, Field(ge=1, le=10)] = Field(
        default=5, description="The number of dice before a `pot` below 0 takes some away."
    )
    dice: Annotated[list[Id], Field(min_length=1, max_length=10)] = Field(
        description="The faces of the first throw."
    )
    keep: Annotated[list[Id], Field(max_length=10)] | None = Field(
        default=None, description="The faces that are kept. Left out: all."
    )
    again: Annotated[list[Id], Field(max_length=10)] = Field(
        default=[], description="The faces of the rerolled dice."
    )


class Throws(Model):
    """The dice of the winner and of the loser of a confrontation."""

    winner: Throw = Field(description="The dice of the winner.")
    loser: Throw = Field(description="The dice of the loser.")


class LookupExample(Model):
    """Two hands in a damage matrix, and a weapon that adds damage."""

    table: Reference = Field(description="The table of damage, a matrix of hands.")
    winner: Id | None = Field(
        default=None,
        description="The hand of the winner. With `rolls`, it is compared with the result.",
    )
    loser: Id | None = Field(
        default=None,
        description="The hand of the loser. With `rolls`, it is compared with the result.",
    )
    weapon: Reference | None = Field(
        default=None, description="The trait of the weapon, which adds damage."
    )
    faces: Id = Field(default="faces", description="The scale of the faces of a die.")
    rolls: Throws | None = Field(
        default=None, description="The dice of both sides, from which the hands follow."
    )
    claims: int | None = claim("The damage")
