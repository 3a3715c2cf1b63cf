"""Rosters: army lists, posses and crews, and the rules of a game for them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printgen.content.models.base import Count, Expression, Id, Key, Model, Reference
from printgen.content.models.kind import Rule
from printgen.content.models.text import Errata, Text

# The name of the points of a member with its upgrades in totals.
POINTS = "points"


# The most upgrades of a member.
MAX_UPGRADES = 50


class Upgrades(Model):
    """What members of a roster may have besides their own traits."""

    of: Id = "traits"
    """The kind of the entries that members may have as upgrades."""
    points: Expression | None = None
    """An expression over the values of an upgrade: its points. Left out: upgrades are free."""
    allowed: Key | None = None
    """The field of members that lists the upgrades that they may have. Left out: they may have all.
    Profiles have no such field: for them, `totals` say it, such as `count(has(war_hammer) and side
    == red) == 0`, where `has` counts bought upgrades, too, and `_` stands for the hyphens of an id
    (`war-hammer`).
    """
    max: Annotated[int, Field(ge=0, le=MAX_UPGRADES)] | None = None
    """The most upgrades that one member may have."""
    times: Annotated[int, Field(ge=1, le=MAX_UPGRADES)] | Expression | None = None
    """How often one member may have the same upgrade: a number, or an expression over the values of
    the upgrade, such as `most`. Left out: once for a trait, which a member has or has not, and any
    number of times for an entry of another kind.
    """


class RosterRules(Model):
    """The rules of rosters: the kinds of their members, what these cost, and totals that hold."""

    of: Annotated[list[Id], Field(min_length=1, max_length=10)] = ["profiles"]
    """The kinds of entry that members of a roster may be."""
    points: Expression | None = None
    """An expression over the values of a member: its points."""
    boxes: Expression | None = None
    """An expression over the values of a member: the number of boxes to tick beside it on a sheet,
    such as its wounds.
    """
    limit: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    """The most points of a roster that has no limit of its own."""
    upgrades: Upgrades | None = None
    """What members may have besides their own traits. Left out: nothing."""
    checks: list[Rule] = Field(default=[], max_length=50)
    """Rules that hold for each member and its upgrades, such as `sum(slots) <= slots`. Inside
    `sum(…)`, `count(…)`, `unique(…)` and `distinct(…)` are the values of the upgrades, outside of
    them those of the member.
    """
    totals: list[Rule] = Field(default=[], max_length=50)
    """Rules that hold for all members of a roster together, such as at most one leader."""


class Member(Model):
    """An entry in a roster."""

    entry: Reference
    """The entry that is the member."""
    count: Count = 1
    """How many of them are in the roster."""
    name: Text | None = None
    """A name of its own, instead of that of the entry."""
    upgrades: list[Reference] = Field(default=[], max_length=MAX_UPGRADES)
    """The upgrades that each of them has; one that it has twice is named twice."""


class Roster(Model):
    """A roster: its members, and the points that they may cost together."""

    name: Text
    """The name of the army or crew, at the head of its sheet."""
    text: Text | None = None
    """A few sentences about it, below the name."""
    limit: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    """The most points that the members may cost together. Left out: that of the game’s `rosters:`.
    """
    members: list[Member] = Field(min_length=1, max_length=200)
    """The members, in print order."""
    errata: Errata = []
