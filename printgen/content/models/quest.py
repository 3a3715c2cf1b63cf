"""Quests and their steps."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printgen.content.models.base import Id, Key, Model, Short
from printgen.content.models.text import Text


class Step(Model):
    """A row of a quest: a numbered step, or a story interlude between two steps."""

    step: Annotated[int, Field(ge=1)] | None = None
    type: Id | None = None
    name: Text | None = None
    enemy: dict[Key, int] = {}
    result: Text | None = None
    effect: Short | None = None
    story: Text | None = None
    art: Id | None = None


class Quest(Model):
    """A quest: numbered steps and story interludes."""

    title: Text
    subtitle: Text | None = None
    steps: list[Step] = Field(min_length=1)
    errata: list[Text] = []
