"""Profiles of miniatures, and traits."""

from __future__ import annotations

from pydantic import Field

from printgen.content.models.base import Count, Id, Key, Model, Reference, Short
from printgen.content.models.text import Errata, Text
from printgen.content.stat_types import NotedSymbol, RawStatValue

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
