"""Entries to spreadsheets, and entries of a spreadsheet to YAML."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO, StringIO
from pathlib import Path

import yaml
from pydantic import BaseModel, ValidationError

from printgen.content.library import Entry
from printgen.content.limits import MAX_SHEET_BYTES
from printgen.content.models.base import Model
from printgen.content.models.text import Text
from printgen.content.source import WrittenDecimal, WrittenInteger, YamlData, read_source
from printgen.content.spreadsheets.header import ID, field_named
from printgen.content.spreadsheets.reading import read_spreadsheet, sheet_source
from printgen.content.spreadsheets.sheet import (
    CellNames,
    Row,
    Sheet,
    SheetError,
    checked_sheet,
    column_letters,
    format_of,
)
from printgen.content.validation import read_model
from printgen.problems import Problem
from printgen.project import ProjectError
from printgen.quoting import for_csv
from printgen.reading import read_regular

# The formats that are written, by suffix.
WRITTEN = (".csv", ".tsv", ".xlsx")

# The number format of cells that keep what is typed: `4+` stays text.
_TEXT = "@"


def table_bytes(table: Table, suffix: str, title: str) -> bytes:
    """A file with these rows, in the format of a suffix in WRITTEN. `title` names the sheet."""
    return _workbook(table, title) if suffix == ".xlsx" else _text(table, suffix)


def _text(table: Table, suffix: str) -> bytes:
    stream = StringIO(newline="")
    writer = csv.writer(stream, delimiter="\t" if suffix == ".tsv" else ",")
    writer.writerows(map(for_csv, row) for row in table)
    # Excel takes the text for UTF-8 only if it begins with a byte order mark.
    return stream.getvalue().encode("utf-8-sig")


def _workbook(table: Table, title: str) -> bytes:
    # Imported here: it is slow to import.
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    sheet = book.worksheets[0]
    # The rules of Excel for names of sheets.
    sheet.title = re.sub(r"[\[\]:*?/\\\x00-\x1f]", "-", title)[:31].strip("'") or "Sheet"
    sheet.freeze_panes = "B2"
    for number, row in enumerate(table, start=1):
        for column, text in enumerate(row, start=1):
            if text:
                cell = sheet.cell(number, column)
                cell.value, cell.number_format = text, _TEXT
                # Text that begins with `=` is no formula.
                cell.data_type = "s"
                cell.font = Font(bold=number == 1)
    for column in range(len(table[0])):
        # New rows keep what is typed, too.
        sheet.column_dimensions[column_letters(column)].number_format = _TEXT
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


# --- entries to rows: the columns and cells that are read as the same entries ---------------------


# Rows with a header, as text.
Table = list[list[str]]


class UnsuitableFieldError(ValueError):
    """The field of an entry has a value that no cell can hold."""

    def __init__(self, entry: str, field: str):
        super().__init__(f"no cell can hold the field '{field}' of '{entry}'")
        self.entry, self.field = entry, field


def sheet_rows(entries: Mapping[str, YamlData], model: type[BaseModel]) -> Table:
    """The header and a row for each entry, by id. `entries` are valid data of a model.

    Raises UnsuitableFieldError for a value that would be lost, and SheetError beyond the limits.
    """
    rows = [{ID: name, **dict(_cells(name, (), data, model))} for name, data in entries.items()]
    header = _ordered([column for row in rows for column in row], model)
    table = [header, *([row.get(column, "") for column in header] for row in rows)]
    _check(table, entries, model)
    return table


def _cells(
    name: str, path: tuple[str, ...], value: YamlData, model: type[BaseModel]
) -> Iterator[tuple[str, str]]:
    """The headers and cells of a value in the entry `name`."""
    column = ".".join(path)
    kind = field_named(model, column).cell
    if isinstance(value, dict):
        for key, item in value.items():
            if kind.languages and Text.is_language(key):
                yield f"{column}_{key}", _written(item)
            else:
                yield from _cells(name, (*path, key), item, model)
    elif not isinstance(value, list):
        yield column, _written(value)
    elif not any(isinstance(item, dict | list) for item in value):
        yield column, _joined([_written(item) for item in value])
    else:
        texts = [item for item in value if isinstance(item, dict)]
        languages = dict.fromkeys(key for text in texts for key in text)
        if len(texts) < len(value) or not (
            kind.languages and all(map(Text.is_language, languages))
        ):
            raise UnsuitableFieldError(name, column)
        for language in languages:
            yield f"{column}_{language}", _joined([_written(t.get(language, "")) for t in texts])


def _joined(words: list[str]) -> str:
    """A cell with several values, by a separator that none of them holds."""
    if not any(sign in word for word in words for sign in ",;\n"):
        return "; ".join(words)
    separator = "\n" if any(";" in word for word in words) else ";"
    # The last one shows which sign separates, also after a single text.
    return separator.join(words) + separator


def _written(value: YamlData) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _ordered(columns: list[str], model: type[BaseModel]) -> list[str]:
    """The columns, each once, in the order of the model's fields."""
    fields = [ID, *(info.alias or name for name, info in model.model_fields.items())]
    return sorted(
        dict.fromkeys(columns), key=lambda column: fields.index(field_named(model, column).path[0])
    )


def _check(table: Table, entries: Mapping[str, YamlData], model: type[BaseModel]) -> None:
    """Read a table again, and raise UnsuitableFieldError unless it says the same."""
    rows = [Row(number, cells) for number, cells in enumerate(table)]
    source, problems = sheet_source("", checked_sheet(Sheet(CellNames(), rows)), model)
    if source is None or problems:
        problem = problems[0]
        raise SheetError(problem.code, problem.message, problem.hint)
    for name, data in entries.items():
        if field := _lost_field(data, source.data["entries"].get(name), model):
            raise UnsuitableFieldError(name, field)


def _lost_field(data: YamlData, read: YamlData, model: type[BaseModel]) -> str:
    """The first field of valid data that has another value where it is read again, or nothing."""
    before = model.model_validate(_stripped(data))
    try:
        after = model.model_validate(read)
    except ValidationError as error:
        return str(error.errors()[0]["loc"][0])
    names = model.model_fields
    return next((name for name in names if getattr(before, name) != getattr(after, name)), "")


def _stripped(value: YamlData) -> YamlData:
    """Data without spaces around its texts, such as the last line break of a block."""
    if isinstance(value, dict):
        return {key: _stripped(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_stripped(item) for item in value]
    return value.strip() if isinstance(value, str) else value


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


# --- plain data to YAML text that is read as the same data ----------------------------------------


# Characters of a line, and of the values of a mapping on one line.
_WIDTH, _SHORT = 100, 70


class _Dumper(yaml.SafeDumper):
    """Writes short mappings on one line, texts of several lines as blocks, numbers as written."""


def _mapping(dumper: _Dumper, data: dict[str, YamlData]) -> yaml.MappingNode:
    node: yaml.MappingNode = dumper.represent_mapping("tag:yaml.org,2002:map", data)
    if sum(len(each.value) for pair in node.value for each in pair) > _SHORT:
        node.flow_style = False
    return node


def _text_node(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)


def _integer(dumper: _Dumper, number: WrittenInteger) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:int", str(number))


def _decimal(dumper: _Dumper, number: WrittenDecimal) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:float", str(number))


_Dumper.add_representer(dict, _mapping)
_Dumper.add_representer(str, _text_node)
_Dumper.add_representer(WrittenInteger, _integer)
_Dumper.add_representer(WrittenDecimal, _decimal)


def entries_text(entries: Mapping[str, YamlData]) -> str:
    """The YAML file with these entries, by id."""
    return yaml.dump(
        {"entries": dict(entries)},
        Dumper=_Dumper,
        allow_unicode=True,
        default_flow_style=None,
        sort_keys=False,
        width=_WIDTH,
    )
