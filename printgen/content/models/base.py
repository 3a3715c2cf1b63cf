"""The base of all models, and the types of values that several models share: names, lengths,
colours.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections import ChainMap
from collections.abc import Collection, Mapping
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
)
from pydantic.config import JsonDict
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import PydanticCustomError, PydanticKnownError, core_schema

from printgen.content.characters import invisible_characters, is_visible
from printgen.content.names import LANGUAGE, MAX_KEY
from printgen.paper import MM_BY_UNIT, PAPERS, paper_name
from printgen.problems import did_you_mean


class Model(BaseModel):
    """The base of all models: strict, immutable, without unknown keys. What a field is, the text
    below it says: see `descriptions`.
    """

    # A command validates few kinds of entry: their validators are made when they are used.
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)


class _Described(GenerateJsonSchema):
    """Makes JSON Schemas with the descriptions of fields."""

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        made, model = super().model_schema(schema), schema["cls"]
        keys, described = made.get("properties", {}), descriptions(model)
        for name, info in model.model_fields.items():
            if (key := info.alias or name) in keys and name in described:
                keys[key]["description"] = described[name]
        return made

    def tagged_union_schema(self, schema: core_schema.TaggedUnionSchema) -> JsonSchemaValue:
        """Choices without a key that tells them apart, such as a name and words, may both match."""
        made = super().tagged_union_schema(schema)
        if "discriminator" not in made:
            made["anyOf"] = made.pop("oneOf")
        return made


def json_schema(model: type[BaseModel]) -> JsonSchemaValue:
    """The JSON Schema of a model, with the descriptions of all fields."""
    return model.model_json_schema(schema_generator=_Described)


def descriptions(model: type[BaseModel]) -> Mapping[str, str]:
    """What the fields of a model are, by name: the texts below the fields of its class and of the
    classes above it, and the descriptions of single fields.

    Pydantic would read these texts whenever a model is imported, which takes longer than the import
    itself. Only schemas, manuals and editors need them.
    """
    fields = model.model_fields.items()
    own = {name: info.description for name, info in fields if info.description}
    classes = (each for each in model.__mro__ if issubclass(each, Model))
    written = (_texts_below_fields(each.__module__).get(each.__name__, {}) for each in classes)
    return ChainMap(own, *written)


@cache
def _texts_below_fields(module: str) -> dict[str, dict[str, str]]:
    """The texts below the fields of the classes of a module, by class and field."""
    found: dict[str, dict[str, str]] = {}
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    for owner in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        for field, below in pairwise(owner.body):
            match field, below:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(words))),
                ):
                    found.setdefault(owner.name, {})[name] = " ".join(words.split())
    return found


def first_sentence(model: type[Model]) -> str:
    """The first sentence of the docstring of a model."""
    words = " ".join((model.__doc__ or "").split())
    return words.partition(". ")[0].rstrip(".") + "."


def optional_fields(models: Mapping[str, type[Model]]) -> dict[str, Any]:
    """Fields for `create_model`: an optional one per name, described by what its model is."""
    return {
        name: (model | None, Field(default=None, description=first_sentence(model)))
        for name, model in models.items()
    }


Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]

# The name of an icon, or an emoji.
IconName = Annotated[
    str,
    StringConstraints(
        pattern="^([a-z0-9]+(-[a-z0-9]+)*"
        "|[0-9#*]?[\u203c-\u2bff\u3297\u3299\U0001f000-\U0001faff\u200d\ufe0f]{1,12})$",
        max_length=60,
    ),
]

Reference = Annotated[
    str, StringConstraints(pattern=r"^([a-z0-9-]+/)?[a-z0-9]+(-[a-z0-9]+)*$", max_length=121)
]


def _identifier(key: str) -> str:
    if not key.isascii() and (not key.isidentifier() or key != key.lower()):
        raise PydanticCustomError("key", "a key has small letters, digits and `_` only")
    return key


# Letters of all scripts: a spreadsheet names fields in the language of its author.
KEY = "[A-Za-z\u00c0-\uffdc][A-Za-z0-9_\u00c0-\uffdc]*"

Key = Annotated[
    str,
    StringConstraints(pattern=f"^{KEY}$", max_length=MAX_KEY),
    AfterValidator(_identifier),
]

Language = Annotated[str, StringConstraints(pattern=f"^{LANGUAGE}$")]


def _visible(words: str) -> str:
    if not is_visible(words):
        message = f"the text has no visible character{invisible_characters(words)}"
        raise PydanticCustomError("text", "{message}", {"message": message})
    return words


Short = Annotated[str, StringConstraints(min_length=1, max_length=40), AfterValidator(_visible)]

Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")]

# See `printgen.rules.expressions`.
Expression = Annotated[str, StringConstraints(min_length=1, max_length=200)]

# A number, or an expression over the facts of the game.
FactNumber = Annotated[int, Field(ge=0, le=500)] | Expression

Count = Annotated[int, Field(ge=1, le=500)]

Copies = Annotated[int, Field(ge=0, le=500)]

# Life, distances and other amounts in play.
Amount = Annotated[int, Field(ge=0, le=999)]

Ink = Literal["full", "low"]


def paper_hint(text: str) -> str:
    """The name or the size that may be meant by the text of a paper that is not valid."""
    if text[:1].isdigit():
        return "a size is like 330 x 483 mm"
    near = did_you_mean(text.lower(), PAPERS)
    return near if near.startswith("did") else f"{', '.join(PAPERS)}, or a size: 330 x 483 mm"


def _known_paper(text: str) -> str:
    try:
        return paper_name(text)
    except ValueError as error:
        context = {"message": str(error), "hint": paper_hint(text)}
        raise PydanticCustomError("paper", "{message}", context) from error


def _in_any_case(name: str) -> str:
    return "".join(f"[{c}{c.upper()}]" if c.isalpha() else c for c in name)


_NUMBER = r"[0-9]+(\.[0-9]+)?"

_PAPER_PATTERN = "|".join(
    (
        *map(_in_any_case, PAPERS),
        rf"{_NUMBER}\s*[xX]\s*{_NUMBER}\s*([mM][mM]|[cC][mM]|[iI][nN])?",
    )
)

# A paper by name or size. Its value is the name that file names have, see `paper_name`.
Paper = Annotated[
    str,
    AfterValidator(_known_paper),
    WithJsonSchema(
        {"anyOf": [{"enum": list(PAPERS)}, {"type": "string", "pattern": f"^({_PAPER_PATTERN})$"}]}
    ),
]


def _unique(values: list[object]) -> list[object]:
    for value in values:
        if values.count(value) > 1:
            raise PydanticCustomError("once", "duplicate value '{value}'", {"value": str(value)})
    return values


Item = TypeVar("Item")

# A short list without duplicates.
UniqueList = Annotated[list[Item], Field(max_length=20), AfterValidator(_unique)]


def known_name(known: Collection[str], name: str) -> str:
    """A name that is known. Raises PydanticKnownError for another one."""
    if name not in known:
        expected = " or ".join(f"'{each}'" for each in known)
        raise PydanticKnownError("literal_error", {"expected": expected})
    return name


def list_names(known: Collection[str], schema: JsonDict) -> None:
    """Add the known names to a JSON Schema."""
    schema["enum"] = list(known)


_LENGTH = re.compile(r"([0-9]+(?:[.,][0-9]+)?)\s*(mm|cm|in)?")


def millimetres(smallest: float, largest: float) -> BeforeValidator:
    """A validator of lengths from `smallest` to `largest` mm, both included."""

    def read(value: object) -> object:
        plain = isinstance(value, int | float) and not isinstance(value, bool)
        match = _LENGTH.fullmatch(str(value).strip()) if plain or isinstance(value, str) else None
        if match is None:
            raise PydanticCustomError("length", "expected a length, such as 25 mm, 2.5 cm or 1 in")
        length = float(match[1].replace(",", ".")) * MM_BY_UNIT[match[2] or "mm"]
        if not smallest <= length <= largest:
            context = {"value": str(value), "hint": f"{smallest:g} to {largest:g} mm"}
            raise PydanticCustomError("length", "'{value}' is out of range", context)
        return length

    number = Annotated[float, Field(ge=smallest, le=largest)]
    return BeforeValidator(read, json_schema_input_type=number | str)


# White type on each has a contrast of 4.5 or more. They differ by hue and by lightness: they are
# distinct in greyscale, and to readers who are blind to red or green.
ACCENTS = MappingProxyType({"sea": "#0f5671", "wine": "#69182c", "ochre": "#926213"})

# The accent of the plain theme for a game without one.
DEFAULT_ACCENT = ACCENTS["sea"]

_COLOUR = "^#[0-9a-fA-F]{6}$"


def _colour(text: str) -> str:
    if text in ACCENTS:
        return ACCENTS[text]
    if re.fullmatch(_COLOUR, text):
        return text
    near = did_you_mean(text, ACCENTS)
    others = f'{", ".join(ACCENTS)}, or a colour such as "#a1b2c3"'
    hint = near if near.startswith("did") else others
    context = {"message": f"'{text[:40]}' is not valid", "hint": hint}
    raise PydanticCustomError("accent", "{message}", context)


# A colour, also by its name. Its value is `#rrggbb`.
Accent = Annotated[
    str,
    AfterValidator(_colour),
    WithJsonSchema({"anyOf": [{"enum": list(ACCENTS)}, {"type": "string", "pattern": _COLOUR}]}),
]
