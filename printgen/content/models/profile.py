"""Stats, and the profiles and traits that have them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Annotated

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Count, Expression, Id, Key, Model, Reference, Short
from printgen.content.models.text import Errata, Text
from printgen.content.stat_types import UNITS, LengthUnit, NotedSymbol, RawStatValue, StatTypeName

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


# --- profiles and traits --------------------------------------------------------------------------


# --- profiles of miniatures -----------------------------------------------------------------------


class Profile(Model):
    """A profile of a miniature."""

    name: Text = Field(
        description="The name of the figure, on its card, in books and in references."
    )
    epithet: Text | None = Field(default=None, description="A line below the name.")
    story: Text | None = Field(
        default=None, description="A few sentences about the figure, for its card."
    )
    image: str | None = Field(
        default=None, description="A picture in the folder of the game, cropped to its frame."
    )
    vignette: Id | None = Field(
        default=None, description="A drawing of the theme, instead of a picture."
    )
    alt: Text | None = Field(
        default=None,
        description=(
            "What its picture or drawing shows, for those who cannot see it. Left out: its name."
        ),
    )
    stats: dict[Reference, dict[Key, RawStatValue | NotedSymbol]] = Field(
        default={},
        description=(
            "The values of its stats, by stat line of this game, or of another one as `game/line`."
        ),
    )
    traits: list[Reference] = Field(
        default=[], description="The skills, weapons and rules of the figure."
    )
    plan: Reference | None = Field(
        default=None, description="The action plan of a figure without a player."
    )
    keywords: list[Text] = Field(default=[], description="Words that rules refer to.")
    copies: Count | None = Field(default=None, description="The number of its cards in a deck.")
    errata: Errata = []


# --- traits: skills, weapons, statuses and special rules ------------------------------------------


class Trait(Model):
    """A skill, weapon, status or special rule, referred to by id."""

    name: Text = Field(description="The name of the trait, wherever it is printed.")
    kind: Id = Field(description="One of the kinds of traits of the game.")
    text: Text | None = Field(
        default=None, description="The rule. It is printed wherever the trait is."
    )
    suit: Id | None = Field(default=None, description="The suit that the trait belongs to.")
    brings: list[Reference] = Field(
        default=[], description="Traits that a figure with this one has, too."
    )
    values: dict[Key, RawStatValue] = Field(
        default={}, description="The stats of the trait, such as the damage of a weapon."
    )
    note_mark: Short | None = Field(
        default=None, description="The mark of a footnote beside the name."
    )
    copies: Count | None = Field(default=None, description="The number of its cards in a deck.")
    errata: Errata = []
