"""Examples of keys, from the games that `printgen new` makes and from the demonstration games."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from printgen.project import STARTERS

ROOT = Path(__file__).resolve().parent.parent
# The longest example in a table.
MAX_EXAMPLE = 64
# Files of a kind of entry that are read in each game.
MAX_FILES = 12

Examples = dict[tuple[str, str], str]
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_ /+*'().-]*[A-Za-z0-9_)+]|[a-z]")
_WORDS = {"true", "false", "null", "yes", "no", "on", "off", "none"}


def game_files(pattern: str) -> Iterator[Any]:
    """The data of files of all games, those of the starters first."""
    homes = [*sorted(STARTERS.glob("*/content/*")), *sorted((ROOT / "content").iterdir())]
    for home in homes:
        for path in sorted(home.glob(pattern))[:MAX_FILES]:
            yield yaml.load(path.read_bytes(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506


def entries(kind: str) -> Iterator[Any]:
    """The entries of a kind in all games."""
    for data in game_files(f"{kind}/*.yaml"):
        if isinstance(data, dict):
            several = data.get("entries")
            yield from several.values() if isinstance(several, dict) else [data]


def note(name: str, schema: dict[str, Any], defs: dict[str, Any], value: Any, to: Examples) -> None:
    """Note the values of the keys of a model, and of the models in it, as examples."""
    if not isinstance(value, dict):
        return
    for key, below in schema.get("properties", {}).items():
        if key in value:
            words = written(value[key])
            if len(words) <= MAX_EXAMPLE:
                to.setdefault((name, key), words)
            _note_below(below, defs, value[key], to)


def _note_below(schema: dict[str, Any], defs: dict[str, Any], value: Any, to: Examples) -> None:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        keys = set(defs[name].get("properties", {}))
        # Of several models, the value is of one that knows its keys.
        if isinstance(value, dict) and set(value) <= keys:
            note(name, defs[name], defs, value, to)
    for each in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        _note_below(each, defs, value, to)
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for item in value[:MAX_FILES]:
            _note_below(schema["items"], defs, item, to)
    inner = schema.get("additionalProperties")
    inner = inner or next(iter(schema.get("patternProperties", {}).values()), None)
    if isinstance(value, dict) and isinstance(inner, dict):
        for item in list(value.values())[:MAX_FILES]:
            _note_below(inner, defs, item, to)


def written(value: Any) -> str:
    """A value as YAML in one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{k}: {written(v)}' for k, v in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)
