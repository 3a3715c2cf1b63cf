"""Stats, and the profiles and traits that have them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Annotated

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from printgen.content.models.base import Copies, Expression, Id, Key, Model, Reference, Short
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

    min: Bound | None = None
    """The lowest number that is allowed, in the `unit` of a length."""
    max: Bound | None = None
    """The highest number that is allowed, in the `unit` of a length."""
    unit: LengthUnit = "in"
    """The unit of a `length`."""
    symbols: list[Short] = []
    """Signs that may stand instead of a value, such as `*`. A note or a trait explains each use."""
    options: dict[Key, Text] = {}
    """The values of a `choice`, each with the words that are printed for it; of `yes-no`, the words
    for `yes` and `no` instead of ✓ and nothing.
    """
    derived: Expression | None = None
    """An expression that computes the value from others, such as `life + armour`. Entries then give
    none.
    """
    signed: bool = False
    """Whether numbers above 0 are printed with a plus sign."""
    optional: bool = False
    """Whether an entry may lack the value."""
    printed: bool = True
    """Whether the value is printed. `false`: it is there for rules, totals and colours of bands,
    and is on no page.
    """


class Stat(Values):
    """One stat of a stat line."""

    label: Text
    """The short label above the value on cards and in tables, such as `Mv`."""
    name: Text | None = None
    """The name in full, such as `Move`, in the table of stats of a book. Left out: the label."""
    type: StatTypeName = "integer"
    """What the values are, such as `integer`, `length`, `die` or `choice`."""
    badge: bool = False
    """Whether the theme prints the stat apart from the others, as a badge."""
    about: Text | None = None
    """What the stat means, in the table of stats of a book (`:::{stats}`): a sentence with a
    capital and a full stop.
    """


class StatLine(Model):
    """The stats of a kind of figure, in print order."""

    label: Text
    """The name of the stat line, above its table."""
    stats: dict[Key, Stat] = Field(min_length=1, max_length=50)
    """The stats by key, in print order."""

    @cached_property
    def options(self) -> dict[str, int]:
        """A unique number for each option name of the stats."""
        found = {name: None for stat in self.stats.values() for name in stat.options}
        return {name: number for number, name in enumerate(found)}


class TraitKind(Model):
    """A kind of trait (skill, weapon, status…) and the stats of each such trait."""

    label: Text
    """What one trait of the kind is called, such as `weapon`."""
    plural: Text | None = None
    """What several are called, above lists of them. Left out: the label."""
    stats: dict[Key, Stat] = {}
    """The stats that such traits have, such as the damage of weapons."""


class Profile(Model):
    """A profile of a miniature."""

    name: Text
    """The name of the figure, on its card, in books and in references."""
    epithet: Text | None = None
    """A line below the name."""
    story: Text | None = None
    """A few sentences about the figure, for its card."""
    image: str | None = None
    """A picture in the folder of the game, cropped to its frame."""
    vignette: Id | None = None
    """A drawing of the theme, instead of a picture."""
    alt: Text | None = None
    """What its picture or drawing shows, for those who cannot see it. Left out: its name."""
    stats: dict[Reference, dict[Key, RawStatValue | NotedSymbol]] = {}
    """The values of its stats, by stat line of this game, or of another one as `game/line`."""
    traits: list[Reference] = []
    """The skills, weapons and rules of the figure."""
    plan: Reference | None = None
    """The action plan of a figure without a player."""
    keywords: list[Text] = []
    """Words that rules refer to."""
    copies: Copies | None = None
    """The number of its cards in a deck; 0 leaves it out."""
    errata: Errata = []


class Trait(Model):
    """A skill, weapon, status or special rule, referred to by id."""

    name: Text
    """The name of the trait, wherever it is printed."""
    kind: Id
    """One of the kinds of traits of the game."""
    text: Text | None = None
    """The rule. It is printed wherever the trait is."""
    suit: Id | None = None
    """The suit that the trait belongs to."""
    brings: list[Reference] = []
    """Traits that a figure with this one has, too."""
    values: dict[Key, RawStatValue] = {}
    """The stats of the trait, such as the damage of a weapon."""
    note_mark: Short | None = None
    """The mark of a footnote beside the name."""
    copies: Copies | None = None
    """The number of its cards in a deck; 0 leaves it out."""
    errata: Errata = []
