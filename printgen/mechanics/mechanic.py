"""The row of a mechanic in the table: all its parts that other modules use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from printgen.analysis.budget import Computation
from printgen.content.check import Check
from printgen.content.library import Entry, Library
from printgen.content.models.base import Model
from printgen.mechanics.battle import BattleRules
from printgen.mechanics.example_lookup import WrongClaim
from printgen.mechanics.presenter import ExamplePresenter

Situation = TypeVar("Situation", bound=Model)
Result = TypeVar("Result")

# The view of an entry in a language: plain data for templates.
EntryView = Callable[[Library, Entry[Any], str], Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Question(Generic[Situation]):
    """A question of a study: its model, and the function that prepares its answer.

    `prepare` takes the library, the id of the game and the question. Raises ComputationError.
    """

    model: type[Situation]
    prepare: Callable[[Library, str, Situation], Computation]


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


@dataclass(frozen=True, slots=True)
class Mechanic:
    """One mechanic of games, in the folder `name`.

    Questions and examples are keyed by their field in YAML, models of entries (`entries`) and
    their views by the folder of the kind of entry. `battles` plays scenarios.
    """

    name: str
    questions: Mapping[str, Question[Any]] = field(default_factory=dict)
    examples: Mapping[str, ExampleKind[Any, Any]] = field(default_factory=dict)
    checks: tuple[Check, ...] = ()
    entries: Mapping[str, type[Model]] = field(default_factory=dict)
    entry_views: Mapping[str, EntryView] = field(default_factory=dict)
    battles: BattleRules | None = None
