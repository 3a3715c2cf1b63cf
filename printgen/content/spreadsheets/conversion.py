"""Entries of a project to a spreadsheet, and a spreadsheet to a YAML file of a project."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from printgen.content.library import Entry
from printgen.content.limits import MAX_SHEET_BYTES
from printgen.content.models.base import Model
from printgen.content.source import read_source
from printgen.content.spreadsheets.flatten import UnsuitableFieldError, sheet_rows
from printgen.content.spreadsheets.formats import format_of
from printgen.content.spreadsheets.reading import read_spreadsheet
from printgen.content.spreadsheets.sheet import SheetError
from printgen.content.spreadsheets.writing import table_bytes
from printgen.content.validation import read_model
from printgen.content.yaml_writer import entries_text
from printgen.problems import Problem
from printgen.project import ProjectError
from printgen.reading import read_regular


def sheet_of_entries(entries: Iterable[Entry[Model]], model: type[Model], name: str) -> bytes:
    """A spreadsheet file `name` with entries of a model. Raises ProjectError if one is lost."""
    data = {}
    for entry in entries:
        value = entry.source.data
        for step in entry.root:
            value = value[step]
        data[entry.id] = value
    try:
        return table_bytes(sheet_rows(data, model), format_of(name), Path(name).stem)
    except (UnsuitableFieldError, SheetError) as error:
        raise ProjectError(f"cannot write {name}: {error}") from error


def yaml_of_sheet(path: Path, model: type[Model]) -> tuple[str, list[str], list[Problem]]:
    """The YAML text with the entries of a spreadsheet, their ids, and the problems of the sheet.

    The text is empty if there are problems. Raises OSError.
    """
    content = read_regular(path, MAX_SHEET_BYTES)
    source, problems = read_spreadsheet(str(path), content, model)
    if source is None:
        return "", [], problems
    entries = source.data["entries"]
    for name, data in entries.items():
        problems += read_model(model, source, ("entries", name), data)[1]
    if problems:
        return "", [], problems
    text = entries_text(entries)
    # Limits of YAML files are other ones.
    _, problems = read_source(str(path.with_suffix(".yaml")), text.encode())
    return ("" if problems else text), list(entries), problems
