"""Traits: skills, weapons, statuses and special rules."""

from __future__ import annotations

from pydantic import Field

from printgen.content.models.base import Count, Id, Key, Model, Reference, Short
from printgen.content.models.stat_value import RawStatValue
from printgen.content.models.text import Errata, Text


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
