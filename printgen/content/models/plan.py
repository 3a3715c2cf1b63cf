"""Action plans of miniatures without a player."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printgen.content.models.base import Id, Model
from printgen.content.models.text import Errata, Text


class ActionPlan(Model):
    """The action plan of a miniature without a player: it takes the first possible action."""

    name: Text = Field(description="The name of the plan, at the head of its card.")
    epithet: Text | None = Field(default=None, description="A line below the name.")
    intro: Text | None = Field(
        default=None, description="A sentence before the actions, such as how the figure behaves."
    )
    actions: Annotated[list[Text], Field(min_length=1, max_length=20)] = Field(
        description=(
            "The actions in the order in which they are tried: the figure takes the first one "
            "that is possible."
        )
    )
    note: Text | None = Field(default=None, description="A sentence after the actions.")
    vignette: Id | None = Field(default=None, description="A drawing of the theme for the card.")
    errata: Errata = []
