"""Action plans of miniatures without a player."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printgen.content.models.base import Id, Model
from printgen.content.models.text import Text


class ActionPlan(Model):
    """The action plan of a miniature without a player: it takes the first possible action."""

    name: Text
    epithet: Text | None = None
    intro: Text | None = None
    actions: Annotated[list[Text], Field(min_length=1, max_length=20)]
    note: Text | None = None
    vignette: Id | None = None
    errata: list[Text] = []
