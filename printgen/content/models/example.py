"""The shape of worked examples: what happens, and what the text claims of it.

Every kind of example states a situation, from which the rules compute. Its claims (`struck`,
`lost`, `hit`…) are optional and are checked; the book prints the computed values either way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from printgen.content.models.base import Model, Reference
from printgen.content.models.text import Text


class Part(Model):
    """A situation of one kind, with words of its own: `text` before its figures, `after` them.

    The table of mechanics adds one optional field per kind of example.
    """

    text: Text | None = None
    after: Text | None = None


class AssumedValue(Model):
    """A value that an example relies on. `of` and `stat` are those of quoted values."""

    of: Annotated[str, Field(min_length=1, max_length=121)]
    stat: Annotated[str, Field(max_length=200)] = ""
    value: str | int | float


class Assumptions(Model):
    """What an example relies on besides its situation: the scenario that its profiles take part in,
    and values. They are checked and not printed.
    """

    scenario: Reference | None = None
    values: Annotated[list[AssumedValue], Field(max_length=50)] = []


class Example(Part):
    """A worked example as data, of one kind or in several steps. The rules recompute it."""

    title: Text
    assumes: Assumptions | None = None
    steps: Annotated[Sequence[Part], Field(max_length=20)] = []
    errata: list[Text] = []
