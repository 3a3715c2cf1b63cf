"""The keys that models have at a place of the data, for hints."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaValue


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
