"""The shapes of entries: what a profile, a trait, a plan, a table and a quest hold; what texts are.

The models settle shape only. Whether values agree with what the game declares (ranges, references,
translations) is the business of `printgen.checks`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    StringConstraints,
)
from pydantic_core import PydanticCustomError, core_schema

from printgen.problems import shorten

MAX_TEXT = 20_000

# Of a picture: judged by its header, before it is decoded.
MAX_PIXELS = 25_000_000


_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Z]{2})?|any")


class Text(dict[str, str]):
    """A text in several languages: language -> words.

    In YAML: `{fr: …, en: …}`; `{any: …}` serves every language (proper names); a plain text stands
    for the game's first language and is kept under the key "".
    """

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(cls.read)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> dict[str, Any]:
        words = {"type": ["string", "number"], "maxLength": MAX_TEXT}
        several = {
            "type": "object",
            "patternProperties": {f"^({_LANGUAGE.pattern})$": words},
            "additionalProperties": False,
            "minProperties": 1,
        }
        return {"anyOf": [words, several]}

    @classmethod
    def read(cls, value: Any) -> Text:
        """A Text from YAML data; raises PydanticCustomError for any other shape."""
        if isinstance(value, Text):
            return value
        if isinstance(value, dict):
            if not value:
                raise PydanticCustomError("text", "a text has at least one language")
            return cls({cls._language(k): cls._words(v) for k, v in value.items()})
        return cls({"": cls._words(value)})

    @staticmethod
    def is_language(key: str) -> bool:
        """Whether words may stand under this key."""
        return _LANGUAGE.fullmatch(key) is not None

    @classmethod
    def _language(cls, key: Any) -> str:
        if not cls.is_language(str(key)):
            # `- Beware: wolves` is a mapping; in `{fr: yes, no: 1}` the comma ends the text.
            raise PydanticCustomError(
                "text",
                "'{key}' is not a language code such as fr or en "
                "(put quotes around a text that holds a comma or a colon)",
                {"key": shorten(str(key))},
            )
        return str(key)

    @staticmethod
    def _words(value: Any) -> str:
        if isinstance(value, bool):
            word = str(value).lower()
            message = "'{word}' alone is not a text (put quotes around it)"
            raise PydanticCustomError("text", message, {"word": word})
        if not isinstance(value, str | int | float):
            # Without a context, pydantic leaves the braces as they are.
            raise PydanticCustomError(
                "text", "expected a text, or one for each language as {fr: …, en: …}"
            )
        words = str(value)
        if not words.strip():
            raise PydanticCustomError("text", "the text is empty")
        if len(words) > MAX_TEXT:
            raise PydanticCustomError("text", "the text has more than 20,000 characters")
        return words

    def language_for(self, lang: str, first: str) -> str:
        """The key whose words serve `lang` in a game whose first language is `first`."""
        for key in (lang, "any"):
            if key in self:
                return key
        for key in ("", first):
            if key in self:
                return key
        return next(iter(self))


class Model(BaseModel):
    """What all shapes share: unknown keys are faults, and nothing changes after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]

Reference = Annotated[
    str, StringConstraints(pattern=r"^([a-z0-9-]+/)?[a-z0-9]+(-[a-z0-9]+)*$", max_length=121)
]

Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=20)]

Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Z]{2})?$")]

Short = Annotated[str, StringConstraints(min_length=1, max_length=40)]

Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")]

# What `printgen.analysis.expressions` reads.
Expression = Annotated[str, StringConstraints(min_length=1, max_length=200)]

Count = Annotated[int, Field(ge=1, le=500)]

# Life, distances: what a game on a table can have.
Amount = Annotated[int, Field(ge=0, le=999)]

Ink = Literal["full", "low"]

Paper = Literal["a4", "letter", "a3", "a5", "legal"]


def _once(values: list[Any]) -> list[Any]:
    for value in values:
        if values.count(value) > 1:
            raise PydanticCustomError("once", "'{value}' stands twice", {"value": str(value)})
    return values


Item = TypeVar("Item")

# A short list in which nothing stands twice.
UniqueList = Annotated[list[Item], Field(max_length=20), AfterValidator(_once)]

# A stat value as written; `rules.stats` reads it by the type that the game declares.
RawStatValue = Annotated[int | str | float, Field(union_mode="left_to_right")]


class NotedSymbol(Model):
    """A symbol in the place of a value, with the note that explains it."""

    symbol: Short
    note: Text | None = None
    trait: Reference | None = None


class Profile(Model):
    """A figure. `stats` has one mapping a stat line, of this game or (`game/line`) of another."""

    name: Text
    epithet: Text | None = None
    story: Text | None = None
    image: str | None = None
    vignette: Id | None = None
    stats: dict[Reference, dict[Key, RawStatValue | NotedSymbol]] = {}
    traits: list[Reference] = []
    plan: Reference | None = None
    keywords: list[Text] = []
    errata: list[Text] = []


class ActionPlan(Model):
    """How a figure acts that nobody plays: the first of its actions that is possible."""

    name: Text
    epithet: Text | None = None
    intro: Text | None = None
    actions: Annotated[list[Text], Field(min_length=1, max_length=20)]
    note: Text | None = None
    vignette: Id | None = None
    errata: list[Text] = []


class Trait(Model):
    """A skill, weapon, status or special rule: written once, referred to everywhere."""

    name: Text
    kind: Id
    text: Text | None = None
    suit: Id | None = None
    brings: list[Reference] = []
    values: dict[Key, RawStatValue] = {}
    note_mark: Short | None = None
    errata: list[Text] = []


class Matrix(Model):
    """A table whose rows and columns are rungs of one scale, such as loser against winner."""

    scale: Id
    rows: list[Id] = Field(min_length=1)
    columns: list[Id] = Field(min_length=1)
    rows_label: Text
    columns_label: Text
    cells: dict[Id, list[int | Short]]
    impossible: Short = "*"
    down: Literal["falls", "rises"] | None = None
    across: Literal["falls", "rises"] | None = None


class Addend(Model):
    """What is added to a roll, from the least to the most that it can be in play."""

    label: Text
    min: Annotated[int, Field(ge=-99, le=99)]
    max: Annotated[int, Field(ge=-99, le=99)]


class Roll(Model):
    """The dice that a table is rolled on, and the column whose cells are the totals."""

    dice: Short
    column: Id
    plus: Annotated[list[Addend], Field(max_length=5)] = []


# A value for computations, beside the words of a cell: a number, a yes or no, an id, ids, or none.
TableValue = bool | int | Id | list[Id] | None


class Table(Model):
    """A matrix, or a plain list of rows under named columns.

    `values` has columns that are not printed: one value per row, for studies and examples.
    """

    title: Text
    note: Text | None = None
    matrix: Matrix | None = None
    roll: Roll | None = None
    columns: dict[Id, Text] = {}
    rows: list[dict[Id, Text]] = []
    values: dict[Id, list[TableValue]] = {}
    errata: list[Text] = []


class Step(Model):
    """A row of a quest: a numbered step, or a story interlude between two steps."""

    step: Annotated[int, Field(ge=1)] | None = None
    type: Id | None = None
    name: Text | None = None
    enemy: dict[Key, int] = {}
    result: Text | None = None
    effect: Short | None = None
    story: Text | None = None
    art: Id | None = None


class Quest(Model):
    """A list of numbered steps with story interludes."""

    title: Text
    subtitle: Text | None = None
    steps: list[Step] = Field(min_length=1)
    errata: list[Text] = []
