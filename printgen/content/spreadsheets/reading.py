"""Spreadsheets to sources: the same data and marks as a YAML file with `entries:`."""

from __future__ import annotations

import pickle
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from pydantic import BaseModel

from printgen.content.budget import raise_when_time_is_up
from printgen.content.fingerprint import code_digest
from printgen.content.limits import MAX_PROBLEMS, MAX_SHEET_BYTES
from printgen.content.models.kind import Kind, kind_models
from printgen.content.models.text import Text
from printgen.content.source import Source
from printgen.content.spreadsheets.companion import Companion
from printgen.content.spreadsheets.entries import entries
from printgen.content.spreadsheets.formats import TABLES, format_of
from printgen.content.spreadsheets.header import Header, exclusive_columns, read_header
from printgen.content.spreadsheets.ids import named_rows
from printgen.content.spreadsheets.inference import infer_kind
from printgen.content.spreadsheets.sheet import Row, Sheet, SheetError, UnknownSheet, too_big
from printgen.content.spreadsheets.tables import read_table
from printgen.content.spreadsheets.workbooks import read_workbook
from printgen.content.yaml_reader import Mark
from printgen.problems import Problem, Severity, has_errors, shorten
from printgen.project import Folders
from printgen.sealing.decoding import CannotDecode, decoded
from printgen.store import Store, digest

# What to do about a workbook that cannot be read within the limits.
_AGAIN = "open it and save it again"

# For files that are in no project.
_NOWHERE = Folders(Path())

# Values of formulas with an error, as spreadsheet programs write them.
_FORMULA_ERRORS = {
    "#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!",
    "#NOM?", "#VALEUR!", "#NOMBRE!",
}  # fmt: skip


def read_spreadsheet(
    file: str,
    content: bytes,
    model: type[BaseModel],
    companion: Companion | None = None,
    store: Store | None = None,
    folders: Folders = _NOWHERE,
) -> tuple[Source | None, list[Problem]]:
    """Read a spreadsheet with entries of a model. `file` is the name used in positions, relative to
    the project; without one, a path.

    Returns the source, or None after a fatal problem, and the problems found. The store keeps the
    rows of sheets: what they mean depends on the model, which a game may declare.
    """
    sheet_name = companion.layout.sheet if companion else None
    try:
        sheet, key = _stored_sheet(content, folders, file, sheet_name, store)
    except SheetError as fault:
        return None, [_problem(fault, file, companion)]
    source, problems = sheet_source(file, sheet, model, companion)
    if source and key:
        source.digest = digest(key, companion.key) if companion else key
    return source, problems


def read_cards(
    file: str,
    content: bytes,
    label: Text,
    languages: Collection[str],
    companion: Companion,
    store: Store | None = None,
    folders: Folders = _NOWHERE,
) -> tuple[Source | None, Kind | None, list[Problem]]:
    """Read a spreadsheet whose columns are the fields of a kind of its own, as `infer_kind` says.

    Returns the source and the kind, or None after a fatal problem, and the problems found.
    """
    try:
        sheet, _ = _stored_sheet(content, folders, file, companion.layout.sheet, store)
    except SheetError as fault:
        return None, None, [_problem(fault, file, companion)]
    place = Source(file, {}, Mark(0, 0), cells=sheet.names)
    kind, companion, problems = infer_kind(sheet, label, languages, companion, place)
    if kind is None:
        return None, None, problems
    model = kind_models({"card": kind})["card"]
    source, problems = sheet_source(file, sheet, model, companion)
    return source, kind if source else None, problems


def sheet_source(
    file: str, sheet: Sheet, model: type[BaseModel], companion: Companion | None = None
) -> tuple[Source | None, list[Problem]]:
    """The source of a sheet, or None after a fatal problem, and the problems found."""
    source = Source(file, {"entries": {}}, Mark(0, 0), cells=sheet.names)
    if not sheet.rows:
        hint = "the first row names the fields: name, cost…"
        return None, [Problem(source.place(Mark(0, 0)), "sheet-header", "the sheet is empty", hint)]
    header, problems = read_header(sheet.rows[0], model, companion, source)
    if problems:
        return None, _limited(problems)
    rows = [row for row in sheet.rows[1:] if _has_values(row, header)]
    if problems := exclusive_columns(sheet, header, source):
        return None, _limited(problems)
    problems += _without_header(rows, header, source) + _unnamed(sheet, header, source)
    problems += [problem for row in rows for problem in _formula_errors(row, header, source)]
    named, faults = named_rows(rows, header, source)
    source.data, source.marks = entries(named, header)
    return source, _limited(problems + faults)


def _limited(problems: list[Problem]) -> list[Problem]:
    """The first MAX_PROBLEMS problems; a last one gives the number of the others."""
    if len(problems) <= MAX_PROBLEMS:
        return problems
    message = f"{len(problems) - MAX_PROBLEMS:,} more problems in this file"
    severity: Severity = "error" if has_errors(problems) else "warning"
    hint = "fix the others first"
    last = replace(problems[MAX_PROBLEMS], message=message, hint=hint, severity=severity, also=None)
    return [*problems[:MAX_PROBLEMS], last]


def _problem(fault: SheetError, file: str, companion: Companion | None) -> Problem:
    """The problem of a file that cannot be read; of an unknown sheet, where it is named."""
    if companion and isinstance(fault, UnknownSheet):
        return Problem(companion.at("sheet"), fault.code, fault.message, fault.hint)
    return fault.problem(file)


def _stored_sheet(
    content: bytes, folders: Folders, file: str, sheet: str | None, store: Store | None
) -> tuple[Sheet, str]:
    """The rows of a spreadsheet, and their key in the store. Raises SheetError."""
    path = folders.root / file
    if not store:
        return _sheet(content, path, sheet), ""
    # Rows that a sealed process has read are kept for its project alone.
    suffix = format_of(file)
    scope = "" if suffix in TABLES else folders.scope
    key = digest(code_digest(store), suffix, scope, sheet or "", content)
    if (kept := store.read("sheets", key)) is not None:
        known: Sheet = pickle.loads(kept)  # noqa: S301
        return known, key
    read = _sheet(content, path, sheet)
    store.write("sheets", key, pickle.dumps(read))
    return read, key


def _sheet(content: bytes, path: Path, sheet: str | None) -> Sheet:
    suffix = format_of(path.name)
    if len(content) > MAX_SHEET_BYTES:
        raise too_big(f"the file has more than {MAX_SHEET_BYTES / 1e6:g} MB")
    if suffix not in TABLES:
        try:
            return decoded(path, read_workbook, content, suffix, sheet)
        except CannotDecode as error:
            raise SheetError("sheet-unreadable", f"the workbook {error.reason}", _AGAIN) from None
        finally:
            raise_when_time_is_up()
    if sheet is not None:
        raise UnknownSheet("sheet-unreadable", "a CSV file has no sheets", "remove `sheet:`")
    return read_table(content, suffix)


def _has_values(row: Row, header: Header) -> bool:
    """Whether a row has an id or the value of a field."""
    return any(map(row.cell, (header.id_column, *header.fields)))


def _without_header(rows: list[Row], header: Header, source: Source) -> list[Problem]:
    """The problems of rows with more cells than the header: their values are below others, as a
    text with a comma and no quotes is two cells. Empty cells are none if all rows have them.
    """
    longest = [row for row in rows if len(row.cells) > header.width]
    all_have_more = len(longest) == len(rows)
    tables = source.file.lower().endswith(TABLES)
    problems = list[Problem]()
    for row in longest:
        filled = next((n for n in range(header.width, len(row.cells)) if row.cell(n)), None)
        if filled is None and (all_have_more or not tables):
            continue
        place = source.place(Mark(row.line, header.width if filled is None else filled))
        more = len(row.cells) - header.width
        many = "a cell" if more == 1 else f"{more} cells"
        number = source.cells.row(row.line) if source.cells else row.line + 1
        message = f"row {number} has {many} too many"
        hint = (
            "put a text that contains a comma or semicolon into quotes"
            if tables
            else "name its column"
        )
        problems.append(Problem(place, "sheet-header", message, hint))
    return problems


def _unnamed(sheet: Sheet, header: Header, source: Source) -> list[Problem]:
    """Warnings of columns with values and without a header: nothing reads them."""
    top, *rows = sheet.rows
    problems = list[Problem]()
    for column in range(header.width):
        filled = next((row for row in rows if row.cell(column)), None)
        if filled and not top.cell(column):
            place = source.place(Mark(filled.line, column))
            value = shorten(filled.cell(column))
            message = f"the column of '{value}' has no header: it is not read"
            hint = "name its field in the first row; begin the header of notes with #"
            problems.append(Problem(place, "sheet-header", message, hint, "warning"))
    return problems


def _formula_errors(row: Row, header: Header, source: Source) -> list[Problem]:
    """The problems of cells whose formula has no value."""
    columns = [column for column in header.fields if row.cell(column) in _FORMULA_ERRORS]
    return [
        Problem(
            source.place(Mark(row.line, column)),
            "sheet-unreadable",
            f"the formula has an error: {row.cell(column)}",
        )
        for column in columns
    ]
