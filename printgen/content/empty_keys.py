"""Keys without a value, which may be the rest of a text or of a list that a comma split.

In `{profile: drowned, count: min(figures, 3)}` the comma ends the text, and YAML reads `3)` as a
key; in `{rooms: mouth, cistern}` a list lacks its brackets.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from printgen.content.limits import MAX_DEPTH
from printgen.content.locate import faults_with
from printgen.content.model_keys import fields_at
from printgen.content.source import Path, Source
from printgen.content.yaml_reader import plain_scalar
from printgen.problems import Problem, shorten

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
