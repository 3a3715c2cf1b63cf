"""The table of mechanics, and the models, views and templates that they add."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from pydantic import Field, create_model

from printgen.content.library import KINDS as PLAIN_KINDS
from printgen.content.models.base import Model
from printgen.content.models.example import Example, Part
from printgen.content.models.study import Study
from printgen.mechanics.activation import ACTIVATION
from printgen.mechanics.battle_model import BattleQuestion
from printgen.mechanics.battle_study import battle_study
from printgen.mechanics.card_combat import CARD_COMBAT
from printgen.mechanics.dice import DICE
from printgen.mechanics.hex_battle import HEX_BATTLE
from printgen.mechanics.mechanic import EntryView, Mechanic, Question
from printgen.mechanics.poker_dice import POKER_DICE
from printgen.mechanics.power_attack import POWER_ATTACK
from printgen.mechanics.quest import QUEST
from printgen.mechanics.search import SEARCH
from printgen.mechanics.templates import template_name
from printgen.project import ProjectError

MECHANICS: tuple[Mechanic, ...] = (
    DICE,
    POKER_DICE,
    QUEST,
    SEARCH,
    ACTIVATION,
    CARD_COMBAT,
    HEX_BATTLE,
    POWER_ATTACK,
)

# The rules of all mechanics that play battles.
BATTLES = [mechanic.battles for mechanic in MECHANICS if mechanic.battles]

QUESTIONS = {
    **{name: asked for mechanic in MECHANICS for name, asked in mechanic.questions.items()},
    "battle": Question(BattleQuestion, partial(battle_study, BATTLES)),
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


def has_mechanic(name: str) -> bool:
    """Whether the table has a mechanic."""
    return any(mechanic.name == name for mechanic in MECHANICS)


def require_mechanic(name: str) -> None:
    """Raise ProjectError if the table has no such mechanic."""
    if not has_mechanic(name):
        raise ProjectError(f"this printgen has no mechanic '{name}'")


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
