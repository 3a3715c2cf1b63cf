"""Spreadsheets to sources: the same data and marks as a YAML file with `entries:`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import BaseModel

from printgen.content.budget import end_when_time_is_up
from printgen.content.limits import MAX_PROBLEMS, MAX_SHEET_BYTES
from printgen.content.models.kind import (
    DeclaredEntry,
    Kind,
    kind_models,
)
from printgen.content.models.products import ANY_USE, FieldUse
from printgen.content.models.text import Text
from printgen.content.names import MAX_NAME, id_from, key_from, valid_name
from printgen.content.results import kept_result, result_key
from printgen.content.source import Mark, Source, YamlData, plain_scalar
from printgen.content.spreadsheets.header import (
    COPIES,
    COPIES_NUMBER,
    ID,
    CellType,
    Companion,
    Field,
    Header,
    exclusive_columns,
    means_copies,
    read_header,
)
from printgen.content.spreadsheets.inference import infer_kind, totals_row
from printgen.content.spreadsheets.sheet import (
    TABLES,
    Row,
    Sheet,
    SheetError,
    UnknownSheet,
    column_letters,
    format_of,
    is_packed,
    too_big,
)
from printgen.content.spreadsheets.tables import MOST_TITLES, read_table
from printgen.extra import load, named_parts
from printgen.problems import Problem, Severity, has_errors, shorten
from printgen.project import Folders
from printgen.sealing.decoding import CannotDecode, decoded
from printgen.store import Store, digest

# What to do about a workbook that cannot be read within the limits.
_AGAIN = "open it and save it again"

# For files that are in no project.
_NOWHERE = Folders(Path())

# Values of formulas with an error, as spreadsheet programs show them in many languages, with and
# without a space before the sign.
_FORMULA_ERROR = re.compile(
    r"#(?:N/?A|N/D|N/B|NV|I/T|Н/Д|YOK)!?"
    r"|#[¡¿]?(?:NULL|NUL|NULO|NULLO|LEEG|ZERO|ПУСТО|DIV/0|DEEL/0|DZIEL/0|ДЕЛ/0|DIVISION/0|JAKO/0"
    r"|VALUE|VALEUR|WERT|VALOR|VALORE|WAARDE|ARG|ЗНАЧ|HODNOTA|ÉRTÉK|VÄRDEFEL|VERDI|ARVO|DEĞER"
    r"|REF|BEZUG|RIF|VERW|ADR|ССЫЛКА|ODKAZ|HIV|REFERENS|VIITTAUS|BAŞV"
    r"|NAME|NOM|NOMBRE|NOME|NAAM|NAZWA|ИМЯ|NÁZEV|NÉV|NAMN|NAVN|NIMI|AD"
    r"|NUM|ZAHL|GETAL|LICZBA|ЧИСЛО|ČÍSLO|SZÁM|OGILTIGT|LUKU|SAYI"
    r"|SPILL|CALC|ERROR|FIELD|BLOCKED|CONNECT|BUSY|PROPAGATION|EPARS|ÜBERLAUF|KALK)\s?[!?]"
    r"|(?:Err|Erreur|Fehler|Errore|Erro|Fout|Błąd|Chyba|Ошибка)\s?:\s?5[0-9][0-9]"
)


def read_spreadsheet(
    file: str,
    content: bytes,
    model: type[BaseModel],
    companion: Companion | None = None,
    store: Store | None = None,
    folders: Folders = _NOWHERE,
    language: str = "en",
) -> tuple[Source | None, list[Problem]]:
    """Read a spreadsheet with entries of a model. `file` is the name used in positions, relative to
    the project; without one, a path. `language` is the first one of the game.

    Returns the source, or None after a fatal problem, and the problems found. The store keeps the
    rows of sheets: what they mean depends on the model, which a game may declare.
    """
    sheet_name = companion.layout.sheet if companion else None
    try:
        sheet, key = _stored_sheet(content, folders, file, sheet_name, store, language)
    except SheetError as fault:
        return None, [_problem(fault, file, companion)]
    sheet, above = _from_header(file, _visible(sheet, companion), model, companion)
    source, problems = sheet_source(file, sheet, model, companion)
    problems += above
    if source and key:
        source.digest = digest(key, companion.key) if companion else key
    return source, problems


def read_cards(
    file: str,
    content: bytes,
    label: Text,
    languages: Collection[str],
    companion: Companion,
    use: FieldUse = ANY_USE,
    store: Store | None = None,
    folders: Folders = _NOWHERE,
) -> tuple[Source | None, Kind | None, list[Problem]]:
    """Read a spreadsheet whose columns are the fields of a kind of its own, as `infer_kind` says.
    `use` is what products do with the fields.

    Returns the source and the kind, or None after a fatal problem, and the problems found.
    """
    try:
        sheet, _ = _stored_sheet(
            content, folders, file, companion.layout.sheet, store, next(iter(languages), "en")
        )
    except SheetError as fault:
        return None, None, [_problem(fault, file, companion)]
    sheet, above = _from_header(file, _visible(sheet, companion), DeclaredEntry, companion)
    place = Source(file, {}, Mark(0, 0), cells=sheet.names)
    kind, companion, of_header = infer_kind(sheet, label, languages, companion, place, use)
    if kind is None:
        return None, None, of_header
    model = kind_models({"card": kind})["card"]
    source, problems = sheet_source(file, sheet, model, companion)
    if source:
        problems += above + of_header + totals_row(source)
    return source, kind if source else None, problems


def _from_header(
    file: str, sheet: Sheet, model: type[BaseModel], companion: Companion | None
) -> tuple[Sheet, list[Problem]]:
    """The sheet from its header on, without titles above it, and the warning of these.

    A title is one value, repeated if its cells are merged. The row below it that names a known
    field, besides others, is the header.
    """
    known = {*model.model_fields, *_NAMES, ID, COPIES}
    known |= {key_from(header) for header in (companion.layout.columns if companion else ())}

    def is_known(cell: str) -> bool:
        key = key_from(cell)
        return bool({key, key.rpartition("_")[0]} & known) or means_copies(cell) is True

    for number, row in enumerate(sheet.rows[: MOST_TITLES + 1]):
        cells = {cell for text in row.cells if (cell := text.strip())}
        if len(cells) > 1 and number and any(map(is_known, cells)):
            source, top = Source(file, {}, Mark(0, 0), cells=sheet.names), sheet.rows[0]
            place, line = source.place(Mark(top.line, 0)), sheet.names.row(row.line)
            message, hint = f"the header is row {line}: what is above is not read", "delete it"
            above = Problem(place, "sheet-header", message, hint, "warning")
            return replace(sheet, rows=sheet.rows[number:]), [above]
        if len(cells) != 1 or any(map(is_known, cells)):
            break
    return sheet, []


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
    rows = [row for row in sheet.rows[1:] if any(map(row.cell, (header.id_column, *header.fields)))]
    if problems := exclusive_columns(sheet, header, source):
        return None, _limited(problems)
    problems += [*_moved(rows, header, source), *_unnamed(sheet, header, source)]
    problems += _of_cells(sheet, rows, header, source)
    if companion is None or companion.layout.hidden is None:
        problems += _hidden(sheet, rows, header, source)
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
    content: bytes,
    folders: Folders,
    file: str,
    sheet: str | None,
    store: Store | None,
    language: str,
) -> tuple[Sheet, str]:
    """The rows of a spreadsheet, and their key in the store. Raises SheetError."""
    path = folders.root / file
    if not store:
        return _sheet(content, path, sheet, language), ""
    # Rows that a sealed process has read are kept for its project alone.
    suffix = format_of(file)
    scope = folders.scope if is_packed(file) else ""
    parts = suffix, scope, language, sheet or "", content
    read = kept_result(store, "sheet", parts, lambda: _sheet(content, path, sheet, language))
    return read, result_key(store, "sheet", *parts)


def _sheet(content: bytes, path: Path, sheet: str | None, language: str) -> Sheet:
    suffix = format_of(path.name)
    if len(content) > MAX_SHEET_BYTES:
        raise too_big(f"the file has more than {MAX_SHEET_BYTES / 1e6:g} MB")
    if reader := named_parts("readers").get(suffix):
        read: Callable[[bytes, str | None, str], Sheet] = load(reader)
        if not is_packed(path.name):
            return read(content, sheet, language)
        try:
            return decoded(path, read, content, sheet, language)
        except CannotDecode as error:
            raise SheetError("sheet-unreadable", f"the workbook {error.reason}", _AGAIN) from None
        finally:
            end_when_time_is_up()
    if sheet is not None:
        raise UnknownSheet("sheet-unreadable", "a CSV file has no sheets", "remove `sheet:`")
    return read_table(content, suffix, language)


def _moved(rows: list[Row], header: Header, source: Source) -> Iterator[Problem]:
    """The problems of rows of a CSV file with more cells than the header: their values are below
    others, as a text with a comma and no quotes is two cells. Empty cells are none if all rows have
    them; a value behind an empty one is beside the others.
    """
    longest = [row for row in rows if len(row.cells) > header.width]
    all_have_more = len(longest) == len(rows)
    for row in longest if source.file.lower().endswith(TABLES) else ():
        more = row.cells[header.width :]
        if more[0].strip() or not (all_have_more or "".join(more).strip()):
            many = "a cell" if len(more) == 1 else f"{len(more)} cells"
            message = f"row {_number(row, source)} has {many} too many"
            hint = "put a text that contains a comma or semicolon into quotes"
            place = source.place(Mark(row.line, header.width))
            yield Problem(place, "sheet-header", message, hint)


def _unnamed(sheet: Sheet, header: Header, source: Source) -> Iterator[Problem]:
    """Warnings of columns with values and without a header: nothing reads them. Not of cells that a
    row has too many: see `_moved`.
    """
    top, *rows = sheet.rows
    moved = source.file.lower().endswith(TABLES)
    for column in range(max(len(row.cells) for row in sheet.rows)):
        row = next((row for row in rows if row.cell(column)), None)
        is_more = moved and column >= header.width
        if row and not top.cell(column) and not (is_more and row.cell(header.width)):
            value = shorten(row.cell(column))
            message = f"column {column_letters(column)} has no header: '{value}' is not read"
            hint = "name its field in the first row; begin the header of notes with #"
            place = source.place(Mark(row.line, column))
            yield Problem(place, "sheet-header", message, hint, "warning")


def _of_cells(sheet: Sheet, rows: list[Row], header: Header, source: Source) -> Iterator[Problem]:
    """The problems of the cells that are read: values that are errors of formulas, and the notes of
    the reader of a workbook.
    """
    lines, columns = {row.line for row in rows}, {*header.fields, header.id_column}
    notes = [each for each in sheet.notes if each.line in lines and each.column in columns]
    failed = {(each.line, each.column) for each in notes if each.severity == "error"}
    for row in rows:
        for column in header.fields:
            words = row.cell(column)
            if _FORMULA_ERROR.fullmatch(words) and (row.line, column) not in failed:
                message = f"the formula has an error: {' '.join(words.split())}"
                yield Problem(source.place(Mark(row.line, column)), "sheet-unreadable", message)
    for note in notes:
        code = "sheet-unreadable" if note.severity == "error" else "sheet-value"
        place = source.place(Mark(note.line, note.column))
        yield Problem(place, code, note.message, note.hint, note.severity)


def _hidden(sheet: Sheet, rows: list[Row], header: Header, source: Source) -> Iterator[Problem]:
    """Warnings of hidden rows and columns that are read, and of a hidden sheet that is not."""
    if sheet.hidden_before:
        message = f"the sheet '{sheet.hidden_before}' is hidden: '{sheet.names.sheet}' is read"
        hint = f"`sheet: {sheet.hidden_before}` reads it"
        yield Problem(source.place(header.mark), "sheet-hidden", message, hint, "warning")
    lines, first = set(sheet.hidden_rows), header.mark.line
    of_columns = [Mark(first, number) for number in sheet.hidden_columns if number in header.fields]
    of_rows = [Mark(row.line, 0) for row in rows if row.line in lines]
    for what, hidden, how in (
        ("row", of_rows, "filtered out" if sheet.filtered else "hidden"),
        ("column", of_columns, "hidden"),
    ):
        if hidden:
            many = f"1 {what} is" if len(hidden) == 1 else f"{len(hidden)} {what}s are"
            message = f"{many} {how} in the sheet, and read"
            hint = "`hidden: skip` beside `source` leaves them out, `hidden: read` agrees"
            yield Problem(source.place(hidden[0]), "sheet-hidden", message, hint, "warning")


def _visible(sheet: Sheet, companion: Companion | None) -> Sheet:
    """The sheet without hidden rows and columns if a companion says so."""
    if companion is None or companion.layout.hidden != "skip":
        return sheet
    lines, columns = set(sheet.hidden_rows), set(sheet.hidden_columns)
    rows = [
        replace(row, cells=["" if n in columns else text for n, text in enumerate(row.cells)])
        for row in sheet.rows
        if row.line not in lines
    ]
    return replace(sheet, rows=[row for row in rows if any(map(str.strip, row.cells))])


# --------------------------------------------------------------------------------------------------
# The ids of rows: the cell `id`, otherwise one made of the name, otherwise of the row's number.


# The fields that an id is made of.
_NAMES = ("name", "title")


@dataclass(frozen=True, slots=True)
class NamedRow:
    """A row, its id, and the cell that gives the id."""

    id: str
    mark: Mark
    row: Row


def named_rows(
    rows: list[Row], header: Header, source: Source
) -> tuple[list[NamedRow], list[Problem]]:
    """The rows with their ids, and problems: one warning for all ids that are read otherwise than
    they are written, and the ids that are there twice, whose rows get others.
    """
    found, problems, given = dict[int, NamedRow](), list[Problem](), dict[str, Mark]()
    others = list[Problem]()
    for row in rows:
        if name := row.cell(header.id_column):
            mark = Mark(row.line, header.id_column or 0)
            place = source.place(mark)
            if not valid_name(name):
                written, name = name, id_from(name)
                message = f"the id '{shorten(written)}' is read as '{name}'"
                if not name:
                    message = f"the id '{shorten(written)}' has no letter from a to z and no digit"
                hint = "ids have lower-case letters, digits and hyphens, at most 60"
                others.append(Problem(place, "sheet-id", message, hint, "warning"))
            if name in given:
                first = source.place(given[name])
                message, hint = f"duplicate id '{name}'", f"first at {first}"
                problems.append(Problem(place, "sheet-id", message, hint, also=first))
            elif name:
                given[name] = mark
                found[row.line] = NamedRow(name, mark, row)
    if len(others) > 1:
        message = f"{others[0].message}, and {len(others) - 1} more in this column"
        others[0] = replace(others[0], message=message)
    problems += others[:1]
    taken = set(given)
    columns = [number for number, each in header.fields.items() if each.path[0] in _NAMES]
    numbers: dict[tuple[str, int], int] = {}
    for row in rows:
        if row.line not in found:
            column = next((number for number in columns if row.cell(number)), None)
            name = id_from(row.cell(column)) or f"row-{_number(row, source)}"
            name = free_name(name, taken, numbers)
            taken.add(name)
            found[row.line] = NamedRow(name, Mark(row.line, column or 0), row)
    return [found[line] for line in sorted(found)], problems


def free_name(name: str, taken: Container[str], numbers: dict[tuple[str, int], int]) -> str:
    """The name, with `-2` or the next free number if it is taken. `numbers` are the last ones that
    were tried, by what is before them and their digits: thousands of rows may have one name.
    """
    free, number = name, 1
    while free in taken:
        number += 1
        digits = len(str(number))
        stem = name[: MAX_NAME - 1 - digits].strip("-")
        number = numbers[stem, digits] = max(number, numbers.get((stem, digits), 0))
        free = f"{stem}-{number}"
    return free


def _number(row: Row, source: Source) -> int:
    return source.cells.row(row.line) if source.cells else row.line + 1


# --- rows to the data of entries, with a mark for each value --------------------------------------


_NO_ITEMS: list[Mark] = []
_NO_KEYS: dict[str, tuple[Mark, Mark]] = {}

_SEPARATORS = re.compile(r"[;,\n]")


def entries(rows: list[NamedRow], header: Header) -> tuple[dict[str, YamlData], Mark]:
    """The data and the marks of a file with these rows under `entries:`."""
    data, marks = dict[str, YamlData](), dict[str, tuple[Mark, Mark]]()
    for named in rows:
        data[named.id], mark = _entry(named, header)
        marks[named.id] = named.mark, mark
    whole = Mark(header.mark.line, header.mark.column, keys=marks)
    return {"entries": data}, Mark(0, 0, keys={"entries": (header.mark, whole)})


def _entry(named: NamedRow, header: Header) -> tuple[dict[str, YamlData], Mark]:
    entry, mark = dict[str, YamlData](), Mark(named.mark.line, named.mark.column)
    for column, field in header.fields.items():
        if text := value_text(named.row, column, field.cell):
            if field.path == (COPIES,) and (copies := COPIES_NUMBER.fullmatch(text)):
                text = copies[1].lstrip("0") or "0"
            whole = named.row.written(column) if field.cell.many else text
            values = cell_values(whole, field.cell)
            if field.cell.many or values != [None]:
                _fill(entry, mark, field, values, header.marks, _leaf(named.row.line, column))
    for column, field in header.fields.items():
        # Problems of a missing value are at its cell.
        empty = _leaf(named.row.line, column)
        mark.keys.setdefault(field.path[0], (header.marks[field.path[:1]], empty))
    return entry, mark


# Numbers in a plain form: a field that may have words or numbers gets the number.
_PLAIN_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,2}(\D?[0-9]{3})*|[1-9][0-9]*)([.,][0-9]+)?")


def value_text(row: Row, column: int, kind: CellType) -> str:
    """The text of a cell as its field takes it: texts as the sheet shows them, with marks; numbers
    without their format.
    """
    text = row.cell(column)
    if kind.languages:
        return text
    number = row.numbers.get(column, "")
    shows_only_the_number = number in ("true", "false") or _PLAIN_NUMBER.fullmatch(text)
    if number and not kind.words and (kind.numbers or shows_only_the_number):
        return number
    return row.plain.get(column, text).strip()


def cell_values(text: str, kind: CellType) -> list[YamlData]:
    """The values of a cell: one, unless its field is a list."""
    if not kind.many:
        return [text if kind.words else plain_scalar(text)]
    if kind.languages:
        # Texts hold commas: only the strongest separator counts.
        separator = next((sign for sign in "\n;," if sign in text), "\n")
        items = text.split(separator)
        # A gap is an item that has no text in this language.
        return [item.strip() for item in items]
    items = _SEPARATORS.split(text)
    return [item if kind.words else plain_scalar(item) for item in map(str.strip, items) if item]


def _fill(
    entry: dict[str, YamlData],
    mark: Mark,
    field: Field,
    values: list[YamlData],
    headers: Mapping[tuple[str, ...], Mark],
    place: Mark,
) -> None:
    """Put the values of one cell into an entry, and their marks."""
    for length, key in enumerate(field.path[:-1], start=1):
        inner = entry.setdefault(key, {})
        # The header has no column for a key and another for what is inside it.
        assert isinstance(inner, dict)
        head = headers[field.path[:length]]
        entry, mark = inner, mark.keys.setdefault(key, (head, Mark(place.line, place.column)))[1]
    key, head = field.path[-1], headers[field.path]
    if field.cell.many:
        listed, marks = entry.setdefault(key, []), mark.keys.setdefault(key, (head, _copy(place)))
        assert isinstance(listed, list)
        _fill_list(listed, marks[1].items, field.language, values, place)
    elif field.language:
        texts = entry.setdefault(key, {})
        assert isinstance(texts, dict)
        texts[field.language] = values[0]
        mark.keys.setdefault(key, (head, _copy(place)))[1].keys[field.language] = (
            headers[(*field.path, field.language)],
            place,
        )
    else:
        entry[key] = values[0]
        mark.keys[key] = head, place


def _fill_list(
    listed: list[YamlData], marks: list[Mark], language: str, values: list[YamlData], place: Mark
) -> None:
    """Put values into a list; those of a language join the texts at the same places."""
    if not language:
        given = [value for value in values if value != ""]
        listed += given
        marks += [place] * len(given)
        return
    for number, value in enumerate(values):
        if value == "":
            continue
        while len(listed) <= number:
            listed.append({})
            marks.append(_copy(place))
        text = listed[number]
        assert isinstance(text, dict)
        text[language] = value
        marks[number].keys[language] = place, place


def _leaf(line: int, column: int) -> Mark:
    """The mark of a value with nothing inside; all share their empty list and mapping."""
    return Mark(line, column, _NO_ITEMS, _NO_KEYS)


def _copy(mark: Mark) -> Mark:
    return Mark(mark.line, mark.column)
