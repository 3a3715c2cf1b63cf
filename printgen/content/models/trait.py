"""Traits: skills, weapons, statuses and special rules."""

from __future__ import annotations

from printgen.content.models.base import Count, Id, Key, Model, Reference, Short
from printgen.content.models.stat_value import RawStatValue
from printgen.content.models.text import Text


class Trait(Model):
    """A skill, weapon, status or special rule, referred to by id."""

    name: Text
    kind: Id
    text: Text | None = None
    suit: Id | None = None
    brings: list[Reference] = []
    values: dict[Key, RawStatValue] = {}
    note_mark: Short | None = None
    copies: Count | None = None
    errata: list[Text] = []
