"""The mechanics of all extras, and the models, views and templates that they add."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, create_model

from printgen.content.library import KINDS as PLAIN_KINDS
from printgen.content.models.base import Model
from printgen.content.models.study import Example, Part, Study
from printgen.extra import parts
from printgen.rules.mechanic import EntryView, Mechanic, template_name

MECHANICS: tuple[Mechanic, ...] = tuple(parts("mechanic"))

QUESTIONS = {
    name: question for mechanic in MECHANICS for name, question in mechanic.questions.items()
}
EXAMPLES = {name: kind for mechanic in MECHANICS for name, kind in mechanic.examples.items()}
# The view of each kind of entry that a mechanic adds, by folder.
ENTRY_VIEWS: dict[str, EntryView] = {
    name: view for mechanic in MECHANICS for name, view in mechanic.entry_views.items()
}
# The template with the print macro of each kind of example.
EXAMPLE_TEMPLATES: dict[str, str] = {
    name: template_name(mechanic.name) for mechanic in MECHANICS for name in mechanic.examples
}


def first_sentence(model: type[Model]) -> str:
    """The first sentence of the docstring of a model."""
    words = " ".join((model.__doc__ or "").split())
    return words.partition(". ")[0].rstrip(".") + "."


def _optional(models: dict[str, type[Model]]) -> dict[str, Any]:
    """The fields of a model: one optional field per name, described by what its model is."""
    return {
        name: (model | None, Field(default=None, description=first_sentence(model)))
        for name, model in models.items()
    }


_QUESTIONS = _optional({name: question.model for name, question in QUESTIONS.items()})
_EXAMPLES = _optional({name: kind.model for name, kind in EXAMPLES.items()})
StudyModel = create_model("Study", __base__=Study, __doc__=Study.__doc__, **_QUESTIONS)
PartModel = create_model("Part", __base__=Part, __doc__=Part.__doc__, **_EXAMPLES)
_steps: Any = (
    Annotated[list[PartModel], Field(max_length=20)],
    Field(default=[], description=Example.model_fields["steps"].description),
)
ExampleModel = create_model(
    "Example", __base__=Example, __doc__=Example.__doc__, steps=_steps, **_EXAMPLES
)

# The models of all kinds of entry, by folder, with the questions and examples of all mechanics.
KINDS: dict[str, type[Model]] = {
    **PLAIN_KINDS,
    **{name: model for mechanic in MECHANICS for name, model in mechanic.entries.items()},
    "studies": StudyModel,
    "examples": ExampleModel,
}
