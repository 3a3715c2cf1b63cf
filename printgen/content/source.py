"""YAML text to plain data that remembers where each value stood.

The text is read as a stream of events, never composed: the limits are met while reading, so a
hostile file costs no more than its size. The scalars follow YAML 1.2's core schema, without the
traps of 1.1: `no`, `0104`, `1:30` and `6+` stay text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path as OsPath
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from printgen.content.yaml_text import MAX_BYTES, SourceError, decode, plainly, refuse
from printgen.problems import Position, Problem

MAX_DEPTH = 64

MAX_NODES = 200_000

MAX_ALIASED_NODES = 50_000

MAX_DUPLICATES = 100


Path = tuple[str | int, ...]


_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})")

_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")

_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}


@dataclass(slots=True)
class Mark:
    """Where a value starts (counted from 0), with the marks of what it holds.

    Of a text below a `|`, `text` is where its first character stands.
    """

    line: int
    column: int
    items: list[Mark] = field(default_factory=list)
    keys: dict[str, tuple[Mark, Mark]] = field(default_factory=dict)
    text: tuple[int, int] | None = None


class Whole(int):
    """A whole number that was not written in the plain form: `+1`. Its text is what was written."""

    written: str

    def __str__(self) -> str:
        return self.written


class Decimal(float):
    """A decimal number that was not written in the plain form: `1.50`. Its text is as written."""

    written: str

    def __str__(self) -> str:
        return self.written


@dataclass(frozen=True, slots=True)
class Source:
    """A YAML file that was read: its plain data and the place of every value in it."""

    file: str
    data: Any
    mark: Mark

    def at(self, path: Path = (), *, key: bool = False) -> Position:
        """The place of the value at `path`, or of its key; as far as the path leads."""
        mark, place = self.mark, self.mark
        for step in path:
            if isinstance(step, str) and step in mark.keys:
                key_mark, mark = mark.keys[step]
                place = key_mark if key else mark
            elif isinstance(step, int) and 0 <= step < len(mark.items):
                mark = place = mark.items[step]
            else:
                break
        return Position(self.file, place.line + 1, place.column + 1)

    def within(self, path: Path, line: int, column: int) -> Position:
        """The place of a character of the text at `path`, by its line and column from 0; that of
        the text itself where it is not written line by line.
        """
        mark = self.mark
        for step in path:
            known = isinstance(step, str) and step in mark.keys
            mark = mark.keys[str(step)][1] if known else mark.items[int(step)]
        if mark.text is None:
            return self.at(path)
        return Position(self.file, mark.text[0] + line + 1, mark.text[1] + column + 1)


def read_source(file: str, content: bytes) -> tuple[Source | None, list[Problem]]:
    """Read YAML. `file` is the name used in positions.

    Returns the source, or None when a fault stopped the reading, and the problems met.
    """
    reader = _Reader(file)
    try:
        data, mark = reader.read(decode(content))
    except SourceError as fault:
        position = Position(file, fault.line + 1, fault.column + 1)
        return None, [*reader.problems, Problem(position, fault.code, fault.message, fault.hint)]
    return Source(file, data, mark), reader.problems


def read_file(file: str, path: OsPath) -> tuple[Source | None, list[Problem]]:
    """The same of a file on the disk, which is read up to the limit."""
    try:
        with path.open("rb") as stream:
            return read_source(file, stream.read(MAX_BYTES + 1))
    except OSError as error:
        return None, [Problem(Position(file), "file-unreadable", error.strerror or str(error))]


def plain_scalar(text: str) -> Any:
    """The value of an unquoted scalar: null, true, false, a whole or decimal number, or text.

    A number that is shown as text is shown as it was written: `+1` and `1.50` keep their shape.
    """
    if text in _WORDS:
        return _WORDS[text]
    for pattern, plain, kept in ((_INTEGER, int, Whole), (_DECIMAL, float, Decimal)):
        if pattern.fullmatch(text):
            number = plain(text)
            if str(number) != text:
                number = kept(text)
                number.written = text
            return number
    return text


class _Reader:
    """Builds data and marks from the events of one file, counting as it goes."""

    def __init__(self, file: str):
        self.file = file
        self.problems: list[Problem] = []
        self.nodes = 0
        self.aliased = 0
        self.anchors: dict[str, tuple[Any, Mark, int] | None] = {}
        self.text = ""
        self.lines: list[str] = []

    def read(self, text: str) -> tuple[Any, Mark]:
        """The one document of `text`."""
        refuse(text)
        self.text = text
        try:
            self.events = self._events(text)
            documents = [self._value(next(self.events), 0) for _ in self._document_starts()]
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line, column = (mark.line, mark.column) if mark else (0, 0)
            message, hint = plainly(error)
            raise SourceError("yaml-syntax", message, line, column, hint) from None
        except yaml.YAMLError as error:
            raise SourceError("yaml-syntax", str(error).splitlines()[0]) from None
        if not documents or documents[0][0] is None:
            raise SourceError("yaml-documents", "the file is empty")
        return documents[0]

    def _events(self, text: str) -> Iterator[Any]:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        yield from yaml.parse(text, Loader=loader)

    def _document_starts(self) -> Iterator[None]:
        seen = 0
        for event in self.events:
            if isinstance(event, DocumentStartEvent):
                seen += 1
                if seen > 1:
                    mark = event.start_mark
                    assert mark is not None
                    raise SourceError(
                        "yaml-documents",
                        "a second document starts here",
                        mark.line,
                        mark.column,
                        "one file, one document: use `entries:` to hold several",
                    )
                yield None

    def _value(self, event: Any, depth: int) -> tuple[Any, Mark]:
        mark = Mark(event.start_mark.line, event.start_mark.column)
        if isinstance(event, AliasEvent):
            return self._alias(event, mark)
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise SourceError(
                "yaml-nodes", "the file holds too many values", mark.line, mark.column
            )
        if event.tag and event.tag != "!":
            raise SourceError(
                "yaml-tag", f"a tag: {event.tag}", mark.line, mark.column, "remove it"
            )
        first_node = self.nodes
        if event.anchor:
            self.anchors[event.anchor] = None
        if isinstance(event, ScalarEvent):
            value = plain_scalar(event.value) if event.style in (None, "") else event.value
            if event.style == "|":
                mark.text = self._below(mark.line + 1)
        elif depth >= MAX_DEPTH:
            raise SourceError("yaml-depth", "nested too deep", mark.line, mark.column, "64 at most")
        elif isinstance(event, MappingStartEvent):
            value = self._mapping(mark, depth)
        elif isinstance(event, SequenceStartEvent):
            value = self._sequence(mark, depth)
        else:  # pragma: no cover - the grammar allows no other event here
            raise SourceError("yaml-syntax", "unexpected content", mark.line, mark.column)
        if event.anchor:
            self.anchors[event.anchor] = (value, mark, self.nodes - first_node + 1)
        return value, mark

    def _below(self, line: int) -> tuple[int, int]:
        """Where the text of a block begins: on this line, as far in as its first words."""
        self.lines = self.lines or self.text.splitlines()
        words = (found for found in self.lines[line:] if found.strip())
        first = next(words, "")
        return line, len(first) - len(first.lstrip())

    def _alias(self, event: Any, mark: Mark) -> tuple[Any, Mark]:
        known = self.anchors.get(event.anchor)
        if known is None:
            why = "holds itself" if event.anchor in self.anchors else "has no anchor"
            raise SourceError("yaml-alias", f"*{event.anchor} {why}", mark.line, mark.column)
        value, anchored, size = known
        self.aliased += size
        # What an anchor repeats through its own aliases counts each time it is repeated.
        self.nodes += size
        if self.aliased > MAX_ALIASED_NODES:
            raise SourceError(
                "yaml-alias", "the aliases repeat too many values", mark.line, mark.column
            )
        return value, Mark(mark.line, mark.column, anchored.items, anchored.keys)

    def _sequence(self, mark: Mark, depth: int) -> list[Any]:
        values = []
        for event in self.events:
            if isinstance(event, SequenceEndEvent):
                break
            value, item_mark = self._value(event, depth + 1)
            values.append(value)
            mark.items.append(item_mark)
        return values

    def _mapping(self, mark: Mark, depth: int) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for event in self.events:
            if isinstance(event, MappingEndEvent):
                break
            line, column = event.start_mark.line, event.start_mark.column
            if not isinstance(event, ScalarEvent):
                raise SourceError("yaml-key", "a key is not a word or a number", line, column)
            if event.tag and event.tag != "!":
                raise SourceError("yaml-tag", f"a tag: {event.tag}", line, column, "remove it")
            key, key_mark = event.value, Mark(line, column)
            value, value_mark = self._value(next(self.events), depth + 1)
            if key in values:
                self._duplicate(key, key_mark, mark.keys[key][0])
            elif not key.startswith("x-") and key != "$schema":
                values[key] = value
                mark.keys[key] = (key_mark, value_mark)
        return values

    def _duplicate(self, key: str, second: Mark, first: Mark) -> None:
        def place(mark: Mark) -> Position:
            return Position(self.file, mark.line + 1, mark.column + 1)

        hint = f"first at line {first.line + 1}, column {first.column + 1}"
        if len(self.problems) >= MAX_DUPLICATES:
            raise SourceError("key-duplicate", "more keys stand twice", second.line, second.column)
        message = f"the key '{key}' stands twice"
        self.problems.append(
            Problem(place(second), "key-duplicate", message, hint, also=place(first))
        )
