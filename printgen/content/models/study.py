"""The shapes of studies and of worked examples, to which mechanics add their questions and
kinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from printgen.content.models.base import Model, Reference
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


# --- the shape of worked examples: what happens, and what the text claims of it -------------------
#
# Every kind of example states a situation, from which the rules compute. Its claims (`struck`,
# `lost`, `hit`…) are optional and are checked; the book prints the computed values either way.


class Part(Model):
    """A situation of one kind, with words of its own: `text` before its figures, `after` them.

    The table of mechanics adds one optional field per kind of example.
    """

    text: Text | None = None
    """What happens, in words, before the figures."""
    after: Text | None = None
    """What follows from it, in words, after the figures."""


# What a value is of, as in quotes: `zombie`, `trait:bow`, a fact or `game`.
QuotedName = Annotated[str, Field(min_length=1, max_length=121)]


class AssumedValue(Model):
    """A value that an example relies on."""

    of: QuotedName
    """The entry, fact or other thing that has the value, as in the `of` of a quoted value."""
    stat: Annotated[str, Field(max_length=200)] = ""
    """The stat or column of it, as in the `stat` of a quoted value."""
    value: str | int | float
    """The value that the example relies on."""


class Assumptions(Model):
    """What an example relies on besides its situation: the scenario that its profiles take part in,
    and values. They are checked and not printed.
    """

    scenario: Reference | None = None
    """The scenario that the profiles of the example take part in."""
    values: Annotated[list[AssumedValue], Field(max_length=50)] = []
    """Values that the example relies on. A message says when the game has others."""


class Example(Part):
    """A worked example as data, of one kind or in several steps. The rules recompute it."""

    title: Text
    """The title above the example."""
    assumes: Assumptions | None = None
    """What the example relies on besides its situation. It is checked and not printed."""
    steps: Annotated[Sequence[Part], Field(max_length=20)] = []
    """The steps of a longer example, each of one kind, instead of a situation of its own."""
    errata: Errata = []
