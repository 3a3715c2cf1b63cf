"""Quests and their steps."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printgen.content.models.base import Id, Key, Model, Short
from printgen.content.models.text import Errata, Text


class Step(Model):
    """A row of a quest: a numbered step, or a story interlude between two steps."""

    step: Annotated[int, Field(ge=1)] | None = Field(
        default=None, description="The number of the step. Left out: the row is a story interlude."
    )
    type: Id | None = Field(
        default=None, description="The type of the step, one of `quests: types:` in `game.yaml`."
    )
    name: Text | None = Field(
        default=None, description="The name of the step, such as that of the enemy."
    )
    enemy: dict[Key, int] = Field(default={}, description="The stats of the enemy, for a fight.")
    result: Text | None = Field(
        default=None, description="What the player finds or what happens, in the column of results."
    )
    effect: Short | None = Field(
        default=None, description="What changes on a counter, such as `+1 ♡` or `-2 armour`."
    )
    story: Text | None = Field(
        default=None, description="The text of a story interlude, printed across the columns."
    )
    art: Id | None = Field(
        default=None, description="A drawing of the theme above a story interlude."
    )


class Quest(Model):
    """A quest: numbered steps and story interludes."""

    title: Text = Field(description="The title of the quest, on its sheet and in books.")
    subtitle: Text | None = Field(default=None, description="A line below the title.")
    steps: list[Step] = Field(
        min_length=1, description="The steps and the story interludes, in order."
    )
    errata: Errata = []
