"""Rosters: army lists, posses and crews, and the rules of a game for them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printgen.content.models.base import Count, Expression, Id, Key, Model, Reference
from printgen.content.models.kind import Rule
from printgen.content.models.text import Text

# The name of the points of a member with its upgrades in totals.
POINTS = "points"


class Upgrades(Model):
    """What members of a roster may have besides their own traits: entries of the kind `of`.

    `points` is an expression over the values of an upgrade. With `allowed`, a field of the members
    lists the upgrades that they may have. A member has at most `max` upgrades.
    """

    of: Id = "traits"
    points: Expression | None = None
    allowed: Key | None = None
    max: Annotated[int, Field(ge=0, le=50)] | None = None


class RosterRules(Model):
    """The rules of rosters: the kinds of their members, what these cost, and totals that hold.

    `points` and `boxes` are expressions over the values of a member: its points, and the number of
    boxes to tick beside it on a sheet, such as its wounds. A roster without a limit of its own has
    `limit`.
    """

    of: Annotated[list[Id], Field(min_length=1, max_length=10)] = ["profiles"]
    points: Expression | None = None
    boxes: Expression | None = None
    limit: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    upgrades: Upgrades | None = None
    totals: list[Rule] = Field(default=[], max_length=50)


class Member(Model):
    """An entry in a roster, `count` times, each with `upgrades`. `name` is a name of its own."""

    entry: Reference
    count: Count = 1
    name: Text | None = None
    upgrades: list[Reference] = Field(default=[], max_length=50)


class Roster(Model):
    """A roster: its members, and the points that they may cost together."""

    name: Text
    text: Text | None = None
    limit: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    members: list[Member] = Field(min_length=1, max_length=200)
    errata: list[Text] = []
