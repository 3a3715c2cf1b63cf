"""Where the errors of validation are: the steps of pydantic that are in the data."""

from __future__ import annotations

from collections.abc import Container
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from printgen.content.source import Path

T = TypeVar("T")


def validate(kind: type[T], data: object) -> tuple[T | None, list[ErrorDetails]]:
    """The model of `data`, or None and the errors."""
    try:
        if issubclass(kind, BaseModel):
            return kind.model_validate(data), []
        return TypeAdapter(kind).validate_python(data), []
    except ValidationError as error:
        return None, error.errors(include_url=False, include_context=True)


def locate(loc: tuple[int | str, ...], data: object, value: object) -> tuple[Path, Path]:
    """Split pydantic's `loc` into the steps that are in the data and the last steps that are not.

    Steps such as union tags, which are in `loc` but not in the YAML, are skipped. When a step could
    be either (a product with a key `cards`), it must lead to `value`, the input at fault.
    """
    straight = _follow(loc, data)
    for tag in range(len(loc)) if straight[2] is not value else ():
        path, rest, end = _follow(loc, data, tag)
        if end is value:
            return path, rest
    return straight[:2]


def _follow(
    loc: tuple[int | str, ...], data: object, tag: int | None = None
) -> tuple[Path, Path, object]:
    """The steps of `loc` that are in the data, the last ones that are not, and the data there."""
    path: list[int | str] = []
    rest: list[int | str] = []
    for index, step in enumerate(loc):
        inside, child = _child(data, step)
        if inside and (index != tag or isinstance(data, list)):
            data = child
            path.append(step)
            rest = []
        else:
            rest.append(step)
    return tuple(path), tuple(rest), data


def _child(data: object, step: int | str) -> tuple[bool, object]:
    if isinstance(data, dict):
        return step in data, data.get(step)
    if isinstance(data, list) and isinstance(step, int) and step < len(data):
        return True, data[step]
    return False, None


def faults_with(
    kind: type[object], data: object, path: Path, value: object, without: Container[str] = ()
) -> int:
    """The number of errors at `path` or in it if `value` were there, and some keys not beside it.

    With no path, the number of all errors.
    """
    changed = _with(data, path, value, without)
    _, errors = validate(kind, changed)
    places = [locate(error["loc"], changed, error["input"])[0] for error in errors]
    return sum(place[: len(path)] == path for place in places)


def _with(data: object, path: Path, value: object, without: Container[str]) -> object:
    """Data with another value at `path`, and without some keys beside it."""
    if not path:
        return value
    step, *rest = path
    if isinstance(data, dict):
        kept = data if rest else {k: v for k, v in data.items() if k not in without}
        return {**kept, step: _with(data.get(step), tuple(rest), value, without)}
    if isinstance(data, list) and isinstance(step, int) and step < len(data):
        return [*data[:step], _with(data[step], tuple(rest), value, without), *data[step + 1 :]]
    return data
