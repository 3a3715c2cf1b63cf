"""The table of mechanics, and what follows from it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, create_model

from printgen.content.library import KINDS as PLAIN_KINDS
from printgen.content.models import Model
from printgen.content.models.example import Example, Part
from printgen.content.models.study import Study
from printgen.mechanics.activation import ACTIVATION
from printgen.mechanics.card_combat import CARD_COMBAT
from printgen.mechanics.dice import DICE
from printgen.mechanics.hex_battle import HEX_BATTLE
from printgen.mechanics.mechanic import ExampleKind, Mechanic, Question
from printgen.mechanics.poker_dice import POKER_DICE
from printgen.mechanics.power_attack import POWER_ATTACK
from printgen.mechanics.quest import QUEST
from printgen.mechanics.search import SEARCH

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

QUESTIONS: dict[str, Question] = {
    name: question for mechanic in MECHANICS for name, question in mechanic.questions.items()
}
EXAMPLES: dict[str, ExampleKind] = {
    name: kind for mechanic in MECHANICS for name, kind in mechanic.examples.items()
}


def _optional(models: dict[str, type[Model]]) -> dict[str, Any]:
    """The fields of a model: one optional field per name."""
    return {name: (model | None, None) for name, model in models.items()}


_QUESTIONS = _optional({name: question.model for name, question in QUESTIONS.items()})
_EXAMPLES = _optional({name: kind.model for name, kind in EXAMPLES.items()})
StudyModel = create_model("Study", __base__=Study, __doc__=Study.__doc__, **_QUESTIONS)
PartModel = create_model("Part", __base__=Part, __doc__=Part.__doc__, **_EXAMPLES)
_steps: Any = (Annotated[list[PartModel], Field(max_length=20)], [])
ExampleModel = create_model(
    "Example", __base__=Example, __doc__=Example.__doc__, steps=_steps, **_EXAMPLES
)

# The models of all kinds of entry, by folder, with the questions and examples of all mechanics.
KINDS: dict[str, type[Model]] = {**PLAIN_KINDS, "studies": StudyModel, "examples": ExampleModel}
