"""The models of the rules that battles on hexes with cards are played out by."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Id, Model, Reference, UniqueList
from printgen.content.models.hexmap import HexBlock
from printgen.content.models.skirmish import FactNumber

# What is compared when the limit of turns ends a battle.
Compared = Literal["cohesion", "units"]


class HexBattles(Model):
    """The rules that `printgen simulate` plays scenarios on hex maps by. Cards of the suits in the
    table `parry` attack, those of the others move. Each number may be an expression over the facts
    of the game.
    """

    turns: FactNumber = Field(
        description="The number of turns of a scenario that does not say its own."
    )
    packs: FactNumber = Field(description="The number of packs that are shuffled together.")
    jokers: FactNumber = Field(default=0, description="The number of jokers in all packs together.")
    hand: FactNumber = Field(
        description="The cards in hand at the start, and the most after drawing."
    )
    draw: FactNumber = Field(description="The most cards that are drawn at the end of a turn.")
    cohesion: FactNumber = Field(
        description="The cohesion of each side in a scenario that does not say its own."
    )
    courier: FactNumber = Field(
        default=0, description="The further cards for a move of a unit outside the command range."
    )
    shot: FactNumber = Field(description="The life that a shot takes.")
    disorder: FactNumber = Field(
        default=0, description="The life that infantry loses when it becomes disordered."
    )
    pursues: UniqueList[Reference] = Field(
        default=[], description="The traits of units that pursue what recoils from their attack."
    )
    losses: Reference = Field(default="losses", description="The table of losses in melee.")
    limits: Reference = Field(
        default="life", description="The table of the life at which units break."
    )
    recoil: Reference = Field(
        default="recoil",
        description=(
            "The table of recoil: by the arm and the trait of the target, the hexes from any "
            "attack (`skirmishing`), and the further ones from an attack by cavalry (`mounted`)."
        ),
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
    lost: Reference = Field(
        default="cohesion",
        description="The table with the ranks by which lost cohesion makes answers harder.",
    )
    troops: Reference = Field(
        default="morale-troops",
        description=(
            "The table with the suits that answer for each kind of troops, and what their loss "
            "costs at most."
        ),
    )


class Hold(Model):
    """A side wins when it begins a turn with a number of units in a zone of the map."""

    side: Id = Field(description="The side that wins so.")
    zone: Annotated[int, Field(ge=1, le=100)] = Field(
        description="The zone, by its place among those of the map, from 1."
    )
    units: Annotated[int, Field(ge=1, le=60)] = Field(
        description="The number of its units that are there, at least."
    )
    profile: Reference | None = Field(
        default=None, description="A profile that one of these units has. Left out: any."
    )


class Leave(Model):
    """Units of a side leave the map, which costs the other side cohesion."""

    side: Id = Field(description="The side whose units leave.")
    hexes: Annotated[list[HexBlock], Field(min_length=1, max_length=100)] = Field(
        description=(
            "The hexes from which they leave, at the cost of a point of their move, or blocks of "
            "hexes such as `0111-1611`."
        )
    )
    after: Annotated[
        UniqueList[Annotated[int, Field(ge=1, le=60)]], Field(min_length=1, max_length=60)
    ] = Field(
        description=(
            "The numbers of units after which the other side loses a point of cohesion, such as "
            "`[2, 4, 6]`. No further unit leaves then."
        )
    )


class BattleTerms(Model):
    """How a battle on a hex map begins and ends, for `printgen simulate`."""

    first: Id | None = Field(
        default=None, description="The side that begins. Left out: it is drawn by lot."
    )
    cohesion: FactNumber | None = Field(
        default=None,
        description="The cohesion of each side, or an expression over the facts of the game.",
    )
    holds: Hold | None = Field(
        default=None, description="A zone that a side wins by holding. Left out: none is."
    )
    leaves: Leave | None = Field(
        default=None, description="The hexes from which units leave the map. Left out: none do."
    )
    favours: Id | None = Field(
        default=None, description="The side that wins when the limit of turns ends the battle."
    )
    compares: UniqueList[Compared] = Field(
        default=["cohesion"],
        description=(
            "What is compared when the limit of turns ends a battle that favours no side: the "
            "cohesion left, then the units left. Equal sides draw."
        ),
    )
