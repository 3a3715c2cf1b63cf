"""JSON Schemas of a project's YAML files, from the models and the declarations of each game."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache

from pydantic.json_schema import JsonSchemaValue

from printgen.content.library import GameContent, Library
from printgen.content.limits import MAX_YAML_BYTES
from printgen.content.models.base import Model, json_schema
from printgen.content.models.game import game_model
from printgen.content.models.products import Products
from printgen.content.models.profile import Stat
from printgen.content.stat_types import STAT_TYPES
from printgen.project import OutsideProject, ProjectError
from printgen.reading import FileTooBig, NotRegularFile

FOLDER = ".printgen/schema"

_SETTINGS = ".vscode/settings.json"

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def write_schemas(library: Library) -> list[str]:
    """Write the schemas, and the editor settings that apply them. Returns the files written.

    Raises ProjectError when a file cannot be written.
    """
    folder = library.folders.root / FOLDER
    written = {f"{FOLDER}/{name}.json": _dump(schema) for name, schema in schemas(library).items()}
    if not folder.resolve().is_relative_to(library.folders.root):
        raise ProjectError(f"{FOLDER} is outside the project")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in written.items():
            path = library.folders.root / name
            path.unlink(missing_ok=True)
            path.write_text(content, encoding="utf-8")
        for left in folder.glob("*.json"):
            if f"{FOLDER}/{left.name}" not in written:
                left.unlink()
        _write_settings(library)
    except OSError as error:
        raise ProjectError(f"cannot write into {folder}: {error.strerror}") from error
    return list(written)


def _write_settings(library: Library) -> None:
    """Map schemas to files in the settings of VS Code; keep other settings."""
    path = library.folders.root / _SETTINGS
    folder = path.parent
    settings: object = {"files.associations": {"*.html.j2": "html"}}
    with suppress(FileNotFoundError):
        try:
            settings = json.loads(library.folders.read(_SETTINGS, MAX_YAML_BYTES))
        except (OutsideProject, NotRegularFile, FileTooBig, ValueError, RecursionError):
            settings = None
    if not isinstance(settings, dict) or not folder.resolve().is_relative_to(library.folders.root):
        # Unreadable, such as JSON with comments: leave it to the user.
        return
    files: dict[str, str] = {}
    for game in library.games:
        files[f"{FOLDER}/{game}-game.json"] = f"content/{game}/game.yaml"
        files[f"{FOLDER}/{game}-products.json"] = f"content/{game}/products.yaml"
        for kind in _kinds(library, game):
            files[f"{FOLDER}/{game}-{kind}.json"] = f"content/{game}/{kind}/*.yaml"
    settings["yaml.schemas"] = {f"./{schema}": pattern for schema, pattern in files.items()}
    folder.mkdir(exist_ok=True)
    if not path.is_symlink():
        path.write_text(_dump(settings), encoding="utf-8")


def schemas(library: Library) -> dict[str, JsonSchemaValue]:
    """The schemas of every game by name: `<game>-game`, `<game>-products`, `<game>-<kind>`."""
    found: dict[str, JsonSchemaValue] = {}
    for content in library.games.values():
        found[f"{content.id}-game"] = _top(_schema_of(game_model()))
        found[f"{content.id}-products"] = _products(library.products)
        for kind in _kinds(library, content.id):
            if kind in content.declared:
                schema = json_schema(library.model(content.id, kind))
                stats = content.game.kinds[kind].stats.stats
                schema["properties"] |= {key: stat_schema(stat) for key, stat in stats.items()}
            else:
                schema = _schema_of(library.model(content.id, kind))
            if kind == "profiles":
                _declare_stats(schema, library, content)
            if kind == "traits":
                schema["properties"]["kind"] = {"enum": sorted(content.game.trait_kinds)}
                schema["properties"]["suit"] = {"enum": [*content.game.suits, None]}
            found[f"{content.id}-{kind}"] = _top(_entries(schema))
    return found


def _schema_of(model: type[Model]) -> JsonSchemaValue:
    """The schema of a model of printgen, which is the same in all games; callers may change it."""
    schema: JsonSchemaValue = json.loads(_schema_text(model, tuple(STAT_TYPES)))
    return schema


@cache
def _schema_text(model: type[Model], stat_types: tuple[str, ...]) -> str:
    """The schema of a model when there are these types of stats."""
    return json.dumps(json_schema(model))


def _kinds(library: Library, game: str) -> list[str]:
    """The kinds of entry of a game: printgen's, then its own."""
    return [*library.kinds, *library.games[game].declared]


def _top(schema: JsonSchemaValue) -> JsonSchemaValue:
    """Add the dialect, and allow `$schema` and `x-…` keys in every mapping."""
    _allow_free_keys(schema)
    return {"$schema": _DIALECT, **schema}


def _allow_free_keys(node: object) -> None:
    if isinstance(node, dict):
        free = "^(x-|\\$schema$)"
        if {"additionalProperties", "patternProperties"} & set(node):
            named = node.get("patternProperties", {})
            kept = {pattern.replace("^", "^(?!x-)", 1): value for pattern, value in named.items()}
            node["patternProperties"] = {**kept, free: {}}
        if "propertyNames" in node:
            node["propertyNames"] = {"anyOf": [node["propertyNames"], {"pattern": free}]}
        for value in node.values():
            _allow_free_keys(value)
    elif isinstance(node, list):
        for value in node:
            _allow_free_keys(value)


def _products(model: type[Products]) -> JsonSchemaValue:
    schema = _schema_of(model)
    inner = schema["properties"]["products"]
    return _top({"$defs": schema["$defs"], **inner})


def _entries(schema: JsonSchemaValue) -> JsonSchemaValue:
    """The schema of a file with one entry, or several under `entries:`."""
    definitions = schema.pop("$defs", {})
    several = {
        "type": "object",
        "properties": {
            "entries": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Entry"}}
        },
        "required": ["entries"],
        "additionalProperties": False,
    }
    return {
        "$defs": {**definitions, "Entry": schema},
        "if": {"required": ["entries"]},
        "then": several,
        "else": {"$ref": "#/$defs/Entry"},
    }


def _declare_stats(schema: JsonSchemaValue, library: Library, content: GameContent) -> None:
    """Declare the stats of profiles, from the stat lines of all games."""
    lines: JsonSchemaValue = {}
    for home in library.games.values():
        for name, line in home.game.stat_lines.items():
            stats = {
                "type": "object",
                "properties": {key: stat_schema(stat) for key, stat in line.stats.items()},
                "required": [k for k, s in line.stats.items() if not (s.optional or s.derived)],
                "additionalProperties": False,
            }
            lines[f"{home.id}/{name}"] = stats
            if home is content or name == home.id:
                lines.setdefault(name, stats)
    schema["properties"]["stats"] = {
        "type": "object",
        "properties": lines,
        "additionalProperties": False,
    }


def stat_schema(stat: Stat) -> JsonSchemaValue:
    """The JSON Schema of a stat's values."""
    value = STAT_TYPES[stat.type].schema(stat)
    if not stat.symbols:
        return value
    noted = {
        "type": "object",
        "properties": {
            "symbol": {"enum": list(stat.symbols)},
            "note": {},
            "trait": {"type": "string"},
        },
        "required": ["symbol"],
        "additionalProperties": False,
    }
    return {"anyOf": [value, noted]}


def _dump(data: JsonSchemaValue) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
