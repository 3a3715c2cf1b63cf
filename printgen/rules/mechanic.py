"""The questions of studies, which extras add by `questions`, imported when they are used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from pydantic import create_model

from printgen.content.library import KINDS as PLAIN_KINDS
from printgen.content.library import Library
from printgen.content.models.base import Model, optional_fields
from printgen.content.models.study import Study
from printgen.extra import load, named_parts

# A game without studies needs none of these.
if TYPE_CHECKING:
    from printgen.rules.study_results import Computation

Situation = TypeVar("Situation", bound=Model)

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


# --- the questions and kinds of entries of extras -------------------------------------------------


@cache
def questions() -> dict[str, Question[Any]]:
    """The questions of studies, by their keys."""
    return {name: load(part) for name, part in named_parts("questions").items()}


@cache
def study_model() -> type[Study]:
    """The model of studies, with all questions."""
    fields = optional_fields({name: question.model for name, question in questions().items()})
    return create_model("Study", __base__=Study, __doc__=Study.__doc__, **fields)


class _Kinds(Mapping[str, type[Model]]):
    """The models of all kinds of entries, by folder, made when they are used."""

    def __init__(self) -> None:
        self._names = dict.fromkeys((*PLAIN_KINDS, *named_parts("kinds")))

    def __getitem__(self, kind: str) -> type[Model]:
        if kind == "studies":
            return study_model()
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
