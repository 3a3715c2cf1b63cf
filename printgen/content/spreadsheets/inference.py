"""The kind that a spreadsheet by itself describes: its columns are the fields."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from printgen.content.images import PICTURES
from printgen.content.models.kind import MAX_FIELDS, DeclaredEntry, EntryField, Kind, is_reserved
from printgen.content.models.text import Text
from printgen.content.names import id_from
from printgen.content.source import Source
from printgen.content.spreadsheets.companion import Companion
from printgen.content.spreadsheets.header import holds_values, plain_header
from printgen.content.spreadsheets.sheet import Sheet
from printgen.content.yaml_reader import Mark
from printgen.problems import Problem

_MAX_KEY = 20

_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True)
class _Column:
    """A column: its number (from 0), its header, and the key and the language that it fills."""

    number: int
    header: str
    words: str
    key: str
    language: str


def infer_kind(
    sheet: Sheet, label: Text, languages: Collection[str], companion: Companion, source: Source
) -> tuple[Kind | None, Companion, list[Problem]]:
    """The kind of the rows of a sheet, a companion that maps its columns to the fields, and the
    problems of its header. The kind is None if there are some.

    `languages` are those of the game: `text_fr` is a text in French, `text` one in all languages.
    A column of whole numbers is an integer, one of picture files an image, any other a text.
    """
    columns = list(_columns(sheet, languages, companion))
    own = [column for column in columns if column.key not in DeclaredEntry.model_fields]
    problems = [problem for column in own for problem in _faults(column, sheet, source)]
    fields = {
        column.key: EntryField(
            label=Text({"any": column.words}), type=_type(sheet, column), optional=True
        )
        for column in reversed(own)
    }
    if len(fields) > MAX_FIELDS:
        place = source.place(Mark(sheet.rows[0].line, own[MAX_FIELDS].number))
        hint = "a header that begins with `#` ignores its column"
        problems.append(Problem(place, "sheet-header", f"more than {MAX_FIELDS} fields", hint))
    kind = Kind.model_construct(label=label, fields=dict(reversed(fields.items())))
    texts = {"name"} | {key for key, field in fields.items() if field.type == "text"}
    return None if problems else kind, _mapped(companion, columns, texts), problems


def _columns(sheet: Sheet, languages: Collection[str], companion: Companion) -> Iterator[_Column]:
    """The columns of a sheet that hold values of entries."""
    given = {plain_header(header): to for header, to in companion.layout.columns.items()}
    for number, cell in enumerate(sheet.rows[0].cells if sheet.rows else ()):
        name = "_".join(given.get(plain_header(cell), cell).split())
        if holds_values(name):
            base, _, language = name.rpartition("_")
            if not base or language.lower() not in languages:
                base, language = name, ""
            key = id_from(base).replace("-", "_")[:_MAX_KEY].strip("_")
            yield _Column(number, cell, base.replace("_", " "), key, language.lower())


def _faults(column: _Column, sheet: Sheet, source: Source) -> Iterator[Problem]:
    """The problem of a header that cannot name a field."""
    place = source.place(Mark(sheet.rows[0].line, column.number))
    hint = "choose another header, or name the field under `columns`"
    if not column.key[:1].isalpha():
        message = f"'{column.header}' does not begin with a letter"
        yield Problem(place, "sheet-header", message, hint)
    elif is_reserved(column.key):
        yield Problem(place, "sheet-header", f"'{column.key}' is reserved", hint)


def _type(sheet: Sheet, column: _Column) -> str:
    """The type of the values in a column."""
    values = [value for row in sheet.rows[1:] if (value := row.cell(column.number))]
    if not values or column.language:
        return "text"
    if all(map(_INTEGER.fullmatch, values)):
        return "integer"
    return "image" if all(value.lower().endswith(PICTURES) for value in values) else "text"


def _mapped(companion: Companion, columns: list[_Column], texts: Collection[str]) -> Companion:
    """A companion that maps the header of each column to its field."""
    translated = {column.key for column in columns if column.language}
    found = dict[str, str]()
    for column in columns:
        for_all = "any" if column.key in texts and column.key not in translated else ""
        found[column.header] = "_".join(filter(None, (column.key, column.language or for_all)))
    layout = companion.layout.model_copy(update={"columns": companion.layout.columns | found})
    return replace(companion, layout=layout)
