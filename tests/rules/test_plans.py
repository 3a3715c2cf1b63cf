"""Questions of action plans: their own, or the words before a colon."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter, ValidationError

from printgen.content.models.scenario import ActionPlan, PlanAction
from printgen.content.models.text import texts


def action(data: object) -> PlanAction:
    read = PlanAction.read(data)
    assert isinstance(read, PlanAction)
    return read


def test_an_action_may_have_a_question_and_what_is_done_then() -> None:
    read = action(
        {
            "fr": "**Tirer** sur une cible.",
            "en": "**Shoot** a target.",
            "question": {"fr": "Une cible ?", "en": "A target?"},
            "then": {"fr": "Tirer.", "en": "Shoot."},
        }
    )
    assert read == {"fr": "**Tirer** sur une cible.", "en": "**Shoot** a target."}
    assert read.condition == {"fr": "Une cible ?", "en": "A target?"}
    assert read.deed == {"fr": "Tirer.", "en": "Shoot."}


def test_words_before_a_colon_are_a_question() -> None:
    read = action({"fr": "**Au contact :** elle frappe.", "en": "**In contact:** it strikes."})
    assert read.condition == {"fr": "Au contact?", "en": "In contact?"}
    assert read.deed == {"fr": "elle frappe.", "en": "it strikes."}


@pytest.mark.parametrize("words", ["**Shoot** a target.", "Shoot: a target.", "Shoot."])
def test_other_actions_have_none(words: str) -> None:
    read = action({"en": words})
    assert read.condition is None
    assert read.deed == {"en": words}


def test_all_texts_of_an_action_are_found() -> None:
    plan = ActionPlan.model_validate(
        {"name": "A", "actions": [{"en": "Shoot.", "question": {"en": "A target?"}}]}
    )
    paths = sorted((path for path, _ in texts(plan)), key=str)
    assert paths == [("actions", 0), ("actions", 0, "question"), ("name",)]


@pytest.mark.parametrize("wrong", [{"en": "A.", "questions": {"en": "B?"}}, {"question": "B?"}])
def test_an_action_has_words_and_known_keys(wrong: object) -> None:
    with pytest.raises(ValidationError):
        ActionPlan.model_validate({"name": "A", "actions": [wrong]})


def test_the_schema_describes_the_keys() -> None:
    schema = TypeAdapter(PlanAction).json_schema()
    keys = schema["anyOf"][1]["properties"]
    assert keys.keys() == {"question", "then"}
    assert all(key["description"] for key in keys.values())
