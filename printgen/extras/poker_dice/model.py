"""The models of the rules of poker dice, of the questions about them and of the lookup example."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import FactNumber, Id, Key, Model, Reference, UniqueList
from printgen.content.models.text import Text
from printgen.extras.battles.model import FactChange, TableRules
from printgen.extras.examples.lookup import claim

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


class Skirmish(TableRules):
    """The rules that `printgen simulate` plays scenarios by. Lengths are whole numbers in the unit
    of the table; each number may be an expression over the facts of the game.
    """

    life: Annotated[list[Key], Field(min_length=1, max_length=2)] = Field(
        description=(
            "The stats of life, in the order in which damage takes them. From the first point of "
            "the second on, a figure is wounded."
        )
    )
    shoots: Id | None = Field(
        default=None, description="The kind of the traits that are firearms. Left out: none are."
    )
    fights: Id = Field(description="The kind of the traits that are close combat weapons.")
    unarmed: dict[Reference, FactChange] = Field(
        default={},
        description=(
            "The traits that count as no close combat weapon, each with what it adds to the dice "
            "of the first throw. Figures without any weapon fight with the first."
        ),
    )
    actions: FactNumber = Field(default=1, description="The actions of an activation.")
    move: FactNumber = Field(description="The length of a move action.")
    dodge: FactNumber = Field(
        default=0, description="How far a figure that dodges a shot may move."
    )
    flight: FactNumber = Field(default=0, description="How far a figure flees.")
    slow: UniqueList[Reference] = Field(
        default=[], description="The traits of figures that are slow. The wounded are slow, too."
    )
    slow_moves: FactNumber = Field(
        default=1, description="How many actions of an activation may be moves of a slow figure."
    )
    stars: UniqueList[Reference] = Field(
        default=[],
        description="The traits of figures whose death makes their whole side test its nerve.",
    )
    fearless: UniqueList[Reference] = Field(
        default=[], description="The traits of figures that pass each test of nerve."
    )
    frightening: UniqueList[Reference] = Field(
        default=[],
        description="The traits of figures whose enemies test their nerve before each attack.",
    )


# What happens in a showdown, as play aids tell it.
Happening = Literal[
    "dodge", "return-fire", "fight", "frightening", "wounded", "killed", "star-killed", "fled"
]


class ToldRow(Model):
    """A cell of a table that a play aid tells."""

    table: Reference = Field(description="The table.")
    row: Annotated[int, Field(ge=1)] = Field(description="The number of the row, from 1.")
    column: Id | None = Field(default=None, description="The column. Left out: the last one.")


class Poker(Model):
    """The rules of poker dice."""

    hands: Id = Field(description="The scale of hands, from the weakest to the strongest.")
    conflicts: Id = Field(
        description="The table with the damage for the loser’s hand against the winner’s."
    )
    damage: Key = Field(description="The stat of weapons that is added to the damage.")
    guts: Id = Field(description="The weakest hand that passes a test of nerve.")
    faces: Id | None = Field(default=None, description="The scale of the faces of a poker die.")
    potential: Key | None = Field(default=None, description="The stat with the number of rerolls.")
    cards: Key | None = Field(
        default=None,
        description=(
            "The stat with the number of cards that a figure may play in one go. Left out: no "
            "cards are played."
        ),
    )
    light_cover: Annotated[int, Field(ge=-5, le=5)] = Field(
        default=0,
        description=(
            "What light cover of the target adds to the rerolls of the shooter; a number below 0 "
            "takes them away. If the target shoots back, it counts for both."
        ),
    )
    heavy_cover: Annotated[int, Field(ge=-5, le=5)] = Field(
        default=0, description="What heavy cover adds to the rerolls of the target."
    )
    return_fire: Annotated[int, Field(ge=-5, le=5)] = Field(
        default=0,
        description=(
            "What shooting back adds to the rerolls of the target; a number below 0 takes them "
            "away."
        ),
    )
    turns: dict[Reference, Id] = Field(
        default={}, description="The traits that turn one die to a face, each with that face."
    )
    hides: dict[Reference, Annotated[int, Field(ge=0, le=6)]] = Field(
        default={},
        description=(
            "The traits that protect from damage, each with the number of faces of a die (of six) "
            "on which a point of damage still counts."
        ),
    )
    told: dict[Happening, ToldRow] = Field(
        default={},
        description=(
            "What the play aid tells when a target dodges or shoots back, in close combat, before "
            "a showdown with a frightening figure, and when a figure is wounded, killed, killed as "
            "a star, or fails its test of nerve."
        ),
    )
    skirmish: Skirmish | None = Field(
        default=None,
        description=(
            "The rules that `printgen simulate` plays scenarios by, and the play aid showdowns."
        ),
    )
