"""What extras add by `questions` and `examples`: questions of studies, and kinds of worked
examples, which are imported when they are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Generic, Protocol, TypeVar

from pydantic import Field, create_model

from printgen.content.library import KINDS as PLAIN_KINDS
from printgen.content.library import Library
from printgen.content.models.base import Model, optional_fields
from printgen.content.models.study import Example, Part, Study
from printgen.extra import extras, load, named_parts

# A game without studies and examples needs none of these.
if TYPE_CHECKING:
    from printgen.rules.example_lookup import ExamplePresenter, WrongClaim
    from printgen.rules.study_results import Computation

Situation = TypeVar("Situation", bound=Model)
Result = TypeVar("Result")

Situation_contra = TypeVar("Situation_contra", bound=Model, contravariant=True)

# The numbers that the profile of a row brings to a question.
Start = tuple[int, ...]

# The least and the greatest value of a cell (None if unknown) by the number of changes, from 0.
Bounds = Callable[[Start, str], Sequence[tuple[float, float]] | None]

# The value of a cell: of the row with a start, in a column.
Outlook = Callable[[Start, str], float | None]


class RowsApart(Protocol[Situation_contra]):
    """A question each of whose rows depends on one profile, that of its key, and on what is no
    profile: `printgen balance` then need not compute all rows for each profile that it tries.
    """

    def start(self, library: Library, game: str, question: Situation_contra, row: str) -> Start:
        """What the profile of a row brings to the question. Raises ComputationError."""

    def outlook(self, library: Library, game: str, question: Situation_contra) -> Outlook:
        """The values in a library, for any start. Raises ComputationError, the outlook KeyError for
        an unknown column.
        """

    def bounds(
        self,
        library: Library,
        game: str,
        question: Situation_contra,
        parts: Sequence[Changed],
        most: int,
    ) -> Bounds:
        """Bounds of the values for up to `most` changes, given all changes of each part."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A library in which a number of values of one part, such as a step of a quest, are changed."""

    changes: int
    library: Library


@dataclass(frozen=True, slots=True)
class Question(Generic[Situation]):
    """A question of a study: its model, and the function that prepares its answer.

    `prepare` takes the library, the id of the game and the question. Raises ComputationError.
    """

    model: type[Situation]
    prepare: Callable[[Library, str, Situation], Computation]
    rows_apart: RowsApart[Situation] | None = None


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


def template_name(extra: str) -> str:
    """The name by which templates import the print macros of the examples of an extra, which are in
    its folder `templates/`.
    """
    return f"_mechanics/{extra}.html.j2"


# --- the questions, examples and kinds of entries of extras ---------------------------------------


@cache
def questions() -> dict[str, Question[Any]]:
    """The questions of studies, by their keys."""
    return {name: load(part) for name, part in named_parts("questions").items()}


@cache
def example_kinds() -> dict[str, ExampleKind[Any, Any]]:
    """The kinds of worked examples, by their keys."""
    return {name: load(part) for name, part in named_parts("examples").items()}


@cache
def example_templates() -> dict[str, str]:
    """The template with the print macro of each kind of example."""
    return {name: template_name(each.name) for each in extras() for name in each.examples}


@cache
def study_model() -> type[Study]:
    """The model of studies, with all questions."""
    fields = optional_fields({name: question.model for name, question in questions().items()})
    return create_model("Study", __base__=Study, __doc__=Study.__doc__, **fields)


@cache
def example_model() -> type[Example]:
    """The model of worked examples, with all kinds of them."""
    fields = optional_fields({name: kind.model for name, kind in example_kinds().items()})
    part = create_model("Part", __base__=Part, __doc__=Part.__doc__, **fields)
    steps: Any = Annotated[list[part], Field(max_length=20)], []
    return create_model("Example", __base__=Example, __doc__=Example.__doc__, steps=steps, **fields)


class _Kinds(Mapping[str, type[Model]]):
    """The models of all kinds of entries, by folder, made when they are used."""

    def __init__(self) -> None:
        self._names = dict.fromkeys((*PLAIN_KINDS, *named_parts("kinds"), "studies", "examples"))

    def __getitem__(self, kind: str) -> type[Model]:
        if kind == "studies":
            return study_model()
        if kind == "examples":
            return example_model()
        if part := named_parts("kinds").get(kind):
            model: type[Model] = load(part)
            return model
        return PLAIN_KINDS[kind]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, kind: object) -> bool:
        return kind in self._names


KINDS: Mapping[str, type[Model]] = _Kinds()
