"""YAML data to models: validation errors as problems in plain words, at the node at fault."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from printgen.content.limits import MAX_DEPTH
from printgen.content.model_keys import fields_above, fields_at
from printgen.content.source import Path, Source
from printgen.problems import Problem, did_you_mean, nearest, shorten

T = TypeVar("T")


_EXPECTED = {
    "int_type": "expected a whole number",
    "int_from_float": "expected a whole number",
    "float_type": "expected a number",
    "float_parsing": "expected a number",
    "string_type": "expected text",
    "bool_type": "expected true or false",
    "dict_type": "expected a mapping (key: value)",
    "model_type": "expected a mapping (key: value)",
    "model_attributes_type": "expected a mapping (key: value)",
    "list_type": "expected a list",
    "missing": "missing value",
}

_PATTERNS = {
    "[a-z0-9]+([ -][a-z0-9]+)*": "use lower-case letters and digits, single spaces or hyphens",
    "[a-z0-9]+(-[a-z0-9]+)*": "use lower-case letters, digits and hyphens",
    "[A-Za-z][A-Za-z0-9_]*": "use letters, digits and underscores, starting with a letter",
    "[A-Za-z0-9]+([ -][A-Za-z0-9]+)*": "use letters and digits, with spaces between words",
    "#[0-9a-fA-F]{6}": "write a colour such as #a1b2c3",
    "[a-z]{2,3}": "write a language code such as fr or en",
}

# The most keys of a model that a hint lists: those of a product are more than 20.
MAX_LISTED_KEYS = 30

# The form of keys. Other empty keys are the rest of a text that was split at a comma.
_KEY = re.compile(r"[0-9_/-]*[A-Za-z][A-Za-z0-9_/-]*")


def read_model(
    kind: type[T], source: Source, root: Path = (), data: object = None
) -> tuple[T | None, list[Problem]]:
    """The model of `data`, found at `root` in `source`; None and problems when it is invalid."""
    data = source.data if data is None and not root else data
    empty = [_empty_key(source, (*root, *path), text) for path, text in _empty(data)]
    if empty:
        return None, empty
    try:
        if issubclass(kind, BaseModel):
            return kind.model_validate(data), []
        return TypeAdapter(kind).validate_python(data), []
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=True)
        return None, list(_problems(details, source, root, data, kind))


def _empty(data: object) -> Iterator[tuple[Path, tuple[str, str] | None]]:
    """The paths of keys without a value, each with the text before it, if any.

    A text is given by its key, and its words with the empty keys that follow.
    """
    waiting: list[tuple[Path, object]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            text: tuple[str, str] | None = None
            for key, item in value.items():
                if item is None:
                    yield (*path, key), text
                    text = text and (text[0], _joined(text[1], key))
                    continue
                text = (key, item) if isinstance(item, str) else None
                if isinstance(item, dict | list) and len(path) < MAX_DEPTH:
                    waiting.append(((*path, key), item))
        elif isinstance(value, list) and len(path) < MAX_DEPTH:
            pairs = enumerate(value)
            waiting += [((*path, n), item) for n, item in pairs if isinstance(item, dict | list)]


def _empty_key(source: Source, path: Path, text: tuple[str, str] | None) -> Problem:
    """The problem of a key without a value.

    In `{profile: drowned, count: min(figures, 3)}` the comma ends the text and YAML reads `3)` as a
    key. On the line of a text, an empty key that no model could have is the rest of that text.
    """
    key, place = str(path[-1]), source.at(path, key=True)
    beside = text and place.line == source.at((*path[:-1], text[0]), key=True).line
    if text and beside and not _KEY.fullmatch(key):
        message = f"a comma separates {_short(key)} from the text before it"
        whole = json.dumps(_joined(text[1], key).strip("“”„«»‘’ "), ensure_ascii=False)
        hint = f"quote text that contains a comma: {whole}"
    else:
        message = f"the key {_short(key)} has no value"
        hint = "add a value or remove the key; quote text that starts with # or contains a comma"
    return Problem(place, "value-shape", message, hint)


def _joined(words: str, rest: str) -> str:
    """A text and the rest after its comma, shortened for a hint."""
    return shorten(f"{words}, {rest}", 60)


def _problems(
    details: list[ErrorDetails], source: Source, root: Path, data: object, kind: type[object]
) -> Iterator[Problem]:
    """One problem per error; for unions, only those of the branch that matched most."""
    places = [_locate(detail["loc"], data, detail["input"]) for detail in details]
    inner = {path[:n] for path, _ in places for n in range(len(path))}
    inner |= {
        path
        for (path, _), detail in zip(places, details, strict=True)
        if detail["type"] == "missing"
    }
    reported: set[Path] = set()
    misspelt = {
        (path[:-1], nearest(str(path[-1]), fields_at(kind, detail["loc"][:-1])))
        for (path, _), detail in zip(places, details, strict=True)
        if detail["type"] == "extra_forbidden"
    }
    for (path, rest), detail in zip(places, details, strict=True):
        if detail["type"] == "missing" and (path, rest[-1]) in misspelt:
            continue
        problem = _problem(detail, source, (*root, *path), rest, kind)
        if problem.code == "value-shape" and rest[-1:] != ("[key]",):
            if path in inner or path in reported:
                continue
            reported.add(path)
        yield problem


def _locate(loc: tuple[int | str, ...], data: object, value: object) -> tuple[Path, Path]:
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


def _problem(
    detail: ErrorDetails, source: Source, path: Path, rest: Path, kind: type[object]
) -> Problem:
    if detail["type"] == "extra_forbidden":
        loc, key = detail["loc"], str(path[-1])
        hint = did_you_mean(key, fields_at(kind, loc[:-1]), MAX_LISTED_KEYS)
        if len(path) > 1 and key in fields_above(kind, loc[:-1], path[-2]):
            hint = f"it belongs one level up, beside '{path[-2]}'"
        message = f"unknown key {_short(path[-1])}"
        return Problem(source.at(path, key=True), "key-unknown", message, hint)
    if detail["type"] == "missing":
        # Cells of a spreadsheet have a place though they are empty.
        place = source.at((*path, rest[-1]))
        return Problem(place, "key-missing", f"missing key '{rest[-1]}'")
    if detail["type"] == "union_tag_not_found":
        name = detail["ctx"]["discriminator"].strip("'")
        if near := nearest(name, map(str, detail["input"])):
            message, hint = f"unknown key '{near}'", f"did you mean '{name}'?"
            return Problem(source.at((*path, near), key=True), "key-unknown", message, hint)
        return Problem(source.at(path), "key-missing", f"missing key '{name}'")
    if detail["type"] == "union_tag_invalid":
        path = (*path, detail["ctx"]["discriminator"].strip("'"))
    message, hint = _value_message(detail)
    on_key = rest[-1:] == ("[key]",)
    return Problem(source.at(path, key=on_key), "value-shape", message, hint)


def _value_message(detail: ErrorDetails) -> tuple[str, str]:
    """The message and hint for an invalid value."""
    kind, value, context = detail["type"], detail["input"], detail.get("ctx", {})
    if kind in _EXPECTED:
        return _EXPECTED[kind], f"found {_short(value)}"
    if kind in ("literal_error", "union_tag_invalid"):
        listed = str(context.get("expected") or context.get("expected_tags") or "")
        allowed = [word.strip(" '") for word in listed.replace(" or ", ",").split(",")]
        value = context.get("tag", value)
        return f"{_short(value)} is not allowed here", did_you_mean(str(value), allowed)
    if kind == "string_pattern_mismatch":
        pattern = str(context.get("pattern", ""))
        for part, words in _PATTERNS.items():
            if part in pattern:
                return f"{_short(value)} is not valid", words
    if kind in ("greater_than_equal", "less_than_equal"):
        bound = context.get("ge", context.get("le"))
        word = "least" if "ge" in context else "most"
        return f"{_short(value)} is out of range", f"at {word} {bound}"
    if kind == "too_short":
        found, least = context["actual_length"], context["min_length"]
        values = "1 value" if found == 1 else f"{found} values" if found else "no values"
        return values, f"at least {least}" if least > 1 else ""
    if kind == "string_too_short":
        return "empty text", ""
    if kind == "too_long":
        found = len(value) if isinstance(value, list | dict) else context.get("actual_length")
        return f"{found} values", f"at most {context.get('max_length')}"
    if kind == "finite_number":
        return f"{_short(value)} is not a finite number", ""
    message = detail["msg"]
    return message[:1].lower() + message[1:], context.get("hint", "")


def _short(value: object) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    return f"'{shorten(str(value))}'"
