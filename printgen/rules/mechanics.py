"""The questions, examples and kinds of entries of extras, imported when they are used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any

from pydantic import Field, create_model

from printgen.content.library import KINDS as PLAIN_KINDS
from printgen.content.library import Entry, Library
from printgen.content.models.base import Model, optional_fields
from printgen.content.models.study import Example, Part, Study
from printgen.extra import extras, load, named_parts
from printgen.rules.mechanic import ExampleKind, Question, template_name


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


def entry_view(kind: str, library: Library, entry: Entry[Any], lang: str) -> Mapping[str, object]:
    """What templates see of an entry of a kind that an extra adds."""
    view: Mapping[str, object] = load(named_parts("views")[kind])(library, entry, lang)
    return view


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
    steps: Any = (
        Annotated[list[part], Field(max_length=20)],
        Field(default=[], description=Example.model_fields["steps"].description),
    )
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
