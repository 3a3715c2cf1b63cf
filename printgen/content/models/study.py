"""The shape of studies, to which mechanics add their questions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Model
from printgen.content.models.text import Errata, Text


class Study(Model):
    """A question put to the rules. Books, sheets and reports print the answer, never a copy.

    The table of mechanics adds one optional field per question.
    """

    title: Text
    """The title above the answer."""
    note: Text | None = None
    """A line below the table or the chart."""
    digits: Annotated[int, Field(ge=0, le=3)] | None = None
    """The number of decimal places. Left out: one that suits the numbers."""
    chart: Literal["bars", "lines", "panels"] = "bars"
    """How books and reports draw the answer: bars, lines, or a small chart for each row."""
    errata: Errata = []
