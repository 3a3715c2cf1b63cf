"""The shape of worked examples, to which mechanics add their kinds.

Every kind of example states a situation, from which the rules compute. Its claims (`struck`,
`lost`, `hit`…) are optional and are checked; the book prints the computed values either way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field, create_model

from printgen.content.models.base import Model, Reference, optional_fields
from printgen.content.models.text import Errata, QuotedName, Text
from printgen.extras.examples.kinds import example_kinds


class Part(Model):
    """A situation of one kind, with words of its own: `text` before its figures, `after` them.

    The table of mechanics adds one optional field per kind of example.
    """

    text: Text | None = None
    """What happens, in words, before the figures."""
    after: Text | None = None
    """What follows from it, in words, after the figures."""


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


def _with_kinds() -> type[Example]:
    """The model of worked examples, with all kinds of them."""
    fields = optional_fields({name: kind.model for name, kind in example_kinds().items()})
    part = create_model("Part", __base__=Part, __doc__=Part.__doc__, **fields)
    steps: Any = Annotated[list[part], Field(max_length=20)], []
    return create_model("Example", __base__=Example, __doc__=Example.__doc__, steps=steps, **fields)


EXAMPLE = _with_kinds()
