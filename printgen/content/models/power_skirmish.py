"""The model of the rules that skirmishes of Power against Defence are played out by."""

from __future__ import annotations

from pydantic import Field

from printgen.content.models.base import Id, Reference, UniqueList
from printgen.content.models.skirmish import FactChange, FactNumber, TableRules


class PowerSkirmish(TableRules):
    """The rules that `printgen simulate` plays scenarios by, for attacks of Power against Defence.
    Lengths are whole numbers in the unit of the table; each number may be an expression over the
    facts of the game.
    """

    shoots: Id = Field(description="The kind of the traits that shoot.")
    fights: Id = Field(description="The kind of the traits that strike in contact.")
    harmless: UniqueList[Reference] = Field(
        default=[], description="The weapons that take no life. They are not used."
    )
    shooting: Reference = Field(
        default="shooting-modifiers", description="The table of modifiers of shots, by size."
    )
    striking: Reference = Field(
        default="melee-modifiers",
        description="The table of modifiers of blows, for an attacker smaller than its target.",
    )
    ranges: Reference = Field(
        default="ranges", description="The table with the modifiers of range."
    )
    into_melee: Reference | None = Field(
        default=None,
        description=(
            "The table for shots into a melee, with the bonuses `aimed` and `still`. Only the play "
            "aid plays such shots."
        ),
    )
    inch: FactNumber = Field(
        default=0, description="How far a figure moves for each attack that it gives up."
    )
    aim: FactNumber = Field(
        default=0, description="What giving up the move adds to the Power of attacks."
    )
    crowd: FactNumber = Field(
        default=0,
        description="What is added if the attacker touches fewer enemies than its target.",
    )
    nerve: FactNumber = Field(
        description="What a die and the Mettle of a figure must come to in a test of morale."
    )
    witness: FactNumber = Field(
        default=0, description="How near the friends are that test when a figure falls."
    )
    panic_power: FactChange = Field(
        default=0, description="What panic adds to the Power of attacks; a number below 0."
    )
    panic_defence: FactChange = Field(
        default=0, description="What panic adds to Defence; a number below 0."
    )
    bet: FactNumber = Field(
        default=7, description="What a die must come to, to cancel a wound by a point of Heroism."
    )
