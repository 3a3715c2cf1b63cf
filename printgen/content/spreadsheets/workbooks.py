"""Workbooks (XLSX, ODS): sizes are checked before anything is unpacked, then the cells of a sheet
are read.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import NoReturn, TypeAlias
from xml.parsers import expat
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from printgen.content.limits import (
    MAX_SHEET_CELLS,
    MAX_SHEET_CHARACTERS,
    MAX_SHEET_COLUMNS,
    MAX_SHEET_ROWS,
    MAX_SHEET_TAGS,
    MAX_SHEET_XML,
)
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
from printgen.problems import did_you_mean

MAX_PARTS = 2_000

_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_ENTRY = b"PK\x01\x02"
_XML = (".xml", ".rels")


def xml_parts(content: bytes) -> dict[str, bytes]:
    """The XML parts of a workbook by name. Pictures and macros are left out. Raises SheetError."""
    if content.startswith(_OLD_EXCEL):
        hint = "save it as .xlsx without a password"
        raise SheetError("sheet-unreadable", "the workbook is encrypted or in an old format", hint)
    if content.count(_ENTRY) > MAX_PARTS:
        raise too_big(f"the workbook has more than {MAX_PARTS:,} parts")
    try:
        with ZipFile(BytesIO(content)) as archive:
            return _parts(archive)
    # The classes of errors that damaged archives cause.
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError):
        raise _unreadable("the workbook is damaged, or no workbook") from None


def leads_up(content: bytes) -> bool:
    """Whether a cell of a workbook may hold a path upward (`../`)."""
    try:
        parts = xml_parts(content)
    except SheetError:
        return False
    # The parts refer to each other by such paths in files of their own.
    return any(b"../" in part for name, part in parts.items() if not name.endswith(".rels"))


def _parts(archive: ZipFile) -> dict[str, bytes]:
    infos = archive.infolist()
    if len({info.filename for info in infos}) < len(infos):
        raise _unreadable("two parts of the workbook have the same name")
    wanted = [info for info in infos if info.filename.endswith(_XML)]
    for info in wanted:
        _check(info)
    if sum(info.file_size for info in wanted) > MAX_SHEET_XML:
        raise too_big(f"the workbook holds more than {MAX_SHEET_XML / 1e6:g} MB")
    # A part is read up to its declared size; a longer one has another checksum.
    return {info.filename: archive.read(info) for info in wanted}


def _check(info: ZipInfo) -> None:
    if info.flag_bits & 1:
        raise _unreadable("the workbook is encrypted")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise _unreadable("a part of the workbook has an unknown compression")


def _unreadable(message: str) -> SheetError:
    return SheetError("sheet-unreadable", message, "save it as .xlsx, .ods or .csv")


def stored(parts: dict[str, bytes], suffix: str) -> BytesIO:
    """A workbook of these parts only, uncompressed: its reader gets nothing unchecked."""
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        if suffix == ".ods":
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        for name, part in parts.items():
            archive.writestr(name, part)
    made.seek(0)
    return made


# --------------------------------------------------------------------------------------------------
# The size of the sheets in a workbook, found in its XML before its reader reserves memory.
#
# The reader reserves a cell for each place up to the last value, and copies a text into each cell
# that repeats it: a small file could fill the memory.


_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_REPEATED = ("table:number-rows-repeated", "table:number-columns-repeated")


def check_extent(parts: Mapping[str, bytes], suffix: str) -> None:
    """Raise SheetError if a sheet of a workbook is beyond the limits, or its XML is damaged."""
    if suffix == ".ods":
        _parse(parts.get("content.xml", b""), _OdsExtent())
        return
    extent = _XlsxExtent()
    for name, part in parts.items():
        if not name.endswith(".rels"):
            extent.start_part()
            _parse(part, extent)
    extent.check_characters()


class _Extent:
    """Counts the places up to the last value of a sheet, and the characters of all sheets."""

    def __init__(self) -> None:
        self.rows = self.columns = self.characters = 0

    def start_part(self) -> None:
        """Begin a part of the workbook, or a sheet."""
        self.rows = self.columns = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """The start of an element, without the prefix of its name."""

    def end(self, name: str) -> None:
        """The end of an element."""

    def text(self, words: str) -> None:
        """Text in an element."""

    def use(self, rows: int, columns: int) -> None:
        """Count a value in the last of these rows and columns."""
        self.rows, self.columns = max(self.rows, rows), max(self.columns, columns)
        if self.rows > MAX_SHEET_ROWS + 1:
            raise too_big(f"a sheet has more than {MAX_SHEET_ROWS:,} rows")
        if self.columns > MAX_SHEET_COLUMNS:
            raise too_big(f"a sheet has more than {MAX_SHEET_COLUMNS} columns")
        if self.rows * self.columns > MAX_SHEET_CELLS:
            raise too_big(f"a sheet has more than {MAX_SHEET_CELLS:,} cells")

    def check_characters(self) -> None:
        """Raise SheetError for too much text."""
        if self.characters > MAX_SHEET_CHARACTERS:
            raise too_big(f"the workbook has more than {MAX_SHEET_CHARACTERS:,} characters")


class _XlsxExtent(_Extent):
    """Sheets list their cells with references; cells refer to a table of shared texts."""

    def __init__(self) -> None:
        super().__init__()
        self.row = self.column = 0
        self.shared = False
        self.index = ""
        self.lengths: list[int] = []
        self.uses: Counter[str] = Counter()

    def start_part(self) -> None:
        super().start_part()
        self.row = self.column = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "c":
            self.column += 1
            self.shared, self.index = attributes.get("t") == "s", ""
            if reference := attributes.get("r"):
                match = _REFERENCE.fullmatch(reference)
                if match is None:
                    _damaged()
                self.row, self.column = int(match[2]), 0
                for letter in match[1]:
                    self.column = self.column * 26 + ord(letter) - ord("A") + 1
        elif name in ("v", "is", "f") and self.row:
            self.use(self.row, self.column)
        elif name == "row":
            number = attributes.get("r", str(self.row + 1))
            self.row, self.column = _count(number), 0
        elif name == "si":
            self.lengths.append(0)

    def text(self, words: str) -> None:
        self.characters += len(words)
        if self.lengths and not self.row:
            self.lengths[-1] += len(words)
        if self.shared:
            self.index += words

    def end(self, name: str) -> None:
        if name == "c" and self.shared:
            self.uses[self.index.strip()] += 1
            self.shared = False

    def check_characters(self) -> None:
        longest = len(self.lengths)
        for index, uses in self.uses.items():
            # Python refuses to read numbers of thousands of digits.
            digits = index.lstrip("0")[:10] or "0"
            if index.isdecimal() and int(digits) < longest:
                self.characters += uses * self.lengths[int(digits)]
        super().check_characters()


class _OdsExtent(_Extent):
    """Rows and cells are repeated by a number; trailing empty ones are not values."""

    def __init__(self) -> None:
        super().__init__()
        self.row = self.column = self.used = self.row_repeats = self.cell_repeats = 0
        self.row_characters = self.cell_characters = 0
        self.filled = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "table":
            self.start_part()
            self.row = 0
        elif name == "table-row":
            self.row_repeats = _count(attributes.get(_REPEATED[0], "1"))
            self.column = self.used = self.row_characters = 0
        elif name in ("table-cell", "covered-table-cell"):
            self.cell_repeats = _count(attributes.get(_REPEATED[1], "1"))
            self.cell_characters = 0
            self.filled = any(key.endswith(":value-type") for key in attributes)
        elif name == "s":
            self._add(_count(attributes.get("text:c", "1")))

    def text(self, words: str) -> None:
        self._add(len(words))

    def _add(self, characters: int) -> None:
        self.characters += characters
        self.cell_characters += characters

    def end(self, name: str) -> None:
        if name in ("table-cell", "covered-table-cell"):
            self.column += self.cell_repeats
            if self.filled or self.cell_characters:
                self.used = self.column
                self.row_characters += self.cell_characters * self.cell_repeats
        elif name == "table-row":
            self.row += self.row_repeats
            if self.used:
                self.use(self.row, self.used)
                self.characters += self.row_characters * self.row_repeats
                self.check_characters()


def _parse(part: bytes, extent: _Extent) -> None:
    if part.count(b"<") > MAX_SHEET_TAGS:
        raise too_big("the workbook has too many cells")
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, found: extent.start(name.rpartition(":")[2], found)
    parser.EndElementHandler = lambda name: extent.end(name.rpartition(":")[2])
    parser.CharacterDataHandler = extent.text
    # A document type may declare texts that expand without end; workbooks have none.
    parser.StartDoctypeDeclHandler = lambda *_: _damaged()
    try:
        parser.Parse(part, True)
    # A part may declare an encoding that does not exist, or is not supported.
    except (expat.ExpatError, LookupError, ValueError):
        _damaged()


def _count(number: str) -> int:
    """A number of rows or columns."""
    if not number.isdecimal() or len(number) > 9:
        _damaged()
    return int(number)


def _damaged() -> NoReturn:
    message, hint = "the workbook is damaged", "open it and save it again"
    raise SheetError("sheet-unreadable", message, hint)


# --- XLSX and ODS files to rows. Formulas count by the values that were saved with them -----------


Value: TypeAlias = "str | bool | int | float | date | datetime | time | timedelta"

# What the reader would lose, and how it finds it.
_AS_TEXT = (
    (re.compile(rb'(<c\b[^<>]*) t="e"'), rb'\1 t="str"'),
    (re.compile(rb"<text:line-break/>"), rb"\n"),
)

# Cells of ODS. Those of formulas with errors have an empty text.
_CELLS, _EMPTY = re.compile(rb"<table:table-cell\b[^<>]*"), b' office:string-value=""'

# How many texts a workbook says that it has: its reader would reserve memory for them.
_TEXTS = re.compile(rb"<(?:\w+:)?sst\b[^<>]*>")
_COUNTS = re.compile(rb"""\s(?:c|uniqueC)ount\s*=\s*(?:"[^"]*"|'[^']*')""")


def read_workbook(content: bytes, suffix: str, sheet: str | None) -> Sheet:
    """The rows of a sheet, by default the first one. Raises SheetError."""
    parts = {name: _readable(part) for name, part in xml_parts(content).items()}
    check_extent(parts, suffix)
    name, values = _read(parts, suffix, sheet)
    rows = [Row(line, [_text(value) for value in row]) for line, row in enumerate(values)]
    return checked_sheet(CellNames(name), rows)


def _readable(part: bytes) -> bytes:
    """A part without what its reader loses, such as errors of formulas, or trusts."""
    for pattern, text in _AS_TEXT:
        part = pattern.sub(text, part)
    part = _CELLS.sub(_with_error, part)
    return _TEXTS.sub(lambda tag: _COUNTS.sub(b"", tag[0]), part, count=1)


def _with_error(cell: re.Match[bytes]) -> bytes:
    """A cell of ODS: that of a formula with an error has no empty text."""
    return cell[0].replace(_EMPTY, b"") if b'"error"' in cell[0] else cell[0]


def _read(parts: dict[str, bytes], suffix: str, sheet: str | None) -> tuple[str, list[list[Value]]]:
    # Imported here: most commands read no workbook.
    from python_calamine import CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(stored(parts, suffix))
        names = book.sheet_names
        if sheet is None or sheet in names:
            name = sheet or names[0]
            return name, book.get_sheet_by_name(name).to_python(skip_empty_area=False)
    # A panic of the reader is no Exception.
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt | MemoryError):
            raise
        hint = "open it and save it again"
        raise SheetError("sheet-unreadable", "the workbook is damaged", hint) from None
    raise UnknownSheet("sheet-unreadable", f"no sheet '{sheet}'", did_you_mean(sheet, names))


def _text(value: Value) -> str:
    """A value as it would be typed: whole numbers without decimals, dates in ISO form."""
    if isinstance(value, str):
        return with_line_feeds(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        # Spreadsheets show 15 digits.
        return f"{value:.15g}"
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value)
