"""CSV files: their encoding, which is UTF-8 or that of Excel in the language of the game, their
delimiter, and their rows.
"""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from io import StringIO
from itertools import dropwhile, islice
from operator import eq

from printgen.content.file_kinds import other_kind
from printgen.content.limits import MAX_CELL, MAX_SHEET_ROWS
from printgen.content.spreadsheets.sheet import (
    CellNames,
    Row,
    Sheet,
    SheetError,
    checked_sheet,
    is_blank,
    too_big,
    with_line_feeds,
)
from printgen.quoting import from_csv

# The marks (BOM) that name the encoding of a file.
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}

# The code pages of Windows in which Excel writes CSV, by language. All others have Windows-1252.
_CODE_PAGES = {
    **dict.fromkeys(("pl", "cs", "sk", "hu", "sl", "hr", "bs", "ro", "sq"), "cp1250"),
    **dict.fromkeys(("ru", "uk", "bg", "sr", "be", "mk"), "cp1251"),
    **dict.fromkeys(("lt", "lv", "et"), "cp1257"),
    **{"el": "cp1253", "tr": "cp1254", "he": "cp1255", "vi": "cp1258", "th": "cp874"},
    **{"ar": "cp1256", "fa": "cp1256", "ja": "cp932", "ko": "cp949", "zh": "gbk"},
}

# What texts have that are read in another encoding than their own: capital letters after small
# ones, small ones between capital ones, signs within words, and many accented letters in a row.
_GARBLED = re.compile(
    r"[a-zà-öø-ÿ][À-ÖØ-ÞŠŒŽŸ]|[A-ZÀ-ÖØ-Þ][à-öø-ÿ][A-ZÀ-ÖØ-Þ]|\b[A-Z][ÏÕ][a-z]|[À-ÿ]{4}|[^\W_][¡¿]|[0-9][øœ]"
    r"|[ˆ˜ƒ¤¦¨¸¯\x7f-\x9f]|£[^\W\d_]|[^\W\d_][¡-§©«¬®-´¶¹»-¿×÷†‡‰•‚„“”‹›€™]+[^\W\d_]"
)
_GARBLED_CYRILLIC = re.compile(r"[а-яёіїєґ][А-ЯЁІЇЄҐ]|[A-Za-z][А-яё]|[А-яё][A-Za-z]")

# The letters and signs of Western languages, which an old Excel on a Mac writes in Mac Roman.
_WESTERN = re.compile(r"[\x00-\x7fÀ-ÖØ-öø-ÿŒœŸ«»’‘“”…–—°€™©®¿¡£§†•\xa0]*")


def _decode(content: bytes, language: str) -> str:
    """The text of a file of a game in a language. Raises SheetError for other files, and if the
    encoding is not known: its letters would be others.
    """
    marked = [name for mark, name in _MARKS.items() if content.startswith(mark)]
    if not marked and (other := other_kind(content)):
        raise SheetError("sheet-unreadable", f"{other[0]}, not a CSV file", other[1])
    page = _CODE_PAGES.get(language.partition("-")[0], "cp1252")
    old = ["mac-roman"] if page == "cp1252" else []
    for encoding in marked or ("utf-8", page, *old):
        with suppress(UnicodeDecodeError):
            text = content.decode(encoding)
            if not _is_garbled(text, encoding):
                return text
    hint = "save it as CSV UTF-8"
    raise SheetError("sheet-unreadable", "the file is not text in a known encoding", hint)


def _is_garbled(text: str, encoding: str) -> bool:
    if encoding == "mac-roman" and not _WESTERN.fullmatch(text):
        return True
    pattern = _GARBLED_CYRILLIC if encoding == "cp1251" else _GARBLED
    return encoding.startswith(("cp12", "mac")) and bool(pattern.search(text))


# --- delimiters and rows --------------------------------------------------------------------------


# Rows of a file with the empty ones, which some programs write below the last value.
MAX_RECORDS = 100_000

_DELIMITERS = (",", ";", "\t")

# How many rows may stand above the header.
MOST_TITLES = 5

# The line in which a file names its delimiter, for Excel.
_NAMED_DELIMITER = re.compile(r"\ufeff?\"?sep=([,;|\t])\"?[;,\t|]*(?:[\r\n]|$)", re.IGNORECASE)


def read_table(content: bytes, suffix: str, language: str = "en") -> Sheet:
    """The rows of a CSV or TSV file of a game in a language. Raises SheetError."""
    text = _decode(content, language)
    rows, lines = list[Row](), list[int]()
    delimiter = "\t" if suffix == ".tsv" else delimiter_of(text)
    named = _NAMED_DELIMITER.match(text)
    for line, cells in _records(text, delimiter):
        if len(lines) <= MAX_SHEET_ROWS:
            lines.append(line)
        elif not is_blank(cells):
            raise _too_many_rows()
        if line or not named:
            rows.append(Row(line, cells))
    _check_delimiters(rows, delimiter)
    # The numbers of the rows are those of the lines unless a cell has several lines.
    several = any(number != line for number, line in enumerate(lines))
    return checked_sheet(Sheet(CellNames(lines=tuple(lines) if several else ()), rows))


def delimiter_of(text: str) -> str:
    """The delimiter that the first line names, as `sep=;`, or else the one that splits the header
    into most cells, which may stand below titles; a comma if none does.
    """
    if named := _NAMED_DELIMITER.match(text):
        return named[1]

    def cells_of_header(delimiter: str) -> int:
        counts = list[int]()
        with suppress(SheetError):
            filled = (cells for _, cells in _records(text, delimiter) if not is_blank(cells))
            counts += map(len, islice(filled, MOST_TITLES + 2))
        first, *below = counts or [0]
        table = [*dropwhile(partial(eq, 1), below)]
        # Texts in a single column may have the sign, too.
        is_title = first == 1 and len(table) > 1 and len(set(table)) == 1 and table[0] > 2
        return table[0] if is_title else first

    return max(_DELIMITERS, key=cells_of_header)


def _check_delimiters(rows: list[Row], delimiter: str) -> None:
    """Raise SheetError if all rows below the header have another delimiter than the header."""
    header, *others = [row for row in rows if not is_blank(row.cells)] or [Row(0, [])]
    if len(header.cells) < 2 or any(len(row.cells) > 1 for row in others):
        return
    for other in _DELIMITERS:
        cells = [row.cells[0].count(other) + 1 for row in others]
        if cells and other != delimiter and set(cells) == {len(header.cells)}:
            names = {",": "a comma", ";": "a semicolon", "\t": "a tab"}
            message = (
                f"the rows have {names[other]} between cells, the header has {names[delimiter]}"
            )
            hint = "use one of them in the whole file"
            raise SheetError("sheet-unreadable", message, hint, others[0].line)


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The records of a table, each with its first line (from 0). Raises SheetError."""
    # `newline=""` keeps the line breaks in quoted cells.
    stream = StringIO(text, newline="")
    reader = csv.reader(stream, delimiter=delimiter, strict=True, skipinitialspace=True)
    line = 0
    try:
        for number, cells in enumerate(reader):
            if number > MAX_RECORDS:
                raise _too_many_rows()
            yield line, [with_line_feeds(from_csv(cell)) for cell in cells]
            line = reader.line_num
    except csv.Error as error:
        if "field limit" in str(error):
            message, hint = f"a cell has more than {MAX_CELL:,} characters", "close its quotes"
            raise SheetError("sheet-too-big", message, hint, line) from None
        message, hint = "a quote is not closed, or has text after it", 'write "" for a quote'
        raise SheetError("sheet-unreadable", message, f"{hint} in a quoted cell", line) from None


def _too_many_rows() -> SheetError:
    return too_big(f"the file has more than {MAX_SHEET_ROWS:,} rows")
