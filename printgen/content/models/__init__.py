"""The models of profiles, traits, action plans, tables and quests, and of texts.

Models validate shape only. `printgen.checks` compares values with the declarations of the game.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    StringConstraints,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import PydanticCustomError, core_schema

from printgen.problems import shorten

MAX_TEXT = 20_000

# Most pixels of an image, checked in its header before decoding.
MAX_PIXELS = 25_000_000


_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Z]{2})?|any")


class Text(dict[str, str]):
    """A text in several languages, by language.

    In YAML: `{fr: …, en: …}`; `{any: …}` is for all languages, as for proper names. A plain string
    is in the game's first language and has the key "".
    """

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: object, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(cls.read)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: object, handler: object) -> JsonSchemaValue:
        words = {"type": ["string", "number"], "maxLength": MAX_TEXT}
        several = {
            "type": "object",
            "patternProperties": {f"^({_LANGUAGE.pattern})$": words},
            "additionalProperties": False,
            "minProperties": 1,
        }
        return {"anyOf": [words, several]}

    @classmethod
    def read(cls, value: object) -> Text:
        """A Text from YAML data. Raises PydanticCustomError for other shapes."""
        if isinstance(value, Text):
            return value
        if isinstance(value, dict):
            if not value:
                raise PydanticCustomError("text", "a text needs at least one language")
            return cls({cls._language(k): cls._words(v) for k, v in value.items()})
        return cls({"": cls._words(value)})

    @staticmethod
    def is_language(key: str) -> bool:
        """Whether a key is a language code, or `any`."""
        return _LANGUAGE.fullmatch(key) is not None

    @classmethod
    def _language(cls, key: object) -> str:
        if not cls.is_language(str(key)):
            # YAML reads `- Beware: wolves` as a mapping, and ends a text at a comma.
            raise PydanticCustomError(
                "text",
                "'{key}' is not a language code such as fr or en "
                "(quote text that contains a comma or colon)",
                {"key": shorten(str(key))},
            )
        return str(key)

    @staticmethod
    def _words(value: object) -> str:
        if isinstance(value, bool):
            word = str(value).lower()
            message = "'{word}' is not text (quote it)"
            raise PydanticCustomError("text", message, {"word": word})
        if not isinstance(value, str | int | float):
            # Pydantic leaves the braces as they are when there is no context.
            raise PydanticCustomError("text", "expected text, or text by language: {fr: …, en: …}")
        words = str(value)
        if not words.strip():
            raise PydanticCustomError("text", "the text is empty")
        if len(words) > MAX_TEXT:
            raise PydanticCustomError("text", "the text has more than 20,000 characters")
        return words

    def language_for(self, lang: str, first: str) -> str:
        """The key of the text to use for `lang` in a game whose first language is `first`."""
        for key in (lang, "any"):
            if key in self:
                return key
        for key in ("", first):
            if key in self:
                return key
        return next(iter(self))


class Model(BaseModel):
    """The base of all models: strict, immutable, without unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]

Reference = Annotated[
    str, StringConstraints(pattern=r"^([a-z0-9-]+/)?[a-z0-9]+(-[a-z0-9]+)*$", max_length=121)
]

Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=20)]

Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Z]{2})?$")]

Short = Annotated[str, StringConstraints(min_length=1, max_length=40)]

Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")]

# See `printgen.analysis.expressions`.
Expression = Annotated[str, StringConstraints(min_length=1, max_length=200)]

Count = Annotated[int, Field(ge=1, le=500)]

# Life, distances and other amounts in play.
Amount = Annotated[int, Field(ge=0, le=999)]

Ink = Literal["full", "low"]

Paper = Literal["a4", "letter", "a3", "a5", "legal"]


def _unique(values: list[object]) -> list[object]:
    for value in values:
        if values.count(value) > 1:
            raise PydanticCustomError("once", "duplicate value '{value}'", {"value": str(value)})
    return values


Item = TypeVar("Item")

# A short list without duplicates.
UniqueList = Annotated[list[Item], Field(max_length=20), AfterValidator(_unique)]

# A stat value as written; see `printgen.content.stat_types`.
RawStatValue = Annotated[int | str | float, Field(union_mode="left_to_right")]


class NotedSymbol(Model):
    """A symbol used as a stat value, explained by a note or a trait."""

    symbol: Short
    note: Text | None = None
    trait: Reference | None = None


class Profile(Model):
    """A profile of a miniature. `stats` are by stat line, of this or (`game/line`) another game."""

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
    """The action plan of a miniature without a player: it takes the first possible action."""

    name: Text
    epithet: Text | None = None
    intro: Text | None = None
    actions: Annotated[list[Text], Field(min_length=1, max_length=20)]
    note: Text | None = None
    vignette: Id | None = None
    errata: list[Text] = []


class Trait(Model):
    """A skill, weapon, status or special rule, referred to by id."""

    name: Text
    kind: Id
    text: Text | None = None
    suit: Id | None = None
    brings: list[Reference] = []
    values: dict[Key, RawStatValue] = {}
    note_mark: Short | None = None
    errata: list[Text] = []


class Matrix(Model):
    """A table whose rows and columns are ranks of one scale, such as loser against winner."""

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
    """A modifier of a roll, with its range in play."""

    label: Text
    min: Annotated[int, Field(ge=-99, le=99)]
    max: Annotated[int, Field(ge=-99, le=99)]


class Roll(Model):
    """The dice of a table, and the column with the totals of each row."""

    dice: Short
    column: Id
    plus: Annotated[list[Addend], Field(max_length=5)] = []


# A value for computations: a boolean, a number, an id, a list of ids, or none.
TableValue = bool | int | Id | list[Id] | None


class Table(Model):
    """A matrix, or a list of rows with named columns.

    `values` has columns for studies and examples that are not printed, with one value per row.
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
    """A quest: numbered steps and story interludes."""

    title: Text
    subtitle: Text | None = None
    steps: list[Step] = Field(min_length=1)
    errata: list[Text] = []
