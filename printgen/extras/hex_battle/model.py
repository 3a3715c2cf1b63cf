"""The rules of battles on hexes in `game.yaml`."""

from __future__ import annotations

from pydantic import Field

from printgen.content.models.base import FactNumber, Model, Reference, UniqueList

# The keys of tables that examples and battles name alike.
PARRY_TABLE = Field(default="parry", description="The table with the suits that parry each attack.")
PROTECTIONS_TABLE = Field(
    default="protections",
    description=(
        "The table with the protections, and whether each counts in melee and against shots."
    ),
)
TROOPS_TABLE = Field(
    default="morale-troops",
    description=(
        "The table with the suits that answer for each kind of troops, and what their loss "
        "costs at most."
    ),
)


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
    parry: Reference = PARRY_TABLE
    protections: Reference = PROTECTIONS_TABLE
    lost: Reference = Field(
        default="cohesion",
        description="The table with the ranks by which lost cohesion makes answers harder.",
    )
    troops: Reference = TROOPS_TABLE
