"""The models of the dice question and the trial example."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printgen.content.models.base import Key, Model, Reference, Short, UniqueList
from printgen.mechanics.shared_models import Dice, Extra, Number


class DiceQuestion(Model):
    """The chance that each roll (`2D6`, `D6+1`) reaches at least a total.

    With `success`, each die with that face or more is a success, and `at_least` counts successes.
    """

    rolls: UniqueList[Short] = Field(min_length=1)
    at_least: UniqueList[Annotated[int, Field(ge=-999, le=9999)]] = Field(min_length=1)
    success: Annotated[int, Field(ge=1, le=100)] | None = None


class Versus(Model):
    """The stat of a profile as the target of another profile's roll."""

    profile: Reference
    stat: Key


class TrialExample(Model):
    """Dice plus a stat against `least`, the minimum to pass: a number or another profile's stat."""

    profile: Reference
    stat: Key | None = None
    die: int | Dice
    sides: Annotated[int, Field(ge=2, le=100)] = 6
    extra: Annotated[list[Extra], Field(max_length=10)] = []
    least: Number | Versus
    total: int | None = None
    passed: bool | None = None
