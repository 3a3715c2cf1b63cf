"""Stat values as written."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printgen.content.models.base import Model, Reference, Short
from printgen.content.models.text import Text

# A stat value as written; see `printgen.content.stat_types`.
RawStatValue = Annotated[int | str | float, Field(union_mode="left_to_right")]


class NotedSymbol(Model):
    """A symbol used as a stat value, explained by a note or a trait."""

    symbol: Short = Field(
        description="The sign that is printed instead of a value; one of the `symbols` of the stat."
    )
    note: Text | None = Field(
        default=None, description="What the sign means here, printed as a note."
    )
    trait: Reference | None = Field(default=None, description="The trait that explains the sign.")
