"""Values of keys in words, from their JSON Schemas."""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter

from printgen.content.models import base
from printgen.content.models.text import Text

Schema = dict[str, Any]

_NAMED: tuple[tuple[Any, str], ...] = (
    (Text, "text"),
    (base.Id, "id"),
    (base.Reference, "id, or `game/id`"),
    (base.Key, "name"),
    (base.Language, "language"),
    (base.Colour, "colour"),
    (base.Expression, "expression"),
    (base.Paper, "paper"),
)


def _same(schema: Schema) -> str:
    """A schema as text, without what is said about it."""
    said = ("title", "default", "description", "examples")
    return json.dumps({k: v for k, v in schema.items() if k not in said}, sort_keys=True)


_WORDS = {_same(TypeAdapter(kind).json_schema()): words for kind, words in _NAMED}

_PLAIN = {
    "string": "string",
    "integer": "whole number",
    "number": "number",
    "boolean": "`true` or `false`",
    "null": "nothing",
    "object": "mapping",
    "array": "list",
}


def value_words(schema: Schema) -> str:
    """The values of a key, with their range; a model is a link to its section."""
    if named := _WORDS.get(_same(schema)):
        return named
    if target := schema.get("$ref"):
        name = target.rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        some = [each for each in choices if each.get("type") != "null"]
        if len(some) < len(choices) and (named := _WORDS.get(_same({"anyOf": some}))):
            return named
        return _length(some) or " or ".join(dict.fromkeys(map(value_words, some)))
    if "enum" in schema:
        return " or ".join(f"`{each}`" for each in schema["enum"] if each is not None)
    if "const" in schema:
        return f"`{schema['const']}`"
    return _typed(schema)


def _length(choices: list[Schema]) -> str:
    """A length of a piece, a number (mm) with a range or a text with a unit; empty for others."""
    numbers = [each for each in choices if each.get("type") == "number"]
    if len(numbers) != 1 or "maximum" not in numbers[0] or {"type": "string"} not in choices:
        return ""
    return f"length, {numbers[0]['minimum']:g} to {numbers[0]['maximum']:g} mm"


def _typed(schema: Schema) -> str:
    kind = schema.get("type", "")
    if kind == "array":
        return _with_range(f"list of {_several(schema.get('items', {}))}", schema, "Items")
    if kind == "object":
        inner = schema.get("additionalProperties")
        inner = inner or next(iter(schema.get("patternProperties", {}).values()), None)
        words = f"mapping to {_several(inner)}" if isinstance(inner, dict) else "mapping"
        return _with_range(words, schema, "Properties")
    if isinstance(kind, list):
        return " or ".join(_PLAIN[each] for each in kind if each != "null")
    words = _PLAIN.get(kind, "anything")
    return _with_range(words, schema, "Length" if kind == "string" else "")


def _several(schema: Schema) -> str:
    words = value_words(schema)
    return f"({words})" if " or " in words or ", " in words else words


def _with_range(words: str, schema: Schema, what: str) -> str:
    """Add the least and the most number, length or size to a type."""
    low = schema.get(f"min{what}" if what else "minimum")
    high = schema.get(f"max{what}" if what else "maximum")
    unit = {"Length": " characters", "Items": " items", "Properties": " keys"}.get(what, "")
    if what in ("Length", "Items", "Properties"):
        low = low if (low or 0) > 1 else None
    if low is not None and high is not None:
        return f"{words}, {low:g} to {high:g}{unit}"
    if high is not None:
        return f"{words}, at most {high:g}{unit}"
    if low is not None:
        return f"{words}, at least {low:g}{unit}"
    return words
