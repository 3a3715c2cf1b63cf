"""JSON files as sheets: each object of a list is a row, and its keys are the headers of columns.

Keys of objects in one another are joined by dots: `stats.move`; those of languages by an
underscore, as in the headers of sheets: `text_en`. The values of a list are one cell.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from printgen.content.file_kinds import other_kind
from printgen.content.limits import MAX_NODES
from printgen.content.spreadsheets.sheet import (
    CellNames,
    Row,
    Sheet,
    SheetError,
    UnknownSheet,
    checked_sheet,
    too_big,
    with_line_feeds,
)
from printgen.problems import did_you_mean, shorten

# Lists and objects in one another.
_MAX_DEPTH = 20

_TOKEN = re.compile(
    r'[ \t\r\n]*(?:(?P<string>"(?:[^"\\\x00-\x1f]|\\.)*")'
    r"|(?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.]))"
    r"|(?P<word>true|false|null)\b|(?P<sign>[\[\]{},:])|(?P<end>\Z))"
)

_LANGUAGE = re.compile(r"[a-z]{2}(?:-[A-Z]{2})?")

_SHAPE = 'write a list of objects: [{"name": "Lamp", "cost": 3}, …]'


@dataclass(slots=True)
class _Value:
    """A value and where it begins. `value` is the text of a cell, a list, or an object: the values
    of its keys, each with the place of the key.
    """

    at: int
    value: str | list[_Value] | dict[str, tuple[int, _Value]]


@dataclass(frozen=True, slots=True)
class RecordPlaces(CellNames):
    """The lines and columns of the values of a JSON file, by their rows and columns."""

    places: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)

    def place(self, line: int, column: int) -> tuple[int, int, str]:
        """The line and the column of a value. A value that is missing is where its object is."""
        place = self.places.get((line, column)) or self.places.get((line, -1)) or (0, 0)
        return *place, ""

    def row(self, line: int) -> int:
        """The number (from 1) of an object."""
        return line


def read_records(content: bytes, listed: str | None = None, _language: str = "en") -> Sheet:
    """The objects of a JSON file as the rows of a sheet; `listed` is the key of their list, if the
    file has several. Raises SheetError.
    """
    if other := other_kind(content):
        raise SheetError("sheet-unreadable", f"{other[0]}, not a JSON file", other[1])
    try:
        reader = _Reader(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        hint = "save it as UTF-8"
        raise SheetError("sheet-unreadable", "the file is not UTF-8", hint) from None
    return reader.sheet(listed)


class _Reader:
    """Reads JSON without recursion, and keeps the place of every value."""

    def __init__(self, text: str):
        self.text, self.at = text, 0
        self.starts = [0, *(found.end() for found in re.finditer(r"\r\n|\r|\n", text))]

    def place(self, at: int) -> tuple[int, int]:
        """The line and the column (from 0) of a character."""
        line = bisect_right(self.starts, at) - 1
        return line, at - self.starts[line]

    def fault(self, at: int, message: str, hint: str = "") -> SheetError:
        """A fault at a character."""
        return SheetError("sheet-unreadable", message, hint, *self.place(at))

    def sheet(self, listed: str | None) -> Sheet:
        """The sheet of the list of objects. Raises SheetError."""
        records = self._records(self._whole(), listed)
        rows, places = list[Row](), dict[tuple[int, int], tuple[int, int]]()
        columns = dict[str, int]()
        for number, record in enumerate(records, 1):
            places[number, -1] = self.place(record.at)
            cells = dict[int, str]()
            for header, key_at, value in self._cells(record):
                column = columns.setdefault(header, len(columns))
                places.setdefault((0, column), self.place(key_at))
                if column in cells:
                    raise self.fault(key_at, f"the object has two values of '{header}'")
                cells[column] = self._words(value)
                places[number, column] = self.place(value.at)
            rows.append(Row(number, [cells.get(column, "") for column in range(len(columns))]))
        return checked_sheet(Sheet(RecordPlaces(places=places), [Row(0, [*columns]), *rows]))

    def _records(self, whole: _Value, listed: str | None) -> list[_Value]:
        """The objects of the file."""
        if isinstance(whole.value, dict):
            lists = {key: v for key, (_, v) in whole.value.items() if isinstance(v.value, list)}
            if listed is not None and listed not in lists:
                hint = did_you_mean(listed, lists)
                message = f"the file has no list '{listed}'"
                raise UnknownSheet("sheet-unreadable", message, hint)
            chosen = lists.get(listed) if listed else next(iter(lists.values()), None)
            if listed is None and len(lists) > 1:
                message = f"the file has several lists: {shorten(', '.join(lists))}"
                hint = "name one of them as `sheet:` beside `source:`"
                raise self.fault(whole.at, message, hint)
            whole = chosen or whole
        if not isinstance(whole.value, list):
            raise self.fault(whole.at, "the file has no list of objects", _SHAPE)
        if not whole.value:
            raise self.fault(whole.at, "the list is empty", _SHAPE)
        for each in whole.value:
            if not isinstance(each.value, dict):
                what = "a list" if isinstance(each.value, list) else f"'{shorten(each.value)}'"
                raise self.fault(each.at, f"expected an object, found {what}", _SHAPE)
        return whole.value

    def _cells(self, record: _Value, above: str = "") -> Iterator[tuple[str, int, _Value]]:
        """The values of an object: header, place of the key, value."""
        assert isinstance(record.value, dict)
        languages = bool(above) and all(map(_LANGUAGE.fullmatch, record.value))
        for key, (at, value) in record.value.items():
            name = " ".join(key.split())
            header = f"{above}{'_' if languages else '.'}{name}" if above else name
            if isinstance(value.value, dict):
                yield from self._cells(value, header)
            else:
                yield header, at, value

    def _words(self, value: _Value) -> str:
        """The text of a cell: of a list, its values with commas between them."""
        if isinstance(value.value, str):
            return value.value
        for each in value.value:
            if not isinstance(each, _Value) or not isinstance(each.value, str):
                at = each.at if isinstance(each, _Value) else value.at
                hint = "write plain values, or a list of objects of its own"
                raise self.fault(at, "a list in an object has plain values only", hint)
        words = [each.value for each in value.value if isinstance(each, _Value)]
        # Texts hold commas: a line each keeps them apart.
        separator = "\n" if any("," in str(each) for each in words) else ", "
        return separator.join(map(str, words))

    # --- the grammar of JSON ----------------------------------------------------------------------

    def _whole(self) -> _Value:
        """The value of the file."""
        kind, at, word = self._next()
        whole = value = self._begin(kind, at, word)
        opened, count = [value] if self._is_open(value) else [], 0
        while opened:
            count += 1
            if count > MAX_NODES:
                raise too_big(f"the file has more than {MAX_NODES:,} values")
            if len(opened) > _MAX_DEPTH:
                raise self.fault(value.at, f"more than {_MAX_DEPTH} levels of lists and objects")
            above = opened[-1]
            value_or_end = self._inside(above)
            if value_or_end is None:
                opened.pop()
            elif self._is_open(value_or_end):
                value = value_or_end
                opened.append(value)
        kind, at, word = self._next()
        if kind != "end":
            hint = "put the objects into one list: [ … ]" if word in ("{", ",") else ""
            raise self.fault(at, f"text after the end: '{shorten(word)}'", hint)
        return whole

    def _is_open(self, value: _Value) -> bool:
        return not isinstance(value.value, str)

    def _begin(self, kind: str, at: int, word: str) -> _Value:
        """A value by its first token: lists and objects are empty yet."""
        if word == "{":
            return _Value(at, {})
        if word == "[":
            return _Value(at, [])
        if kind in ("sign", "end"):
            raise self._expected(at, "a value", word)
        # Null is an empty cell; numbers, true and false are cells as they are written.
        plain = "" if word == "null" else word
        return _Value(at, self._string(at, word) if kind == "string" else plain)

    def _inside(self, above: _Value) -> _Value | None:
        """The next value in a list or an object; None at its end."""
        kind, at, word = self._next()
        end = "]" if isinstance(above.value, list) else "}"
        if word == end:
            return None
        if above.value:
            if word != ",":
                raise self._expected(at, f"a comma or {end}", word)
            comma = at
            kind, at, word = self._next()
            if word == end:
                raise self.fault(comma, f"a comma before the {end}", "delete it")
        if isinstance(above.value, list):
            value = self._begin(kind, at, word)
            above.value.append(value)
            return value
        assert isinstance(above.value, dict)
        if kind != "string":
            raise self._expected(at, 'a key in "…"', word)
        key, key_at = self._string(at, word), at
        if key in above.value:
            raise self.fault(at, f"the key '{shorten(key)}' is there twice", "delete one of both")
        kind, at, word = self._next()
        if word != ":":
            raise self._expected(at, "a colon", word)
        value = self._begin(*self._next())
        above.value[key] = key_at, value
        return value

    def _next(self) -> tuple[str, int, str]:
        """The kind, the place and the words of the next token."""
        match = _TOKEN.match(self.text, self.at)
        if match is None:
            self.at += len(self.text[self.at :]) - len(self.text[self.at :].lstrip(" \t\r\n"))
            raise self._unknown(self.at)
        kind = str(match.lastgroup)
        self.at = match.end()
        return kind, match.start(kind), match[kind]

    def _unknown(self, at: int) -> SheetError:
        """The fault of what is no token of JSON."""
        rest = self.text[at : at + 40].split("\n")[0]
        message, hint = f"'{shorten(rest, 20)}' is no JSON", 'write texts in straight quotes: "…"'
        if rest.startswith(("//", "/*", "#")):
            message, hint = "JSON has no comments", "delete it"
        elif rest.startswith('"'):
            message, hint = (
                "a text is not closed, or has a line end in it",
                'end it with "; write \\n',
            )
        elif rest.startswith(("'", "“", "”", "‘", "’", "«")):
            message, hint = f"{rest[0]} begins no text", 'write straight quotes: "…"'
        return self.fault(at, message, hint)

    def _expected(self, at: int, what: str, word: str) -> SheetError:
        actual = f"found '{shorten(word, 20)}'" if word else "the file ends"
        return self.fault(at, f"expected {what}: {actual}")

    def _string(self, at: int, word: str) -> str:
        """The words of a text in quotes."""
        try:
            return with_line_feeds(str(json.loads(word)))
        except ValueError:
            raise self.fault(at, "a backslash in the text means nothing", r"write \\") from None
