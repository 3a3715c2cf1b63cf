"""The kinds of worked examples, which extras add by `examples`. They are imported when a game has
one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from printgen.content.library import Library
from printgen.content.models.base import Model
from printgen.extra import extras, load, named_parts
from printgen.extras.examples.lookup import ExamplePresenter, WrongClaim

Situation = TypeVar("Situation", bound=Model)
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class ExampleKind(Generic[Situation, Result]):
    """A kind of worked example.

    `resolve` applies the rules to a situation of a game. Raises ComputationError.
    `wrong` yields the claims of the situation that differ from the result.
    `view` returns the data that the print macro of the same name shows.
    `keep_together` keeps an example of one part on one page.
    """

    model: type[Situation]
    resolve: Callable[[Library, str, Situation], Result]
    wrong: Callable[[Situation, Result], Iterator[WrongClaim]]
    view: Callable[[ExamplePresenter, Situation, Result], Mapping[str, object]]
    keep_together: bool = True


@cache
def example_kinds() -> dict[str, ExampleKind[Any, Any]]:
    """The kinds of worked examples, by their keys."""
    return {name: load(part) for name, part in named_parts("examples").items()}


@cache
def example_templates() -> dict[str, str]:
    """The template with the print macro of each kind of example, in the folder of its extra."""
    return {name: f"_mechanics/{each.name}.html.j2" for each in extras() for name in each.examples}
