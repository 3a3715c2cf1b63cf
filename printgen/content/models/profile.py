"""Profiles of miniatures."""

from __future__ import annotations

from printgen.content.models.base import Count, Id, Key, Model, Reference
from printgen.content.models.stat_value import NotedSymbol, RawStatValue
from printgen.content.models.text import Text


class Profile(Model):
    """A profile of a miniature. `stats` are by stat line, of this or (`game/line`) another game."""

    name: Text
    epithet: Text | None = None
    story: Text | None = None
    image: str | None = None
    vignette: Id | None = None
    stats: dict[Reference, dict[Key, RawStatValue | NotedSymbol]] = {}
    traits: list[Reference] = []
    plan: Reference | None = None
    keywords: list[Text] = []
    copies: Count | None = None
    errata: list[Text] = []
