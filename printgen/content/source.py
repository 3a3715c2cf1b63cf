"""Files as plain data with the position of each value: YAML text is read here."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path as OsPath
from typing import Any, TypeAlias

import yaml
from yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
)

from printgen.content.limits import MAX_ALIASED_NODES, MAX_DEPTH, MAX_NODES, MAX_YAML_BYTES
from printgen.content.results import result_key
from printgen.content.spreadsheets.sheet import CellNames
from printgen.content.yaml_text import (
    SourceError,
    decode,
    odd_quotes,
    reject_forbidden,
    slip_of_key,
    syntax_error,
)
from printgen.problems import Position, Problem
from printgen.reading import read_regular
from printgen.store import Store

# --- YAML text to plain data and marks ------------------------------------------------------------
#
# The text is read as a stream of events, so that limits apply while reading: a hostile file costs
# no more than its size. Scalars follow YAML 1.2's core schema: `no`, `0104`, `1:30` and `6+` are
# text.


MAX_DUPLICATES = 100


YamlData: TypeAlias = "bool | int | float | str | list[YamlData] | dict[str, YamlData] | None"


_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})")

_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")

_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}


@dataclass(slots=True)
class Mark:
    """The line and column (from 0) of a value, and the marks of the values in it.

    `text` is the place of the first character of a block scalar (`|`).
    """

    line: int
    column: int
    items: list[Mark] = field(default_factory=list)
    keys: dict[str, tuple[Mark, Mark]] = field(default_factory=dict)
    text: tuple[int, int] | None = None


class _Written:
    """A number not in plain form, such as `+1` or `1.50`; `str` gives it as written."""

    written: str

    def __str__(self) -> str:
        return self.written


class WrittenInteger(_Written, int):
    """A whole number as written."""


class WrittenDecimal(_Written, float):
    """A decimal number as written."""


def _number(text: str, plain: type[int] | type[float]) -> int | float:
    if str(plain(text)) == text:
        return plain(text)
    number = WrittenInteger(text) if plain is int else WrittenDecimal(text)
    number.written = text
    return number


def plain_scalar(text: str) -> bool | int | float | str | None:
    """The value of an unquoted scalar: null, true, false, a whole or decimal number, or text.

    The text of a number is the number as written: `+1` and `1.50` keep their form.
    """
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return _number(text, int)
    if _DECIMAL.fullmatch(text):
        return _number(text, float)
    return text


# What libyaml 0.2.6 says of brackets that are nested 1,000 deep, before it gives the first event.
_LIBRARY_LIMIT = "exceeded maximum nesting depth"


class YamlReader:
    """Builds data and marks from the events of one file, within the limits."""

    def __init__(self, file: str):
        self.file = file
        self.problems: list[Problem] = []
        self.nodes = 0
        self.aliased = 0
        self.anchors: dict[str, tuple[YamlData, Mark, int] | None] = {}
        self.split: list[tuple[YamlData, Mark]] = []
        self.text = ""
        self.lines: list[str] = []

    def read(self, text: str) -> tuple[YamlData, Mark]:
        """Read the only document of `text`. Raises SourceError."""
        reject_forbidden(text)
        self.text = text
        try:
            self.events = self._events(text)
            documents = [self._value(next(self.events), 0) for _ in self._document_starts()]
        except yaml.MarkedYAMLError as error:
            if error.problem == _LIBRARY_LIMIT and error.problem_mark:
                # The text up to there is too deep for this reader already, and says so.
                return YamlReader(self.file).read(text[: error.problem_mark.index])
            raise syntax_error(error, text) from None
        except yaml.YAMLError as error:
            raise SourceError("yaml-syntax", str(error).splitlines()[0]) from None
        if not documents or documents[0][0] is None:
            raise SourceError("yaml-documents", "the file is empty")
        return documents[0]

    def _events(self, text: str) -> Iterator[Event]:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        yield from yaml.parse(text, Loader=loader)

    def _document_starts(self) -> Iterator[None]:
        seen = 0
        for event in self.events:
            if isinstance(event, DocumentStartEvent):
                seen += 1
                if seen > 1:
                    mark = _start(event)
                    raise SourceError(
                        "yaml-documents",
                        "second document in the file",
                        mark.line,
                        mark.column,
                        "one document per file: use `entries:` for several entries",
                    )
                yield None

    def _value(self, event: Event, depth: int, item: bool = False) -> tuple[YamlData, Mark]:
        mark = _start(event)
        if isinstance(event, AliasEvent):
            return self._alias(event.anchor or "", mark)
        if not isinstance(event, ScalarEvent | CollectionStartEvent):
            raise SourceError("yaml-syntax", "unexpected content", mark.line, mark.column)
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise SourceError("yaml-nodes", "the file has too many values", mark.line, mark.column)
        if event.tag and event.tag != "!":
            raise SourceError(
                "yaml-tag", f"unexpected tag {event.tag}", mark.line, mark.column, "remove it"
            )
        first_node = self.nodes
        value: YamlData
        if event.anchor:
            self.anchors[event.anchor] = None
        if isinstance(event, ScalarEvent):
            value = event.value
            if event.style in (None, ""):
                value = plain_scalar(event.value)
                self._odd_quotes(event.value, mark)
            if event.style == "|":
                # The place of a block scalar's first character.
                line = mark.line + 1
                self.lines = self.lines or self.text.splitlines()
                words = (found for found in self.lines[line:] if found.strip())
                first = next(words, "")
                mark.text = line, len(first) - len(first.lstrip())
        elif depth >= MAX_DEPTH:
            raise SourceError(
                "yaml-depth",
                "values are nested too deeply",
                mark.line,
                mark.column,
                "at most 64 levels",
            )
        elif isinstance(event, MappingStartEvent):
            value = self._mapping(mark, depth, item and not event.flow_style)
        else:
            value = self._sequence(mark, depth)
        if event.anchor:
            self.anchors[event.anchor] = (value, mark, self.nodes - first_node + 1)
        return value, mark

    def _odd_quotes(self, text: str, mark: Mark) -> None:
        if text and (odd := odd_quotes(text)) and len(self.problems) < MAX_DUPLICATES:
            problem = Problem(self._at(mark), "yaml-quotes", *odd, severity="warning")
            self.problems.append(problem)

    def _alias(self, name: str, mark: Mark) -> tuple[YamlData, Mark]:
        known = self.anchors.get(name)
        if known is None:
            why = "contains itself" if name in self.anchors else "has no anchor"
            raise SourceError("yaml-alias", f"*{name} {why}", mark.line, mark.column)
        value, anchored, size = known
        self.aliased += size
        # Values that an anchor repeats through its own aliases count each time.
        self.nodes += size
        if self.aliased > MAX_ALIASED_NODES:
            raise SourceError(
                "yaml-alias", "the aliases repeat too many values", mark.line, mark.column
            )
        return value, Mark(mark.line, mark.column, anchored.items, anchored.keys)

    def _sequence(self, mark: Mark, depth: int) -> list[YamlData]:
        values: list[YamlData] = []
        for event in self.events:
            if isinstance(event, SequenceEndEvent):
                break
            value, item_mark = self._value(event, depth + 1, item=True)
            is_mapping = isinstance(event, MappingStartEvent)
            for each, each_mark in [(value, item_mark), *(self.split if is_mapping else ())]:
                values.append(each)
                mark.items.append(each_mark)
        return values

    def _mapping(self, mark: Mark, depth: int, item: bool) -> dict[str, YamlData]:
        """A mapping. If it is an `item` of a list and its first key comes again, `- ` is missing
        there: `split` are the items that begin so.
        """
        first: dict[str, YamlData] = {}
        values, split = first, list[tuple[YamlData, Mark]]()
        for event in self.events:
            if isinstance(event, MappingEndEvent):
                break
            place = _start(event)
            line, column = place.line, place.column
            if not isinstance(event, ScalarEvent):
                raise SourceError("yaml-key", "a key must be text or a number", line, column)
            if event.tag and event.tag != "!":
                raise SourceError(
                    "yaml-tag", f"unexpected tag {event.tag}", line, column, "remove it"
                )
            key, key_mark = event.value, place
            value, value_mark = self._value(next(self.events), depth + 1)
            if event.style in (None, "") and (slip := slip_of_key(key, empty=value is None)):
                raise SourceError("yaml-syntax", slip[0][0], line, column + slip[1], slip[0][1])
            if item and key in values and key == next(iter(values)):
                self._duplicate(key, key_mark, mark.keys[key][0], f"is `- ` missing: `- {key}:`?")
                values, mark = {}, Mark(line, column)
                split.append((values, mark))
            if key in values:
                self._duplicate(key, key_mark, mark.keys[key][0])
            elif not key.startswith("x-") and key != "$schema":
                values[key] = value
                mark.keys[key] = (key_mark, value_mark)
        self.split = split
        return first

    def _duplicate(self, key: str, second: Mark, first: Mark, meant: str = "") -> None:
        hint = f"first at line {first.line + 1}, column {first.column + 1}"
        hint = f"{meant} {hint}" if meant else hint
        if len(self.problems) >= MAX_DUPLICATES:
            raise SourceError(
                "key-duplicate", "too many duplicate keys", second.line, second.column
            )
        message = f"duplicate key '{key}'"
        self.problems.append(
            Problem(self._at(second), "key-duplicate", message, hint, also=self._at(first))
        )

    def _at(self, mark: Mark) -> Position:
        return Position(self.file, mark.line + 1, mark.column + 1)


def _start(event: Event) -> Mark:
    assert event.start_mark is not None
    return Mark(event.start_mark.line, event.start_mark.column)


# --- files as plain data with positions -----------------------------------------------------------


Path = tuple[str | int, ...]


@dataclass(slots=True)
class Source:
    """The plain data of a YAML file or a spreadsheet, and the position of each value.

    Positions are needed only for problems: `marks` may be pickled. `digest` is that of the content
    if the store is used, otherwise empty. `cells` names the cells of a spreadsheet.
    """

    file: str
    data: Any
    marks: Mark | bytes = field(compare=False)
    digest: str = ""
    cells: CellNames | None = None

    @property
    def mark(self) -> Mark:
        """The mark of the whole file."""
        if isinstance(self.marks, bytes):
            mark: Mark = pickle.loads(self.marks)  # noqa: S301
            self.marks = mark
            return mark
        return self.marks

    def at(self, path: Path = (), *, key: bool = False) -> Position:
        """The position of the value at `path`, or of its key; as far as the path exists."""
        mark, place = self.mark, self.mark
        for step in path:
            if isinstance(step, str) and step in mark.keys:
                key_mark, mark = mark.keys[step]
                place = key_mark if key else mark
            elif isinstance(step, int) and 0 <= step < len(mark.items):
                mark = place = mark.items[step]
            else:
                break
        return self.place(place)

    def place(self, mark: Mark) -> Position:
        """The position of a mark of this file."""
        line, column, cell = mark.line, mark.column, ""
        if self.cells:
            line, column, cell = self.cells.place(line, column)
        return Position(self.file, line + 1, column + 1, cell)

    def within(self, path: Path, line: int, column: int) -> Position:
        """The position of a character of the text at `path`, by its line and column (from 0).

        For text that is not a block scalar, the position of the text.
        """
        mark = self.mark
        for step in path:
            known = isinstance(step, str) and step in mark.keys
            mark = mark.keys[str(step)][1] if known else mark.items[int(step)]
        if mark.text is None:
            return self.at(path)
        return Position(self.file, mark.text[0] + line + 1, mark.text[1] + column + 1)


def read_source(
    file: str, content: bytes, store: Store | None = None
) -> tuple[Source | None, list[Problem]]:
    """Read YAML. `file` is the name used in positions.

    Returns the source, or None after a fatal problem, and the problems found. The store keeps
    sources without problems.
    """
    if not store:
        return _read(file, content)
    key = result_key(store, "source", content)
    if (kept := store.read("result", key)) is not None:
        data, marks = pickle.loads(kept)  # noqa: S301
        return Source(file, data, marks, key), []
    source, problems = _read(file, content)
    if source:
        source.digest = key
    if source and not problems:
        store.write("result", key, pickle.dumps((source.data, pickle.dumps(source.mark))))
    return source, problems


def _read(file: str, content: bytes) -> tuple[Source | None, list[Problem]]:
    reader = YamlReader(file)
    try:
        data, mark = reader.read(decode(content))
    except SourceError as fault:
        position = Position(file, fault.line + 1, fault.column + 1)
        return None, [*reader.problems, Problem(position, fault.code, fault.message, fault.hint)]
    return Source(file, data, mark), reader.problems


def read_file(file: str, path: OsPath) -> tuple[Source | None, list[Problem]]:
    """Read a YAML file, up to the size limit."""
    try:
        return read_source(file, read_regular(path, MAX_YAML_BYTES))
    except OSError as error:
        return None, [Problem(Position(file), "file-unreadable", error.strerror or str(error))]
