"""Worked examples: the rules applied to each situation, once per library."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.resolve import ComputationError
from printgen.content.library import Library
from printgen.content.models.base import Model
from printgen.content.models.example import Example, Part
from printgen.mechanics.example_lookup import WrongClaim
from printgen.mechanics.table import EXAMPLES


@dataclass(frozen=True, slots=True)
class ResolvedPart:
    """A situation of one kind, and the result of the rules."""

    kind: str
    situation: Model
    result: object

    def wrong_claims(self) -> Iterator[WrongClaim]:
        """The claims of the situation that differ from the result."""
        return EXAMPLES[self.kind].wrong(self.situation, self.result)


def parts(example: Example) -> list[tuple[tuple[str | int, ...], Part]]:
    """The situations of an example with their paths: its steps, or the example itself."""
    if example.steps:
        return [(("steps", number), step) for number, step in enumerate(example.steps)]
    return [((), example)]


def resolve_part(library: Library, game: str, part: Part) -> ResolvedPart:
    """The result of the rules, computed once per library. Raises ComputationError."""
    # The part is kept with its outcome: an id is unique only while its object exists.
    known: dict[tuple[str, int], tuple[Part, ResolvedPart | ComputationError]]
    known = library.memo.setdefault("examples", {})
    key = (game, id(part))
    if key not in known:
        known[key] = (part, _resolve(library, game, part))
    outcome = known[key][1]
    if isinstance(outcome, ComputationError):
        raise outcome.with_traceback(None)
    return outcome


def _resolve(library: Library, game: str, part: Part) -> ResolvedPart | ComputationError:
    kinds = [name for name in EXAMPLES if getattr(part, name) is not None]
    if len(kinds) != 1:
        listed = ", ".join(f"`{name}`" for name in EXAMPLES)
        return ComputationError("expected exactly one kind of example, or `steps`", hint=listed)
    (kind,) = kinds
    situation: Model = getattr(part, kind)
    try:
        return ResolvedPart(kind, situation, EXAMPLES[kind].resolve(library, game, situation))
    except ComputationError as error:
        return error.within(kind)
