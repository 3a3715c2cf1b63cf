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
    """The values that a stat, or a field of a declared kind, may have."""

    min: Bound | None = Field(
        default=None, description="The lowest number that is allowed, in the `unit` of a length."
    )
    max: Bound | None = Field(
        default=None, description="The highest number that is allowed, in the `unit` of a length."
    )
    unit: LengthUnit = Field(default="in", description="The unit of a `length`.")
    symbols: list[Short] = Field(
        default=[],
        description=(
            "Signs that may stand instead of a value, such as `*`. A note or a trait explains "
            "each use."
        ),
    )
    options: dict[Key, Text] = Field(
        default={},
        description="The values of a `choice`, each with the words that are printed for it.",
    )
    derived: Expression | None = Field(
        default=None,
        description=(
            "An expression that computes the value from others, such as `life + armour`. Entries "
            "then give none."
        ),
    )
    signed: bool = Field(
        default=False, description="Whether numbers above 0 are printed with a plus sign."
    )
    optional: bool = Field(default=False, description="Whether an entry may lack the value.")
    printed: bool = Field(
        default=True,
        description=(
            "Whether the value is printed. `false`: it is there for rules, totals and colours of "
            "bands, and is on no page."
        ),
    )


class Stat(Values):
    """One stat of a stat line."""

    label: Text = Field(
        description="The short label above the value on cards and in tables, such as `Mv`."
    )
    name: Text | None = Field(
        default=None,
        description=(
            "The name in full, such as `Move`, in the table of stats of a book. Left out: the "
            "label."
        ),
    )
    type: StatTypeName = Field(
        default="integer",
        description="What the values are, such as `integer`, `length`, `die` or `choice`.",
    )
    badge: bool = Field(
        default=False,
        description="Whether the theme prints the stat apart from the others, as a badge.",
    )
    about: Text | None = Field(
        default=None,
        description=(
            "What the stat means, in the table of stats of a book (`:::{stats}`): a sentence with "
            "a capital and a full stop."
        ),
    )


class StatLine(Model):
    """The stats of a kind of figure, in print order."""

    label: Text = Field(description="The name of the stat line, above its table.")
    stats: dict[Key, Stat] = Field(
        min_length=1, max_length=50, description="The stats by key, in print order."
    )

    @cached_property
    def options(self) -> dict[str, int]:
        """A unique number for each option name of the stats."""
        found = {name: None for stat in self.stats.values() for name in stat.options}
        return {name: number for number, name in enumerate(found)}


class TraitKind(Model):
    """A kind of trait (skill, weapon, status…) and the stats of each such trait."""

    label: Text = Field(description="What one trait of the kind is called, such as `weapon`.")
    plural: Text | None = Field(
        default=None,
        description="What several are called, above lists of them. Left out: the label.",
    )
    stats: dict[Key, Stat] = Field(
        default={}, description="The stats that such traits have, such as the damage of weapons."
    )
