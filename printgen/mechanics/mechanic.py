"""What a mechanic announces: its questions, its kinds of worked example, its checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from printgen.analysis.budget import Computation
from printgen.content.check import Check
from printgen.content.library import Library
from printgen.content.models import Model
from printgen.mechanics.example_lookup import WrongClaim
from printgen.mechanics.presenter import ExamplePresenter, View


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a study: its model, and what prepares the computation of its answer.

    `prepare` takes the library, the id of the game and the question. It raises ComputationError.
    """

    model: type[Model]
    prepare: Callable[[Library, str, Any], Computation]


@dataclass(frozen=True, slots=True)
class ExampleKind:
    """A kind of worked example.

    `work` takes the library, the id of the game and the situation, and raises ComputationError.
    `wrong` takes the situation and the result of `work`, and yields the claims that are wrong.
    `view` makes the data that the template prints.
    """

    model: type[Model]
    work: Callable[[Library, str, Any], Any]
    wrong: Callable[[Any, Any], Iterator[WrongClaim]]
    view: Callable[[ExamplePresenter, Any, Any], View]


@dataclass(frozen=True, slots=True)
class Mechanic:
    """One mechanic of a game. Questions and examples are keyed by their field in YAML."""

    name: str
    questions: Mapping[str, Question] = field(default_factory=dict)
    examples: Mapping[str, ExampleKind] = field(default_factory=dict)
    checks: tuple[Check, ...] = ()
