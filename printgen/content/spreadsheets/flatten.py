"""Entries to rows: the columns and cells that are read as the same entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import BaseModel, ValidationError

from printgen.content.models.text import Text
from printgen.content.spreadsheets.cells import CellNames
from printgen.content.spreadsheets.fields import field_named
from printgen.content.spreadsheets.header import ID
from printgen.content.spreadsheets.reading import sheet_source
from printgen.content.spreadsheets.sheet import Row, SheetError, checked_sheet
from printgen.content.yaml_reader import YamlData

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
    source, problems = sheet_source("", checked_sheet(CellNames(), rows), model)
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
