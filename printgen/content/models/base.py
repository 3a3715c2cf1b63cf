"""The base of all models, and the types of values that several models share."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError

from printgen.content.characters import invisible_characters, is_visible
from printgen.content.names import LANGUAGE
from printgen.paper import PAPERS, paper_name
from printgen.problems import did_you_mean


class Model(BaseModel):
    """The base of all models: strict, immutable, without unknown keys."""

    # A command validates few kinds of entry: their validators are made when they are used.
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)


Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]

Reference = Annotated[
    str, StringConstraints(pattern=r"^([a-z0-9-]+/)?[a-z0-9]+(-[a-z0-9]+)*$", max_length=121)
]

Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=20)]

Language = Annotated[str, StringConstraints(pattern=f"^{LANGUAGE}$")]


def _visible(words: str) -> str:
    if not is_visible(words):
        message = f"the text has no visible character{invisible_characters(words)}"
        raise PydanticCustomError("text", "{message}", {"message": message})
    return words


Short = Annotated[str, StringConstraints(min_length=1, max_length=40), AfterValidator(_visible)]

Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")]

# See `printgen.analysis.expressions`.
Expression = Annotated[str, StringConstraints(min_length=1, max_length=200)]

Count = Annotated[int, Field(ge=1, le=500)]

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
