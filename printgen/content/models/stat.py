"""Stat lines and kinds of traits, as `game.yaml` declares them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Annotated

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Expression, Key, Model, Short
from printgen.content.models.text import Text
from printgen.content.stat_types import UNITS, LengthUnit, StatTypeName

_WITH_UNIT = re.compile(rf"[0-9.]+\s*({'|'.join(UNITS)})")


def _without_unit(value: object) -> object:
    if isinstance(value, str) and (found := _WITH_UNIT.fullmatch(value)):
        hint = f"write the unit as `unit: {UNITS[found[1]]}`"
        message = "expected a whole number without a unit"
        raise PydanticCustomError("without_unit", message, {"hint": hint})
    return value


# The minimum or maximum of a stat, a length in the unit of the stat.
Bound = Annotated[int, BeforeValidator(_without_unit)]


class Values(Model):
    """The values that a stat, or a field of a declared kind, may have.

    `options` are those of a `choice`. `derived` computes the value from others. `min` and `max` of
    a `length` are in `unit`.
    """

    min: Bound | None = None
    max: Bound | None = None
    unit: LengthUnit = "in"
    symbols: list[Short] = []
    options: dict[Key, Text] = {}
    derived: Expression | None = None
    signed: bool = False
    optional: bool = False


class Stat(Values):
    """One stat of a stat line."""

    label: Text
    name: Text | None = None
    type: StatTypeName = "integer"
    badge: bool = False
    about: Text | None = None


class StatLine(Model):
    """The stats of a kind of figure, in print order."""

    label: Text
    stats: dict[Key, Stat] = Field(min_length=1, max_length=50)

    @cached_property
    def options(self) -> dict[str, int]:
        """A unique number for each option name of the stats."""
        found = {name: None for stat in self.stats.values() for name in stat.options}
        return {name: number for number, name in enumerate(found)}


class TraitKind(Model):
    """A kind of trait (skill, weapon, status…) and the stats of each such trait."""

    label: Text
    plural: Text | None = None
    stats: dict[Key, Stat] = {}
