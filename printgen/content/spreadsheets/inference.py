"""The kind of entry that a spreadsheet by itself describes: its columns are the fields."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from printgen.content.images import PICTURES
from printgen.content.models.kind import (
    MAX_FIELDS,
    DeclaredEntry,
    EntryField,
    Kind,
    is_reserved,
)
from printgen.content.models.products import ANY_USE, IGNORED, FieldUse
from printgen.content.models.text import Text
from printgen.content.names import key_from
from printgen.content.source import Mark, Source
from printgen.content.spreadsheets.header import (
    COPIES,
    COPIES_NUMBER,
    Companion,
    holds_values,
    means_copies,
    plain_header,
)
from printgen.content.spreadsheets.sheet import Sheet
from printgen.problems import Problem, Severity, has_errors, shorten

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
    sheet: Sheet,
    label: Text,
    languages: Collection[str],
    companion: Companion,
    source: Source,
    use: FieldUse = ANY_USE,
) -> tuple[Kind | None, Companion, list[Problem]]:
    """The kind of the rows of a sheet, a companion that maps its columns to the fields, and the
    problems of its header. The kind is None if some are errors.

    `languages` are those of the game: `text_fr` and `Text (FR)` are a text in French, `text` is one
    in all languages.
    A column of whole numbers is an integer, one of picture files an image, any other a text. What
    is a number of copies under another name is reported if it may be something else. A column whose
    header cannot name a field is a fault if it may be printed.
    """

    def problem(column: _Column, message: str, hint: str, severity: Severity = "error") -> Problem:
        place = source.place(Mark(sheet.rows[0].line, column.number))
        return Problem(place, "sheet-header", message, hint, severity)

    columns, warnings = _with_copies(list(_columns(sheet, languages, companion)), sheet, use)
    columns = [column for column in columns if column.key or column.header.strip() != "#"]
    own = [column for column in columns if column.key not in DeclaredEntry.model_fields]
    unprinted = [each for each in own if not use.may_read(each.key)]
    notes = [column for column in unprinted if _fault(column)]
    columns = [column for column in columns if column not in notes]
    own = [column for column in own if column not in notes]
    hint = "choose another header, or name the field under `columns`"
    problems = [problem(column, fault, hint) for column in own if (fault := _fault(column))]
    fields = {
        column.key: EntryField(
            label=Text({"any": column.words}), type=_type(sheet, column, use), optional=True
        )
        for column in reversed(own)
    }
    if len(fields) > MAX_FIELDS:
        hint = "a header that begins with `#` ignores its column"
        problems.append(problem(own[MAX_FIELDS], f"more than {MAX_FIELDS} fields", hint))
    kind = Kind.model_construct(label=label, fields=dict(reversed(fields.items())))
    texts = {"name"} | {key for key, field in fields.items() if field.type == "text"}
    if not problems:
        warnings += _unprinted(unprinted)
        shown = [each for each in own if each.key in use.printed]
        warnings += _boxes(shown, sheet)
    problems += [problem(*warning, "warning") for warning in warnings]
    companion = _mapped(companion, columns, notes, texts)
    return None if has_errors(problems) else kind, companion, problems


def _columns(sheet: Sheet, languages: Collection[str], companion: Companion) -> Iterator[_Column]:
    """The columns of a sheet that hold values of entries."""
    given = {plain_header(header): to for header, to in companion.layout.columns.items()}
    for number, cell in enumerate(sheet.rows[0].cells if sheet.rows else ()):
        name = "_".join(given.get(plain_header(cell), cell).split())
        if holds_values(name) or name == "#":
            base, _, language = name.rpartition("_")
            language = language.strip("()[]")
            if not base or language.lower() not in languages:
                base, language = name, ""
            yield _Column(number, cell, base.replace("_", " "), key_from(base), language.lower())


# Warnings about columns: messages and hints.
_Warnings = list[tuple[_Column, str, str]]


def _with_copies(
    columns: list[_Column], sheet: Sheet, use: FieldUse
) -> tuple[list[_Column], _Warnings]:
    """The columns, with that of the number of copies under another name; and the warnings about
    it.
    """
    if any(column.key == COPIES for column in columns):
        return columns, []
    candidates = [each for each in columns if means_copies(each.header) is not False]
    candidates = [each for each in candidates if _are_copies(sheet, each)]
    free = [each for each in candidates if not use.may_read(each.key)]
    certain = [each for each in free if means_copies(each.header)]
    if len(certain or free) != 1:
        hint = "Copies counts them"
        return columns, [
            (each, f"'{each.header}' is a value: there is one card of each row", hint)
            for each in candidates
            if means_copies(each.header)
        ]
    (copies,) = certain or free
    message = f"'{copies.header}' is read as the number of copies"
    hint = "name it Copies; if it is none, begin its header with `#` and a name"
    columns = [replace(each, key=COPIES) if each is copies else each for each in columns]
    return columns, [] if certain else [(copies, message, hint)]


def _are_copies(sheet: Sheet, column: _Column) -> bool:
    """Whether all values of a column may be numbers of copies. Numbers from 1 on, row by row, are
    those of the rows, unless the header says otherwise.
    """
    values = [value for row in sheet.rows[1:] if (value := row.cell(column.number))]
    if not values or not all(map(COPIES_NUMBER.fullmatch, values)):
        return False
    in_order = [str(number) for number in range(1, len(values) + 1)]
    return bool(means_copies(column.header)) or len(values) < 2 or values != in_order


def _unprinted(columns: list[_Column]) -> _Warnings:
    """The warnings about columns that nothing prints."""
    if not columns:
        return []
    names = ", ".join(f"'{shorten(column.header)}'" for column in columns[:6])
    more = ", …" if len(columns) > 6 else ""
    many = "the column" if len(columns) == 1 else "the columns"
    hint = "name it in `faces`; a header that begins with `#` is a note"
    return [(columns[0], f"no face prints {many} {names}{more}", hint)]


# The values of boxes to tick, as Google Sheets and JSON files have them.
_TRUTHS = {"FALSE", "TRUE", "FAUX", "VRAI", "FALSCH", "WAHR"}
_TRUTHS |= {"false", "true"}


def _boxes(columns: list[_Column], sheet: Sheet) -> _Warnings:
    """The warnings about columns of boxes to tick: cards have the words of their values."""
    hint = "write ✓ or nothing for boxes to tick, True and False for words"
    return [
        (column, f"'{shorten(column.header)}' prints {' and '.join(values)} as text", hint)
        for column in columns
        if (values := sorted({row.cell(column.number) for row in sheet.rows[1:]} - {""}))
        and _TRUTHS.issuperset(values)
    ]


# Names of the last row of a sheet, if it is that of totals.
_TOTALS = {"total", "totals", "sum", "totaux", "somme", "gesamt", "summe"}


def totals_row(source: Source) -> list[Problem]:
    """The warning of a last row of totals."""
    entries = source.data["entries"] if isinstance(source.data, dict) else {}
    if not isinstance(entries, dict) or len(entries) < 2 or (last := [*entries][-1]) not in _TOTALS:
        return []
    place = source.at(("entries", last), key=True)
    message = f"the row '{last}' is a card, too"
    return [Problem(place, "sheet-value", message, "delete a row of totals", "warning")]


def _fault(column: _Column) -> str:
    """Why a header cannot name a field; empty if it can."""
    if not column.key[:1].isalpha():
        return f"'{column.header}' does not begin with a letter"
    return f"'{column.key}' is reserved" if is_reserved(column.key) else ""


# Headers of pictures, as keys.
PICTURE_HEADERS = {
    "art", "artwork", "image", "images", "picture", "pictures", "pic", "photo", "illustration",
    "file", "bild", "grafik", "visuel", "dessin", "imagen", "immagine", "картинка", "图片",
}  # fmt: skip


def _type(sheet: Sheet, column: _Column, use: FieldUse) -> str:
    """The type of the values in a column. What a recipe prints as a picture is one."""
    values = [value for row in sheet.rows[1:] if (value := row.cell(column.number))]
    if column.key in use.pictures and not column.language:
        return "image"
    if not values or column.language:
        return "text"
    if all(map(_INTEGER.fullmatch, values)):
        return "integer"
    files = sum(value.lower().endswith(PICTURES) for value in values)
    named = files and column.key in PICTURE_HEADERS
    return "image" if named or files * 2 > len(values) else "text"


def _mapped(
    companion: Companion, columns: list[_Column], notes: list[_Column], texts: Collection[str]
) -> Companion:
    """A companion that maps the header of each column to its field, and ignores notes."""
    translated = {column.key for column in columns if column.language}
    fields = {column.header: IGNORED for column in notes}
    for column in columns:
        for_all = "any" if column.key in texts and column.key not in translated else ""
        fields[column.header] = "_".join(filter(None, (column.key, column.language or for_all)))
    layout = companion.layout.model_copy(update={"columns": companion.layout.columns | fields})
    return replace(companion, layout=layout)
