"""Worked examples, recomputed: each kind says what the rules make of a situation, and which claims
of the text are wrong.
"""

from __future__ import annotations

from typing import Any

from printgen.analysis.resolve import ComputationError
from printgen.content.library import Library
from printgen.content.models.example import Example, Part
from printgen.mechanics.table import EXAMPLES


def parts(example: Example) -> list[tuple[tuple[str | int, ...], Part]]:
    """The situations of an example, with the path of each: the example itself, or its steps."""
    if example.steps:
        return [(("steps", number), step) for number, step in enumerate(example.steps)]
    return [((), example)]


def kind_of(part: Part) -> str:
    """The kind of a situation. Raises ComputationError where it has none, or several."""
    kinds = [name for name in EXAMPLES if getattr(part, name) is not None]
    if len(kinds) != 1:
        listed = ", ".join(f"`{name}`" for name in EXAMPLES)
        raise ComputationError("an example is of one kind, or has `steps`", hint=listed)
    return kinds[0]


def work(library: Library, game: str, part: Part) -> tuple[str, Any]:
    """The kind of a situation, and what the rules make of it. Raises ComputationError."""
    name = kind_of(part)
    try:
        return name, EXAMPLES[name].work(library, game, getattr(part, name))
    except ComputationError as error:
        raise error.within(name) from None
