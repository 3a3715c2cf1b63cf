"""The models of the dice question and the trial example."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printgen.content.models.base import Key, Model, Reference, Short, UniqueList
from printgen.mechanics.shared_models import Dice, Extra, Number


class DiceQuestion(Model):
    """The chance that each roll reaches at least a total, or a number of successes."""

    rolls: UniqueList[Short] = Field(
        min_length=1, description="The rolls to compare, such as `2D6` and `D6+1`."
    )
    at_least: UniqueList[Annotated[int, Field(ge=-999, le=9999)]] = Field(
        min_length=1,
        description=(
            "The totals to reach, one column or row for each. With `success`, the numbers of "
            "successes."
        ),
    )
    success: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None,
        description="The face from which a die is a success. Left out: the dice are added up.",
    )


class Versus(Model):
    """The stat of a profile as the target of another profile's roll."""

    profile: Reference = Field(description="The profile whose stat is the target.")
    stat: Key = Field(description="The stat.")


class TrialExample(Model):
    """Dice plus a stat against the minimum to pass: a number or another profile's stat."""

    profile: Reference = Field(description="The profile that rolls.")
    stat: Key | None = Field(
        default=None, description="The stat that is added to the dice. Left out: none."
    )
    die: int | Dice = Field(description="The result of the die, or a list of several.")
    sides: Annotated[int, Field(ge=2, le=100)] = Field(
        default=6, description="The number of faces of the dice."
    )
    extra: Annotated[list[Extra], Field(max_length=10)] = Field(
        default=[], description="Modifiers of special rules."
    )
    least: Number | Versus = Field(
        description="The total that passes: a number, or the stat of another profile."
    )
    total: int | None = Field(default=None, description="The total, compared with the result.")
    passed: bool | None = Field(
        default=None, description="Whether the test is passed, compared with the result."
    )
