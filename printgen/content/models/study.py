"""The shape of studies: a question put to the arithmetic of a game, and how its answer is shown."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Model
from printgen.content.models.text import Text


class Study(Model):
    """A question put to the rules. Books, sheets and reports print the answer, never a copy.

    The table of mechanics adds one optional field per question.
    """

    title: Text
    note: Text | None = None
    digits: Annotated[int, Field(ge=0, le=3)] | None = None
    chart: Literal["bars", "lines", "panels"] = "bars"
    errata: list[Text] = []
