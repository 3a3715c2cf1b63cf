"""The places of a game's YAML that an audit changes: numbers, dice, units and rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from printgen.content.library import AnyEntry, GameContent
from printgen.content.models.text import Text
from printgen.content.source import Path

What = Literal["number", "die", "unit", "row"]

# What is no rule: credits, stories, pictures, and drawings of tables.
_NOT_RULES = """
    title subtitle version languages theme accent credits licence shop label errata icons story
    epithet image art vignette picture layout constraints kinds keywords name about intro
"""

_NO_RULES = frozenset(_NOT_RULES.split())

# A value such as `4+`, `D6+1`, `3/1`, `4"`, `10$` or `-1♡`, without words.
_VALUE = re.compile(r"(?=.*[0-9])[^a-z#]{1,20}|-?[0-9.]+ ?(?:in|cm|mm)")


@dataclass(frozen=True, slots=True)
class Site:
    """A value, a text or a row of an entry, by its path in the file.

    `texts` are its words by language; a value has one, under the key "". `row` is the name or the
    first text of its row, `stat` the name of its stat, if there are any.
    """

    entry: AnyEntry
    path: Path
    texts: dict[str, str]
    row: Text | None = None
    stat: Text | None = None
    is_row: bool = field(default=False)

    @property
    def home(self) -> tuple[str, Path]:
        """The file, and the path in it."""
        return self.entry.source.file, (*self.entry.root, *self.path)


def sites(content: GameContent) -> Iterator[Site]:
    """The sites of a game, in the order of its entries."""
    for entry in content.entries():
        if entry.id in content.products and content.products[entry.id] is entry:
            continue
        found = _Walk(content, entry).sites(_data(entry), (), None)
        # Texts of examples tell what happens, in no other place.
        yield from (site for site in found if "" in site.texts or not _is_example(content, entry))


def _is_example(content: GameContent, entry: AnyEntry) -> bool:
    return content.examples.get(entry.id) is entry


def _data(entry: AnyEntry) -> object:
    """The entry as it is in its file."""
    data = entry.source.data
    for step in entry.root:
        data = data[step]
    return data


@dataclass
class _Walk:
    """Walks through the data of an entry."""

    content: GameContent
    entry: AnyEntry

    def sites(self, data: object, path: Path, row: Text | None) -> Iterator[Site]:
        """The sites in the data at a path, in a row."""
        if isinstance(data, dict) and _is_text(data):
            yield Site(self.entry, path, {key: str(words) for key, words in data.items()}, row)
        elif isinstance(data, dict):
            row = (_row_name(data) if path else None) or row
            for key, value in data.items():
                if key not in _NO_RULES:
                    yield from self.sites(value, (*path, key), row)
        elif isinstance(data, list):
            yield from self._rows(data, path)
            for index, item in enumerate(data):
                yield from self.sites(item, (*path, index), row)
        elif _is_value(data):
            if path[0] == "facts":
                row = Text({"any": str(path[-1]).replace("_", " ")})
            yield Site(self.entry, path, {"": str(data)}, row, self._stat(path))
        elif isinstance(data, str) and " " in data:
            yield Site(self.entry, path, {self.content.first_language: data}, row)

    def _rows(self, data: list[object], path: Path) -> Iterator[Site]:
        rows = [row for row in data if isinstance(row, dict) and not _is_text(row)]
        for index, row in enumerate(rows if len(rows) == len(data) > 1 else ()):
            yield Site(self.entry, (*path, index), {}, _row_name(row), is_row=True)

    def _stat(self, path: Path) -> Text | None:
        """The name of the stat of a path."""
        game, key = self.content.game, path[-1]
        groups = [line.stats for line in game.stat_lines.values()]
        groups += [kind.stats for kind in game.trait_kinds.values()]
        for stats in groups:
            if stat := stats.get(str(key)):
                return _together(stat.name, stat.label)
        counter = game.counters.get(str(key))
        return counter.label if counter else None


def _is_text(data: dict[str, object]) -> bool:
    words = all(isinstance(value, str | int | float) for value in data.values())
    return bool(data) and words and all(Text.is_language(str(key)) for key in data)


def _is_value(data: object) -> bool:
    if isinstance(data, bool) or not isinstance(data, str | int | float):
        return False
    return _VALUE.fullmatch(str(data)) is not None


def _row_name(row: dict[str, object]) -> Text | None:
    """What a row is about: its name, its title or its first text."""
    named = [row[key] for key in ("name", "title", "label") if isinstance(row.get(key), dict | str)]
    others = [value for value in row.values() if isinstance(value, dict) and _is_text(value)]
    return next((Text.read(value) for value in [*named, *others]), None)


def _together(name: Text | None, label: Text) -> Text:
    """The name of a stat with its label: texts have the one or the other."""
    if name is None:
        return label
    labels = {lang: label.get(lang) or label.get("any") or "" for lang in name}
    return Text({lang: f"{words} {labels[lang]}" for lang, words in name.items()})
