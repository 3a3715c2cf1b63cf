"""Stat lines and kinds of traits, as `game.yaml` declares them."""

from __future__ import annotations

from pydantic import Field

from printgen.content.models import Expression, Key, Model, Short, Text
from printgen.content.stat_types import LengthUnit, StatTypeName


class Stat(Model):
    """One stat of a stat line.

    `options` are those of a `choice`. `derived` computes the stat from others of its line. `min`
    and `max` of a `length` are in `unit`.
    """

    label: Text
    name: Text | None = None
    type: StatTypeName = "integer"
    min: int | None = None
    max: int | None = None
    unit: LengthUnit = "in"
    symbols: list[Short] = []
    options: dict[Key, Text] = {}
    derived: Expression | None = None
    signed: bool = False
    optional: bool = False
    badge: bool = False
    about: Text | None = None


class StatLine(Model):
    """The stats of a kind of figure, in print order."""

    label: Text
    stats: dict[Key, Stat] = Field(min_length=1, max_length=50)


class TraitKind(Model):
    """A kind of trait (skill, weapon, status…) and the stats of each such trait."""

    label: Text
    plural: Text | None = None
    stats: dict[Key, Stat] = {}
