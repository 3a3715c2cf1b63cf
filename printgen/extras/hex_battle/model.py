"""The models of the losses and morale examples, and of the rules of battles on hexes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import FactNumber, Model, Reference, Short, UniqueList
from printgen.content.models.text import Text
from printgen.rules.example_lookup import WrittenCard


class LossesExample(Model):
    """The losses of the target of an unparried attack, by the units adjacent to it."""

    target: Reference = Field(description="The unit that is attacked.")
    by: Literal["melee", "shot"] = Field(
        default="melee", description="Whether the attack is a melee or a shot."
    )
    enemies: Annotated[int, Field(ge=1, le=6)] = Field(
        description="The number of enemies beside the target, with the attacker."
    )
    friends: Annotated[int, Field(ge=0, le=5)] = Field(
        default=0, description="The number of friends beside the target, without itself."
    )
    rear: bool = Field(default=False, description="Whether an enemy is behind the target.")
    disordered: bool = Field(
        default=False, description="Whether the target is in disorder before the attack."
    )
    life: Annotated[int, Field(ge=1, le=20)] | None = Field(
        default=None, description="Its life before the attack. Left out: that of the profile."
    )
    lost: int | None = Field(default=None, description="The life lost, compared with the result.")
    disorder: bool | None = Field(
        default=None, description="Whether it is in disorder afterwards, compared with the result."
    )
    left: int | None = Field(default=None, description="The life left, compared with the result.")
    breaks: bool | None = Field(
        default=None, description="Whether it breaks, compared with the result."
    )
    table: Reference = Field(default="losses", description="The table of losses.")
    limits: Reference = Field(
        default="life", description="The table of the life at which units break."
    )


class Threat(Model):
    """A morale card, and the card played as an answer, if any."""

    card: WrittenCard = Field(description="The card of the test.")
    answer: WrittenCard | None = Field(
        default=None, description="The card that is played as an answer. Left out: none."
    )
    least: int | Short | None = Field(
        default=None, description="The lowest rank that answers the card, compared with the result."
    )
    answered: bool | None = Field(
        default=None, description="Whether the answer is good enough, compared with the result."
    )
    text: Text | None = Field(default=None, description="What happens, in words, for the book.")


class MoraleExample(Model):
    """A morale test: the unit lost, the cohesion lost before it, the cards and their answers."""

    unit: Reference = Field(description="The unit that was lost.")
    cohesion_lost: Annotated[int, Field(ge=0, le=20)] = Field(
        default=0, description="The cohesion that the army lost before."
    )
    threats: Annotated[list[Threat], Field(min_length=1, max_length=20)] = Field(
        description="The cards of the test, each with its answer."
    )
    costs: int | None = Field(
        default=None, description="The cohesion that the army loses, compared with the result."
    )
    left: int | None = Field(
        default=None, description="The cohesion left, compared with the result."
    )
    cohesion: Reference = Field(
        default="cohesion", description="The table with the cohesion of an army."
    )
    troops: Reference = Field(
        default="morale-troops",
        description=(
            "The table with the suits that answer for each kind of troops, and what their loss "
            "costs at most."
        ),
    )


# --- the rules of battles in `game.yaml` ----------------------------------------------------------


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
