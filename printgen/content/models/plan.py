"""Action plans of miniatures without a player."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from pydantic.json_schema import JsonSchemaValue

from printgen.content.models.base import Id, Model
from printgen.content.models.text import Errata, Text

# Keys beside the languages of an action, and what they are.
_PARTS = {
    "question": "When the action is possible, as a question for a flowchart.",
    "then": "What is done then, in the words of the flowchart. Left out: the action.",
}


class PlanAction(Text):
    """An action: its text by language; for flowcharts, its `question` and what is done `then`."""

    @property
    def question(self) -> Text | None:
        """When the action is possible."""
        return self.parts.get("question")

    @property
    def then(self) -> Text | None:
        """What is done then, if not in the words of the action."""
        return self.parts.get("then")

    @classmethod
    def read(cls, value: object) -> Text:
        """An action from YAML data. Raises PydanticCustomError for other shapes."""
        if not isinstance(value, dict) or isinstance(value, Text) or not value.keys() & _PARTS:
            return super().read(value)
        text = super().read({key: words for key, words in value.items() if key not in _PARTS})
        assert isinstance(text, PlanAction)
        text.parts = {key: Text.read(words) for key, words in value.items() if key in _PARTS}
        return text

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: object, handler: object) -> JsonSchemaValue:
        text = Text.__get_pydantic_json_schema__(schema, handler)
        words, several = text["anyOf"]
        parts = {key: {**text, "description": said} for key, said in _PARTS.items()}
        return {"anyOf": [words, {**several, "properties": parts}]}


class ActionPlan(Model):
    """The action plan of a miniature without a player: it takes the first possible action."""

    name: Text = Field(description="The name of the plan, at the head of its card.")
    epithet: Text | None = Field(default=None, description="A line below the name.")
    intro: Text | None = Field(
        default=None, description="A sentence before the actions, such as how the figure behaves."
    )
    actions: Annotated[list[PlanAction], Field(min_length=1, max_length=20)] = Field(
        description=(
            "The actions in the order in which they are tried: the figure takes the first one "
            "that is possible. Beside its languages, an action may have a `question` (when it is "
            "possible) and `then` (what is done, in other words), for the flowchart of the plan."
        )
    )
    note: Text | None = Field(default=None, description="A sentence after the actions.")
    vignette: Id | None = Field(default=None, description="A drawing of the theme for the card.")
    errata: Errata = []
