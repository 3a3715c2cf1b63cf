"""The fields that columns fill: their keys, and what their cells hold, from a model."""

from __future__ import annotations

import types
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from printgen.content.models.text import Text


@dataclass(frozen=True, slots=True)
class CellType:
    """What the cells of a field hold: words or any values, one or a list, maybe in languages."""

    words: bool = False
    many: bool = False
    languages: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an entry: its keys from the outside, and the language of its texts, if given."""

    path: tuple[str, ...]
    cell: CellType
    language: str = ""


def field_named(model: type[BaseModel], name: str) -> Field:
    """The field `name` of a model: `cost`, `name_fr` or `stats.crew.nerve`, in any case.

    Unknown names are fields too: validation reports them.
    """
    steps = ["_".join(step.split()) for step in name.split(".")]
    path, annotations = _follow(model, steps)
    base, separator, language = steps[-1].rpartition("_")
    if separator and not annotations and (code := _language(language)):
        path_of_text, texts = _follow(model, [*steps[:-1], base])
        if (cell := _cell_type(texts)).languages:
            return Field(path_of_text, cell, code)
    return Field(path, _cell_type(annotations))


def _language(word: str) -> str:
    """A language code in its own case (`pt-BR`), or nothing."""
    language, hyphen, region = word.partition("-")
    code = language.lower() + hyphen + region.upper()
    return code if Text.is_language(code) else ""


def _follow(model: type[BaseModel], steps: Sequence[str]) -> tuple[tuple[str, ...], list[object]]:
    """The keys of a field, and the types that its value may have; none for an unknown field."""
    path, found = list[str](), list[object]([model])
    for step in steps:
        inner = [pair for each in found for pair in _inside(each, step)]
        path.append(inner[0][0] if inner else step)
        found = [each for _, annotation in inner for each in alternatives(annotation)]
    return tuple(path), found


def _inside(found: object, step: str) -> Iterator[tuple[str, object]]:
    """The key that `step` means in a mapping of some type, and the type of its value."""
    if isinstance(found, type) and issubclass(found, BaseModel):
        for name, info in found.model_fields.items():
            key = info.alias or name
            if key.lower() == step.lower():
                yield key, info.annotation
    elif _is_text(found) and (code := _language(step)):
        yield code, str
    elif get_origin(found) is dict:
        # The game names the keys, in its own case.
        yield step, get_args(found)[1]


def alternatives(annotation: object) -> Iterator[object]:
    """The types of a union, without their constraints and without None."""
    if get_origin(annotation) is Annotated:
        yield from alternatives(get_args(annotation)[0])
    elif get_origin(annotation) in (Union, types.UnionType):
        for each in get_args(annotation):
            yield from alternatives(each)
    elif annotation is not types.NoneType:
        yield annotation


def _cell_type(found: Sequence[object]) -> CellType:
    """What cells hold whose values may have these types."""
    lists = [each for each in found if each is list or get_origin(each) is list]
    if lists:
        items = [each for of in lists for item in get_args(of) for each in alternatives(item)]
        return CellType(_are_words(items), True, any(map(_is_text, items)))
    return CellType(_are_words(found), False, any(map(_is_text, found)))


def _are_words(found: Sequence[object]) -> bool:
    return bool(found) and all(
        each is str
        or _is_text(each)
        or (get_origin(each) is Literal and all(isinstance(word, str) for word in get_args(each)))
        for each in found
    )


def _is_text(annotation: object) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Text)
