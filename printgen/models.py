"""The shapes of content: what a game, a profile, a trait, a table, a quest and a product hold.

The models settle shape only. Whether values agree with what the game declares (ranges, references,
translations) is the business of `printgen.rules`.
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
    def _language(key: Any) -> str:
        if not _LANGUAGE.fullmatch(str(key)):
            # In `{fr: yes, no}` the comma ends the text, and `no` is read as a key.
            raise PydanticCustomError(
                "text",
                "'{key}' is not a language code such as fr or en "
                "(put quotes around a text that holds a comma)",
                {"key": key},
            )
        return str(key)

    @staticmethod
    def _words(value: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise PydanticCustomError(
                "text", "expected a text, or one for each language as {{fr: …, en: …}}"
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
Count = Annotated[int, Field(ge=1, le=500)]
Ink = Literal["full", "low"]
Paper = Literal["a4", "letter", "a3", "a5", "legal"]


def _once(values: list[Any]) -> list[Any]:
    for value in values:
        if values.count(value) > 1:
            raise PydanticCustomError("once", "'{value}' stands twice", {"value": str(value)})
    return values


Item = TypeVar("Item")
# A short list in which nothing stands twice.
Once = Annotated[list[Item], Field(max_length=20), AfterValidator(_once)]
StatType = Literal["integer", "pair", "roll", "die", "length", "money", "word"]
# A stat value as written; `rules.stats` reads it by the type that the game declares.
Raw = Annotated[int | str | float, Field(union_mode="left_to_right")]


# --- game.yaml -------------------------------------------------------------------------------


class Stat(Model):
    """One value of a stat line."""

    label: Text
    name: Text | None = None
    type: StatType = "integer"
    min: int | None = None
    max: int | None = None
    symbols: list[Short] = []
    signed: bool = False
    optional: bool = False
    badge: bool = False
    about: Text | None = None


class StatLine(Model):
    """The values that a kind of figure has in a game, in the order in which they are printed."""

    label: Text
    stats: dict[Key, Stat] = Field(min_length=1)


class TraitKind(Model):
    """A family of traits (skills, weapons, statuses…) and the values that each of them has."""

    label: Text
    plural: Text | None = None
    stats: dict[Key, Stat] = {}


class Suit(Model):
    """A suit of the cards, with the symbol that stands for it."""

    symbol: Short
    label: Text
    red: bool = False


class Rank(Model):
    """One rung of a scale: a face of a die, a hand of poker, a card's rank."""

    label: Text
    name: Text | None = None
    text: Text | None = None
    value: int | None = None


class Scale(Model):
    """Things in order, from the lowest to the highest."""

    label: Text
    ranks: dict[Id, Rank] = Field(min_length=1)


class Counter(Model):
    """A number that goes up and down in play, with the symbol that stands for it."""

    symbol: Short
    label: Text
    min: int = 0
    max: int


class Pile(Model):
    """A pile of cards: every rank named, in every suit named."""

    label: Text
    suits: list[Id] = Field(min_length=1)
    ranks: list[Id] = Field(min_length=1)
    shuffled: bool = False
    face_up: bool = False
    counter: Id | None = None
    text: Text | None = None


class Deck(Model):
    """A pack of cards (the game's suits times a scale of ranks) and the piles it is split into."""

    ranks: Id
    piles: dict[Id, Pile] = {}


class StepType(Model):
    """A type of quest step. Only a fight has an enemy."""

    symbol: Short
    label: Text
    text: Text | None = None
    fight: bool = False


class QuestRules(Model):
    """What the quests of a game are made of."""

    types: dict[Id, StepType] = Field(min_length=1)
    story_symbol: Short
    enemy: Id
    pile: Id
    steps: Annotated[int, Field(ge=1, le=500)]


class Constraint(Model):
    """A rule that every profile with this stat line obeys, as an expression over its values."""

    stat_line: Id
    check: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    message: Text


class Credit(Model):
    """Somebody who had a part in the game."""

    role: Text
    name: Text
    note: Text | None = None


class Game(Model):
    """`game.yaml`: what a game is called, speaks and declares."""

    title: Text
    subtitle: Text | None = None
    languages: Once[Language] = Field(min_length=1)
    theme: Id = "plain"
    accent: Colour | None = None
    version: Short | None = None
    credits: list[Credit] = []
    licence: Text | None = None
    stat_lines: dict[Id, StatLine] = {}
    trait_kinds: dict[Id, TraitKind] = {}
    suits: dict[Id, Suit] = {}
    scales: dict[Id, Scale] = {}
    counters: dict[Id, Counter] = {}
    deck: Deck | None = None
    quests: QuestRules | None = None
    constraints: list[Constraint] = Field(default=[], max_length=100)
    errata: list[Text] = []


# --- entries ---------------------------------------------------------------------------------


class Noted(Model):
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
    stats: dict[Reference, dict[Key, Raw | Noted]] = {}
    traits: list[Reference] = []
    keywords: list[Text] = []
    errata: list[Text] = []


class Trait(Model):
    """A skill, weapon, status or special rule: written once, referred to everywhere."""

    name: Text
    kind: Id
    text: Text | None = None
    suit: Id | None = None
    brings: list[Reference] = []
    values: dict[Key, Raw] = {}
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


class Table(Model):
    """A matrix, or a plain list of rows under named columns."""

    title: Text
    note: Text | None = None
    matrix: Matrix | None = None
    columns: dict[Id, Text] = {}
    rows: list[dict[Id, Text]] = []
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


# --- products.yaml ---------------------------------------------------------------------------


class Faces(Model):
    """The templates of a card's two faces. Without a back, the cards are printed on one side."""

    front: str
    back: str | None = None


class Product(Model):
    """What every product has."""

    title: Text
    languages: Once[Language] | None = None
    papers: Once[Paper] = Field(default=["a4", "letter"], min_length=1)
    inks: Once[Ink] = Field(default=["full", "low"], min_length=1)


class CardsProduct(Product):
    """Two-faced cards imposed on sheets."""

    output: Literal["cards"]
    profiles: list[Reference] | Literal["all"] = "all"
    quantities: dict[Reference, Count] = {}
    faces: Faces
    format: str = "poker"
    bleed: Annotated[float, Field(ge=0, le=10, strict=False)] = 3.0
    corner_radius: Annotated[float, Field(ge=0, le=10, strict=False)] = 3.0
    gutter: Annotated[float, Field(ge=0, le=30, strict=False)] | Literal["auto"] = "auto"
    duplex: Literal["long-edge", "short-edge", "gutter-fold"] = "long-edge"


class SheetProduct(Product):
    """Pages laid out at paper size: a quest sheet, a reference sheet."""

    output: Literal["sheet"]
    template: str
    quest: Id | None = None
    profiles: list[Reference] | Literal["all"] = []
    pages: Annotated[int, Field(ge=1, le=32)] = 2


AnyProduct = Annotated[CardsProduct | SheetProduct, Field(discriminator="output")]


class Products(Model):
    """`products.yaml`."""

    products: dict[Id, AnyProduct] = Field(min_length=1)


# The kinds of entry, by the folder that holds them.
KINDS: dict[str, type[Model]] = {
    "profiles": Profile,
    "traits": Trait,
    "tables": Table,
    "quests": Quest,
}
