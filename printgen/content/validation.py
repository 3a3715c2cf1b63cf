"""YAML data to models: validation errors as problems in plain words, at the node at fault."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import ErrorDetails

from printgen.content.limits import MAX_DEPTH, MAX_PROBLEMS
from printgen.content.models.text import Text
from printgen.content.source import Path, Source, plain_scalar
from printgen.content.yaml_text import slip_of
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

# Where a text may be a list or a mapping without its spaces or its colon.
_OF_SEVERAL = ("dict_type", "model_type", "model_attributes_type", "list_type")

_PATTERNS = {
    "[a-z0-9]+(-[a-z0-9]+)*|": "use lower-case letters, digits and hyphens, or an emoji",
    "[a-z0-9]+([ -][a-z0-9]+)*": "use lower-case letters and digits, single spaces or hyphens",
    "[a-z0-9]+(-[a-z0-9]+)*": "use lower-case letters, digits and hyphens",
    "[A-Za-z\u00c0-\uffdc][A-Za-z0-9_\u00c0-\uffdc]*": (
        "use letters, digits and underscores, starting with a letter"
    ),
    "[A-Za-z0-9]+([ -][A-Za-z0-9]+)*": "use letters and digits, with spaces between words",
    "#[0-9a-fA-F]{6}": 'write a colour such as "#a1b2c3"',
    "[a-z]{2,3}": "write a language code such as fr or en",
    r"\w+([ .&+'-]+\w+)*": "write the name of a family, such as Cinzel or Source Sans 3",
    "[0-9]{1,4} ?[-–]": "write numbers from one to another, such as 1-60",
    r"\w": "write at least one letter or digit",
}

# What may be in a part of a face, by the tags of its union.
_IN_PARTS = {
    "field": "the name of a field",
    "words": "words with fields in braces",
    "icons": "the icons of a field",
    "list": "a list",
    "placed": "a mapping with a place or type of its own",
}

# The most keys of a model that a hint lists: those of a product are more than 20.
MAX_LISTED_KEYS = 30

# The most characters of a text that a hint writes as a list.
_MOST_IN_LIST = 100


def read_model(
    kind: type[T], source: Source, root: Path = (), data: object = None
) -> tuple[T | None, list[Problem]]:
    """The model of `data`, found at `root` in `source`; None and problems when it is invalid."""
    data = source.data if data is None and not root else data
    empty = empty_keys(source, root, data, kind) if _has_empty(data) else []
    if empty:
        return None, empty
    value, errors = validate(kind, data)
    found = list(_problems(errors[:MAX_PROBLEMS], source, root, data, kind)) if errors else []
    if len(errors) > MAX_PROBLEMS and found:
        message = f"{len(errors) - MAX_PROBLEMS:,} more problems here"
        found.append(replace(found[-1], message=message, hint="fix the others first", also=None))
    return value, found


def _has_empty(data: object) -> bool:
    """Whether a key of the data has no value."""
    waiting = [(data, 0)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, dict | list) and depth <= MAX_DEPTH:
            items = list(value.values()) if isinstance(value, dict) else value
            if isinstance(value, dict) and None in items:
                return True
            waiting += [(item, depth + 1) for item in items]
    return False


def _problems(
    details: list[ErrorDetails], source: Source, root: Path, data: object, kind: type[object]
) -> Iterator[Problem]:
    """One problem per error; for unions, only those of the branch that matched most."""
    places = [locate(detail["loc"], data, detail["input"]) for detail in details]
    inner = {path[:n] for path, _ in places for n in range(len(path))}
    inner |= {
        path
        for (path, _), detail in zip(places, details, strict=True)
        if detail["type"] == "missing"
    }
    # A list that is too long is one all the same, where something else may be, too.
    too_long = {
        path
        for (path, _), detail in zip(places, details, strict=True)
        if detail["type"] == "too_long"
    }
    reported: set[Path] = set()
    words = {
        path: _words(detail)
        for (path, rest), detail in zip(places, details, strict=True)
        if detail["type"] == "literal_error"
    }
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
            is_other = path in too_long and detail["type"] != "too_long"
            if path in inner or path in reported or is_other:
                continue
            reported.add(path)
            problem = _with_words(problem, detail, words.get(path, []))
        items = _items(detail["input"]) if detail["type"] == "list_type" else []
        if items and problem.hint.startswith("found") and not faults_with(kind, data, path, items):
            written = ", ".join(map(str, items))
            problem = replace(problem, hint=f"{problem.hint}; write [{written}]")
        yield problem


def _words(detail: ErrorDetails) -> list[str]:
    """The words that are allowed at an error."""
    context = detail.get("ctx", {})
    listed = str(context.get("expected") or context.get("expected_tags") or "")
    return [word.strip(" '") for word in listed.replace(" or ", ",").split(",")]


def _with_words(problem: Problem, detail: ErrorDetails, words: list[str]) -> Problem:
    """A problem with the words that are allowed besides other values: the one that is meant, or
    all.
    """
    if not words or detail["type"] == "literal_error" or problem.hint.startswith("did you mean"):
        return problem
    if near := nearest(str(detail["input"]), words):
        return replace(problem, hint=f"did you mean '{near}'?")
    others = f"or write {', '.join(words)}"
    return replace(problem, hint=f"{problem.hint}; {others}" if problem.hint else others)


def _items(value: object) -> list[object]:
    """The items that may be meant by a value that should be a list."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return [value]
    if not isinstance(value, str) or len(value) > _MOST_IN_LIST:
        return []
    return [plain_scalar(part.strip()) for part in value.split(",") if part.strip()]


# Keys of earlier versions.
_EARLIER = {"mood": "it is `style` now, and the mood `modern` is the style `calm`"}


def _problem(
    detail: ErrorDetails, source: Source, path: Path, rest: Path, kind: type[object]
) -> Problem:
    if detail["type"] == "extra_forbidden":
        loc, key = detail["loc"], str(path[-1])
        hint = _EARLIER.get(key) or _meant_key(key, fields_at(kind, loc[:-1]), source)
        if len(path) > 1 and key in fields_above(kind, loc[:-1], path[-2]):
            hint = f"it belongs one level up, beside '{path[-2]}'"
        message = f"unknown key {_short(path[-1])}"
        return Problem(source.at(path, key=True), "key-unknown", message, hint)
    if detail["type"] == "missing":
        # Cells of a spreadsheet have a place though they are empty.
        return Problem(source.at((*path, rest[-1])), "key-missing", f"missing key '{rest[-1]}'")
    if detail["type"] == "union_tag_not_found":
        name = detail["ctx"]["discriminator"].strip("'")
        if near := nearest(name, map(str, detail["input"])):
            message, hint = f"unknown key '{near}'", f"did you mean '{name}'?"
            return Problem(source.at((*path, near), key=True), "key-unknown", message, hint)
        return Problem(source.at(path), "key-missing", f"missing key '{name}'")
    if detail["type"] == "union_tag_invalid":
        path = (*path, detail["ctx"]["discriminator"].strip("'"))
    message, hint = _value_message(detail)
    if source.cells and isinstance(path[-1], int) and _joined(detail["input"]):
        hint = "separate the items of a list with ;"
    on_key = rest[-1:] == ("[key]",)
    return Problem(source.at(path, key=on_key), "value-shape", message, hint)


def _meant_key(key: str, known: Iterable[str], source: Source) -> str:
    """A hint with the key that is meant. The header of a sheet keeps its language: `txt_fr`."""
    names = list(known)
    stem, _, language = key.rpartition("_")
    near = nearest(stem, names) if source.cells and stem and Text.is_language(language) else ""
    if near not in ("", stem) and nearest(key, names) in ("", near):
        return f"did you mean '{near}_{language}'?"
    return did_you_mean(key, names, MAX_LISTED_KEYS)


def _joined(value: object) -> bool:
    """Whether an item of a list in a cell looks like several, with other signs between them."""
    return isinstance(value, str) and any(sign in value for sign in "/|+&")


def _is_number(text: str, kind: str) -> bool:
    """Whether a text, which is quoted, would be a number of this kind without its quotes."""
    value = plain_scalar(text)
    return not isinstance(value, bool) and isinstance(
        value, int if kind == "int_type" else float | int
    )


def _value_message(detail: ErrorDetails) -> tuple[str, str]:
    """The message and hint for an invalid value."""
    kind, value, context = detail["type"], detail["input"], detail.get("ctx", {})
    if kind in ("int_type", "float_type") and isinstance(value, str) and _is_number(value, kind):
        return _EXPECTED[kind], f"write {value} without quotes"
    if kind in _OF_SEVERAL and isinstance(value, str) and (slip := slip_of(value)):
        return _EXPECTED[kind], f"{slip[0][0]}: {slip[0][1]}"
    if kind in _EXPECTED:
        return _EXPECTED[kind], f"found {_short(value)}"
    if kind in ("literal_error", "union_tag_invalid"):
        allowed = _words(detail)
        value = context.get("tag", value)
        if kind == "union_tag_invalid" and {*allowed} <= _IN_PARTS.keys() and value in _IN_PARTS:
            return f"{_IN_PARTS[value]} cannot be here", f"write {_any_of(allowed)}"
        return f"{_short(value)} is not allowed here", did_you_mean(str(value), allowed)
    if kind == "string_pattern_mismatch":
        pattern = str(context.get("pattern", ""))
        for part, words in _PATTERNS.items():
            if part in pattern:
                return f"{_short(value)} is not valid", words
    if kind in ("greater_than_equal", "less_than_equal"):
        bound = context.get("ge", context.get("le"))
        word = "least" if "ge" in context else "most"
        return f"{_short(value)} is out of range", f"at {word} {_number(bound)}"
    if kind in ("greater_than", "less_than"):
        bound = context.get("gt", context.get("lt"))
        word = "more" if "gt" in context else "less"
        return f"{_short(value)} is out of range", f"{word} than {_number(bound)}"
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


def _any_of(tags: list[str]) -> str:
    """What may be in a part of a face: `a list, or the name of a field`."""
    return ", or ".join(words for tag, words in _IN_PARTS.items() if tag in tags)


def _number(bound: object) -> str:
    """A limit as people write it: 500, not 500.0."""
    return str(int(bound) if isinstance(bound, float) and bound.is_integer() else bound)


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


# --- keys without a value, which may be the rest of a text or of a list that a comma split --------
#
# In `{profile: drowned, count: min(figures, 3)}` the comma ends the text, and YAML reads `3)` as a
# key; in `{rooms: mouth, cistern}` a list lacks its brackets.


# The form of keys. Other empty keys are the rest of a text that was split at a comma.
_KEY = re.compile(r"[0-9_/-]*[A-Za-z][A-Za-z0-9_/-]*")

# The most characters of a text that a hint repeats.
_SHOWN = 200

# The most values, and the most keys after one, that are tried: each time, the entry is validated.
_TRIED = 10


@dataclass(slots=True)
class _Empty:
    """Keys without a value one after the other in the mapping at `path`, and the value before
    them: its key and what it says, if it is no list or mapping. `sound` are the keys with values.
    """

    path: Path
    keys: list[str]
    sound: Mapping[str, object]
    before: str = ""
    value: object = None


def empty_keys(source: Source, root: Path, data: object, kind: type[object]) -> list[Problem]:
    """The problems of the keys without a value in the data at `root` of a model."""
    found = list[Problem]()
    for tried, empty in enumerate(_empty(data)):
        beside = empty.before and _beside(source, root, empty)
        rest: list[str] = []
        if beside and tried < _TRIED and _is_list(data, kind, empty, beside):
            rest = beside
            items = ", ".join(map(str, (empty.value, *rest)))
            hint = f"write a list in brackets: [{shorten(items, _SHOWN)}]"
        elif beside and isinstance(empty.value, str):
            rest = _rest_of_text(data, kind, empty, beside)
            whole = ", ".join((empty.value, *rest)).strip("“”„«»‘’ ")
            words = json.dumps(shorten(whole, _SHOWN), ensure_ascii=False)
            hint = f"quote text that contains a comma: {words}"
        if rest:
            place = source.at((*root, *empty.path, rest[0]), key=True)
            what = "text" if isinstance(empty.value, str) else "value"
            message = f"a comma separates '{shorten(', '.join(rest))}' from the {what} before it"
            found.append(Problem(place, "value-shape", message, hint))
        found += [_no_value(source, (*root, *empty.path, key)) for key in empty.keys[len(rest) :]]
    return found


def _empty(data: object) -> Iterator[_Empty]:
    """The keys without a value, by the values that they follow."""
    waiting: list[tuple[Path, object]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            sound = {key: item for key, item in value.items() if item is not None}
            current = _Empty(path, [], sound)
            for key, item in value.items():
                if item is None:
                    current.keys.append(key)
                    continue
                if current.keys:
                    yield current
                plain = isinstance(item, str | int | float) and not isinstance(item, bool)
                before = (key, item) if plain else ()
                current = _Empty(path, [], sound, *before)
                if isinstance(item, dict | list) and len(path) < MAX_DEPTH:
                    waiting.append(((*path, key), item))
            if current.keys:
                yield current
        elif isinstance(value, list) and len(path) < MAX_DEPTH:
            pairs = enumerate(value)
            waiting += [((*path, n), item) for n, item in pairs if isinstance(item, dict | list)]


def _beside(source: Source, root: Path, empty: _Empty) -> list[str]:
    """The first empty keys, which are on the line of the value before them."""
    where = (*root, *empty.path)
    line = source.at((*where, empty.before), key=True).line
    found = list[str]()
    for key in empty.keys[:_TRIED]:
        if source.at((*where, key), key=True).line != line:
            break
        found.append(key)
    return found


def _is_list(data: object, kind: type[object], empty: _Empty, keys: list[str]) -> bool:
    """Whether the value before the keys is wrong alone, and right as a list with them."""
    path, others = (*empty.path, empty.before), {*empty.keys}
    if not faults_with(kind, data, path, empty.value, others):
        return False
    items = [empty.value, *map(plain_scalar, keys)]
    return not faults_with(kind, data, path, items, others)


def _rest_of_text(data: object, kind: type[object], empty: _Empty, keys: list[str]) -> list[str]:
    """The keys up to the last one that can be no key: the rest of the text before them."""
    known = set(fields_at(kind, empty.path))
    count = 0
    for number, key in enumerate(keys, start=1):
        if key in known:
            break
        if not _KEY.fullmatch(key) or _is_no_key(data, kind, empty, key):
            count = number
    return keys[:count]


def _is_no_key(data: object, kind: type[object], empty: _Empty, key: str) -> bool:
    """Whether a key is wrong in its mapping even with a text as its value."""
    more = faults_with(kind, data, empty.path, {**empty.sound, key: "x"})
    return more > faults_with(kind, data, empty.path, empty.sound)


def _no_value(source: Source, path: Path) -> Problem:
    message = f"the key '{shorten(str(path[-1]))}' has no value"
    hint = "add a value or remove the key; quote text that starts with # or contains a comma"
    return Problem(source.at(path, key=True), "value-shape", message, hint)


# --- where the errors of validation are: the steps of pydantic that are in the data ---------------


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


# --- the keys that models have at a place of the data, for hints ----------------------------------


def fields_at(kind: Any, loc: tuple[int | str, ...]) -> list[str]:
    """The keys of the model at `loc`, from the JSON Schema of `kind`."""
    schema = _schema(kind)
    return sorted(_walk(schema, schema, loc).get("properties", {}))


def fields_above(kind: type[object], loc: tuple[int | str, ...], name: int | str) -> list[str]:
    """The keys of the model that has the last key of this name in `loc`; tags may follow it."""
    places = [place for place, step in enumerate(loc) if step == name and isinstance(name, str)]
    return fields_at(kind, loc[: places[-1]]) if places else []


@cache
def _schema(kind: Any) -> JsonSchemaValue:
    return TypeAdapter(kind).json_schema()


def _walk(
    schema: JsonSchemaValue, node: JsonSchemaValue, loc: tuple[int | str, ...]
) -> JsonSchemaValue:
    """The schema node at `loc`; steps that are not in the schema (union tags) choose a branch."""
    node = _resolve(schema, node)
    for step in loc:
        if step in node.get("properties", {}):
            node = _resolve(schema, node["properties"][step])
        elif isinstance(step, int) and "items" in node:
            node = _resolve(schema, node["items"])
        elif step in node.get("discriminator", {}).get("mapping", {}):
            node = _resolve(schema, {"$ref": node["discriminator"]["mapping"][step]})
        elif isinstance(node.get("additionalProperties"), dict):
            node = _resolve(schema, node["additionalProperties"])
        elif "patternProperties" in node:
            node = _resolve(schema, next(iter(node["patternProperties"].values())))
    return node


def _resolve(schema: JsonSchemaValue, node: JsonSchemaValue) -> JsonSchemaValue:
    """Resolve references, and unions to their branch with keys."""
    while "$ref" in node:
        node = schema["$defs"][node["$ref"].rsplit("/", 1)[-1]]
    branches = [*node.get("anyOf", []), *([] if "discriminator" in node else node.get("oneOf", []))]
    for branch in branches:
        found = _resolve(schema, branch)
        if "properties" in found:
            return found
    for branch in branches:
        found = _resolve(schema, branch)
        if {"additionalProperties", "patternProperties", "items"} & set(found):
            return found
    return node
