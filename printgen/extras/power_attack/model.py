"""The models of the attack question, of the attack, melee shot and cover examples, and of the rules
of skirmishes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import (
    Amount,
    FactNumber,
    Id,
    Key,
    Model,
    Reference,
    Short,
    UniqueList,
)
from printgen.content.models.text import Text
from printgen.extras.battles.model import FactChange, TableRules
from printgen.extras.examples.lookup import Dice, Extra, Number, claim


class AttackCase(Model):
    """An attack that illustrates a gap: a trait against a profile, with a modifier."""

    attack: Reference = Field(description="The trait of the attack.")
    target: Reference = Field(description="The profile that is attacked.")
    modifier: Annotated[int, Field(ge=-20, le=20)] = Field(
        default=0, description="What is added to the Power of the attack."
    )
    text: Text = Field(description="The words for the case in the table.")


Score = Annotated[int, Field(ge=-99, le=99)]


class AttackQuestion(Model):
    """The chance that an attack wounds: an open-ended die plus Power against Defence."""

    power: Key = Field(description="The stat of attacks that is their Power.")
    defence: Key = Field(description="The stat of profiles that is their Defence.")
    faces: Annotated[int, Field(ge=2, le=100)] = Field(
        default=6, description="The number of faces of the die."
    )
    gaps: UniqueList[Score] = Field(
        default=[],
        description="The rows of the table: Defence less Power. With `points`, its columns.",
    )
    points: UniqueList[Annotated[int, Field(ge=1, le=20)]] = Field(
        default=[],
        description=(
            "Rows for the chance to lose at least these points of life, with `gaps` as columns."
        ),
    )
    cases: Annotated[list[AttackCase], Field(max_length=20)] = Field(
        default=[], description="Attacks of the game that illustrate a gap."
    )
    powers: UniqueList[Score] = Field(
        default=[], description="The rows of the table, instead of `gaps`: the Power of the attack."
    )
    defences: UniqueList[Score] = Field(
        default=[], description="The columns for `powers`: the Defence of the target."
    )
    modifiers: UniqueList[Score] = Field(
        default=[],
        description=(
            "The columns for `powers` against a single Defence: what is added to the Power."
        ),
    )
    gives: Literal["chance", "mean"] = Field(
        default="chance", description="The `chance` of a wound, or the `mean` loss of life."
    )


class AttackExample(Model):
    """An attack: Power and its modifiers, the dice, and the target's loss of life."""

    attacker: Reference = Field(description="The profile that attacks.")
    target: Reference = Field(description="The profile that is attacked.")
    weapon: Reference = Field(description="The trait of the attacker that it attacks with.")
    table: Reference = Field(description="The table of modifiers.")
    modifiers: Annotated[list[Short], Field(max_length=20)] = Field(
        default=[],
        description=(
            "The rows of the table that apply, each by the first words of its case. Those of Size "
            "and range are found by themselves."
        ),
    )
    ignored: Annotated[list[Short], Field(max_length=20)] = Field(
        default=[],
        description="The rows of Size that do not apply, by the first words of their case.",
    )
    extra: Annotated[list[Extra], Field(max_length=10)] = Field(
        default=[], description="Modifiers of special rules."
    )
    distance: Amount | None = Field(
        default=None,
        description=(
            "The distance of a shot, in the unit of the game. Left out: no modifier of range."
        ),
    )
    ranges: Reference = Field(
        default="ranges", description="The table with the modifiers of range."
    )
    dice: Dice = Field(description="The results of all dice, rerolls included.")
    guard: Number = Field(default=0, description="What is added to the Defence of the target.")
    life: Annotated[int, Field(ge=1, le=99)] | None = Field(
        default=None,
        description="The life of the target before the attack. Left out: that of the profile.",
    )
    power: int | None = claim("The Power with all modifiers")
    critical: Literal["success", "failure", "none"] | None = claim(
        "Whether the roll is a critical success or failure"
    )
    strength: int | None = claim("Power, die and criticals together")
    lost: int | None = claim("The life lost")
    left: int | None = claim("The life left")
    eliminated: bool | None = claim("Whether no life is left")


class MeleeFigure(Model):
    """A figure in a melee that is the target of a shot: its die, and the claims about it."""

    profile: Reference = Field(description="The profile of the figure.")
    die: int = Field(description="The result of its die.")
    aimed: bool = Field(default=False, description="Whether the shooter aims at it.")
    total: int | None = claim("The die with its modifiers")
    hit: bool | None = claim("Whether it is hit")


class MeleeShotExample(Model):
    """A shot into a melee, and the figures hit."""

    table: Reference = Field(
        default="melee-shot", description="The table of modifiers for a shot into a melee."
    )
    still: bool = Field(default=False, description="Whether the shooter gave up its move.")
    figures: Annotated[list[MeleeFigure], Field(min_length=2, max_length=20)] = Field(
        description="The figures in the melee."
    )


class Shelter(Model):
    """A shelter with the percentage of the target that it hides, or a figure in front of it."""

    kind: Literal["heavy", "light"] | None = Field(
        default=None, description="The kind of shelter, which makes the cover heavy or light."
    )
    share: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None, description="How much of the target it hides, in percent."
    )
    figure: Reference | None = Field(
        default=None,
        description="A figure that stands in front of the target, instead of a shelter.",
    )


class CoverExample(Model):
    """The cover of a target, and its modifier."""

    target: Reference = Field(description="The profile that is behind cover.")
    behind: Annotated[list[Shelter], Field(max_length=10)] = Field(
        description="What is between the shooter and the target."
    )
    table: Reference = Field(description="The table of modifiers.")
    light: Short = Field(description="The row of the table for light cover, by its first words.")
    heavy: Short = Field(description="The row of the table for heavy cover, by its first words.")
    cover: Literal["heavy", "light", "none"] | None = claim("The cover")
    modifier: int | None = claim("The modifier of the cover")


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
