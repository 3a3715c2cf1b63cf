"""The header of a sheet: the field of each column, what fields there are, and the YAML file beside
the sheet.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from operator import eq
from typing import Annotated, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from printgen.content.models.products import IGNORED, SheetLayout
from printgen.content.models.text import Text
from printgen.content.names import key_from
from printgen.content.source import Mark, Path, Source
from printgen.content.spreadsheets.sheet import Row, Sheet, format_of, is_spreadsheet, sheet_formats
from printgen.content.stat_types import DECIMAL, INTEGER, StatType
from printgen.content.validation import read_model
from printgen.problems import Position, Problem, did_you_mean, shorten
from printgen.store import digest

# The header of the column with the ids.
ID = "id"


@dataclass(frozen=True, slots=True)
class Header:
    """The columns of a sheet by number (from 0): the one of the ids, and those of fields.

    `marks` are the headers of each key, by its path in an entry.
    """

    mark: Mark
    width: int
    id_column: int | None = None
    fields: dict[int, Field] = field(default_factory=dict)
    marks: dict[tuple[str, ...], Mark] = field(default_factory=dict)


def read_header(
    row: Row, model: type[BaseModel], companion: Companion | None, source: Source
) -> tuple[Header, list[Problem]]:
    """The header in a row. `companion` renames its cells; `source` is that of the sheet."""
    cells = [cell.strip() for cell in row.cells]
    names, problems = _renamed(cells, companion)
    names = _with_copies(names, model)
    fields, ids = dict[int, Field](), list[int]()
    for column, name in enumerate(names):
        if name.lower() == ID:
            ids.append(column)
        elif holds_values(name):
            fields[column] = field_named(model, name)
    marks = {column: Mark(row.line, column) for column in (*fields, *ids)}
    pairs = [(ids[0], column) for column in ids[1:]] + _pairs(fields, same=True)
    for first, second in pairs:
        place = source.place(marks[first])
        message, hint = f"duplicate column '{shorten(cells[second])}'", f"first at {place}"
        where = source.place(marks[second])
        problems.append(Problem(where, "sheet-header", message, hint, also=place))
    if not fields:
        message = "no column has the name of a field"
        hint = "the first row names the fields: name, cost…"
        problems.append(Problem(source.place(Mark(row.line, 0)), "sheet-header", message, hint))
    header = Header(Mark(row.line, 0), len(row.cells), ids[0] if ids else None, fields)
    for column, each in fields.items():
        for length in range(1, len(each.path) + 1):
            header.marks.setdefault(each.path[:length], marks[column])
        if each.language:
            header.marks[(*each.path, each.language)] = marks[column]
    return header, problems


def _renamed(cells: list[str], companion: Companion | None) -> tuple[list[str], list[Problem]]:
    """The names of columns, as a companion file gives them; headers that it misses are problems."""
    if companion is None:
        return cells, []
    columns = companion.layout.columns
    known = {plain_header(cell): cell for cell in cells}
    problems = [
        Problem(
            companion.at("columns", wanted, key=True),
            "sheet-header",
            f"no column '{wanted}' in {companion.layout.source}",
            did_you_mean(wanted, filter(None, cells)),
        )
        for wanted in columns
        if plain_header(wanted) not in known
    ]
    fields: Mapping[str, str] = {plain_header(key): to for key, to in columns.items()}
    return [fields.get(plain_header(cell), cell).strip() for cell in cells], problems


# Headers of the number of copies, and those that may mean other numbers, too, as keys. All are
# understood in any case, with and without accents.
COPIES = "copies"
_COPIES = {
    "copies", "copy", "qty", "quantity", "quantities", "qte", "quantite", "quantites",
    "exemplaires", "exemplaire", "menge", "cantidad", "quantita", "aantal", "количество", "数量",
}  # fmt: skip
_MAYBE_COPIES = {"count", "number", "numbers", "nb", "nombre", "anzahl", "x", "#"}
_NUMBER_OF = re.compile(
    r"(?:of|(?:number|num|no|nr|nb|nbr|nombre|numero|anzahl|count|quantity|qty|quantite|qte|cantidad"
    r"|aantal|количество|число)(?:_(?:of|de|d|der|di|van))?)_"
    r"(?:(copies|copy|exemplaires?|kopien|copias|copie|копии|копий)|cards|cartes|karten|cartas|carte"
    r"|kaarten|карт|карточек)(?:_.*)?"
)

# `# of copies` is a header; other headers with this sign are notes.
_NOTE = re.compile("(?!#[ _][Oo]f[ _])#|x-")


# A number of copies as people write it: `2`, `2x`, `x2`, `2.0`.
COPIES_NUMBER = re.compile(r"[x×]?\s*([0-9]{1,3})(?:[.,]0+)?\s*[x×]?", re.IGNORECASE)


def means_copies(header: str) -> bool | None:
    """Whether a header is one of the number of copies; None if it may mean other numbers, too."""
    key = key_from(header) or header.strip()
    if counted := _NUMBER_OF.fullmatch(key):
        return True if counted[1] else None
    return None if key in _MAYBE_COPIES else key in _COPIES


def _with_copies(names: list[str], model: type[BaseModel]) -> list[str]:
    """The names of columns; a single one of the number of copies under another name is it."""
    if COPIES not in model.model_fields or any(name.lower() == COPIES for name in names):
        return names
    columns = [
        number
        for number, name in enumerate(names)
        if means_copies(name) is not False
        and holds_values(name)
        and not _follow(model, ["_".join(name.split())])[1]
    ]
    if len(columns) == 1:
        names = [*names]
        names[columns[0]] = COPIES
    return names


def holds_values(name: str) -> bool:
    """Whether the column of a field `name` holds values: not ids, and not ignored."""
    ignored = not name or name == IGNORED or _NOTE.match(name)
    return not ignored and name.lower() != ID


def plain_header(header: str) -> str:
    """A header as it is compared: without case, with single spaces."""
    return " ".join(header.split()).casefold()


def exclusive_columns(sheet: Sheet, header: Header, source: Source) -> list[Problem]:
    """The problems of columns such as `name` and `name_fr` if a row has values in both."""
    problems = list[Problem]()
    top, *rows = sheet.rows
    for first, second in _pairs(header.fields, same=False):
        both = next((row for row in rows if row.cell(first) and row.cell(second)), None)
        if both:
            number, names = sheet.names.row(both.line), (top.cell(first), top.cell(second))
            message = f"row {number} has both '{names[0]}' and '{names[1]}'"
            hint = "name a language in each, such as name_fr and name_en"
            place = source.place(Mark(top.line, second))
            problems.append(Problem(place, "sheet-header", message, hint))
    return problems


def _pairs(fields: dict[int, Field], *, same: bool) -> list[tuple[int, int]]:
    """Pairs of columns for the same value, or for a value and what is inside it."""
    keys = {
        column: (*each.path, each.language) if each.language else each.path
        for column, each in fields.items()
    }
    return [
        (first, second)
        for first, second in combinations(keys, 2)
        if (keys[first] == keys[second]) == same and all(map(eq, keys[first], keys[second]))
    ]


# --- the fields that columns fill: their keys, and what their cells hold, from a model ------------


@dataclass(frozen=True, slots=True)
class CellType:
    """What the cells of a field hold: words, numbers or any values, one or a list, maybe in
    languages.
    """

    words: bool = False
    many: bool = False
    languages: bool = False
    numbers: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an entry: its keys from the outside, and the language of its texts, if given."""

    path: tuple[str, ...]
    cell: CellType
    language: str = ""


def field_named(model: type[BaseModel], name: str) -> Field:
    """The field `name` of a model: `cost`, `name_fr` or `stats.crew.nerve`, in any case.

    Unknown names are fields too: validation reports them.
    """
    steps = ["_".join(step.split()) for step in name.split(".")]
    path, annotations = _follow(model, steps)
    base, separator, language = steps[-1].rpartition("_")
    if separator and not annotations and (code := _language(language)):
        path_of_text, texts = _follow(model, [*steps[:-1], base])
        if (cell := _cell_type(texts)).languages:
            return Field(path_of_text, cell, code)
    return Field(path, _cell_type(annotations))


def _language(word: str) -> str:
    """A language code in its own case (`pt-BR`), or nothing."""
    language, hyphen, region = word.partition("-")
    code = language.lower() + hyphen + region.upper()
    return code if Text.is_language(code) else ""


def _follow(model: type[BaseModel], steps: Sequence[str]) -> tuple[tuple[str, ...], list[object]]:
    """The keys of a field, and the types that its value may have; none for an unknown field."""
    path, annotations = list[str](), list[object]([model])
    for step in steps:
        inner = [pair for each in annotations for pair in _inside(each, step)]
        path.append(inner[0][0] if inner else step)
        annotations = [each for _, annotation in inner for each in alternatives(annotation)]
    return tuple(path), annotations


def _inside(outer: object, step: str) -> Iterator[tuple[str, object]]:
    """The key that `step` means in a mapping of some type, and the type of its value."""
    if isinstance(outer, type) and issubclass(outer, BaseModel):
        for name, info in outer.model_fields.items():
            key = info.alias or name
            if key.lower() == step.lower():
                yield key, info.annotation
    elif _is_text(outer) and (code := _language(step)):
        yield code, str
    elif get_origin(outer) is dict:
        # The game names the keys, in its own case.
        yield step, get_args(outer)[1]


def alternatives(annotation: object) -> Iterator[object]:
    """The types of a union, without their constraints and without None."""
    if get_origin(annotation) is Annotated:
        inner, *about = get_args(annotation)
        stat_type = next((each for each in about if isinstance(each, StatType)), None)
        if stat_type:
            # The type of a declared field says what its cells hold.
            yield float if stat_type in (INTEGER, DECIMAL) else str
        else:
            yield from alternatives(inner)
    elif get_origin(annotation) in (Union, types.UnionType):
        for each in get_args(annotation):
            yield from alternatives(each)
    elif annotation is not types.NoneType:
        yield annotation


def _cell_type(annotations: Sequence[object]) -> CellType:
    """What cells hold whose values may have these types."""
    lists = [each for each in annotations if each is list or get_origin(each) is list]
    if lists:
        items = [each for of in lists for item in get_args(of) for each in alternatives(item)]
        return CellType(_are_words(items), True, any(map(_is_text, items)))
    are_numbers = bool(annotations) and all(each in (int, float) for each in annotations)
    return CellType(_are_words(annotations), False, any(map(_is_text, annotations)), are_numbers)


def _are_words(annotations: Sequence[object]) -> bool:
    return bool(annotations) and all(
        each is str
        or _is_text(each)
        or (get_origin(each) is Literal and all(isinstance(word, str) for word in get_args(each)))
        for each in annotations
    )


def _is_text(annotation: object) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Text)


# --- what YAML says about how to read a spreadsheet -----------------------------------------------


@dataclass(frozen=True, slots=True)
class Companion:
    """A layout with its place: a file beside the spreadsheet, or a product at `root`."""

    layout: SheetLayout
    source: Source
    root: Path = ()

    @property
    def key(self) -> str:
        """A digest of the layout and of its place."""
        return digest(str(self.at("columns")), self.layout.model_dump_json())

    def unknown_file(self, names: list[str]) -> Problem:
        """The problem of a file that is not among those of the folder."""
        source = self.layout.source
        hint, message = did_you_mean(source, names), f"no file '{source}' in this folder"
        if (suffix := format_of(source)) and suffix not in sheet_formats():
            *some, last = sheet_formats()
            hint = f"save it as {', '.join(some)} or {last}"
            message = f"'{suffix}' files are not read"
        return Problem(self.at("source"), "sheet-unreadable", message, hint)

    def at(self, *path: str, key: bool = False) -> Position:
        """The position of the value at `path` in the layout, or of its key."""
        return self.source.at((*self.root, *path), key=key)


def is_companion(data: object) -> bool:
    """Whether the data of a YAML file names a spreadsheet instead of being an entry."""
    named = data.get("source") if isinstance(data, dict) else None
    return isinstance(named, str) and is_spreadsheet(named)


def read_companion(source: Source) -> tuple[Companion | None, list[Problem]]:
    """The companion in a YAML file; None and problems when it is invalid."""
    data = dict(source.data)
    if isinstance(columns := data.get("columns"), dict):
        data["columns"] = {key: IGNORED if to is None else to for key, to in columns.items()}
    layout, problems = read_model(SheetLayout, source, (), data)
    return (Companion(layout, source) if layout else None), problems
