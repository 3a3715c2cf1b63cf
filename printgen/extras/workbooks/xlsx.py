"""Sheets of XLSX workbooks: their cells as they are shown. Formulas count by the values that were
saved with them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from posixpath import dirname, join, normpath
from typing import NamedTuple

from printgen.content.limits import MAX_SHEET_COLUMNS
from printgen.content.spreadsheets.sheet import Sheet, column_number
from printgen.extras.workbooks.grid import Grid, Handler, chosen_sheet, count, damaged, parse
from printgen.extras.workbooks.number_formats import shown_number, shown_text, truth
from printgen.extras.workbooks.rich_text import Run

_FALSE = ("0", "false", "none")


def read_xlsx(parts: Mapping[str, bytes], name: str | None, language: str) -> Sheet:
    """The sheet `name` of a workbook, by default the first that is not hidden. Raises SheetError.

    `language` is that of the decimal mark and of the names of months.
    """
    book_part = next(
        (target for kind, _, target in _relations(parts, "") if kind == "officeDocument"),
        "xl/workbook.xml",
    )
    if book_part not in parts:
        damaged()
    book = _Book()
    parse(parts[book_part], book)
    relations = _relations(parts, book_part)
    found = {key: target for kind, key, target in relations if kind == "worksheet"}
    sheets = [sheet for sheet in book.sheets if found.get(sheet.relation) in parts]
    number, before = chosen_sheet([(sheet.name, sheet.hidden) for sheet in sheets], name)
    wanted = sheets[number]
    others = {kind: target for kind, _, target in relations if target in parts}
    styles, texts = _Styles(), _Texts()
    handlers: dict[str, Handler] = {"styles": styles, "sharedStrings": texts}
    for kind, handler in handlers.items():
        if part := parts.get(others.get(kind, f"xl/{kind}.xml")):
            parse(part, handler)
    grid = Grid()
    cells = found[wanted.relation]
    parse(parts[cells], _Cells(grid, styles, texts, book.from_1904, language))
    for kind, _, target in _relations(parts, cells):
        if kind == "drawing" and target in parts:
            parse(parts[target], _Pictures(grid))
    return grid.sheet(wanted.name, before)


class _SheetName(NamedTuple):
    name: str
    relation: str
    hidden: bool


def _relations(parts: Mapping[str, bytes], part: str) -> list[tuple[str, str, str]]:
    """The last word of the type, the key and the target of all relations of a part."""
    folder, _, file = part.rpartition("/")
    listed = parts.get(join(folder, "_rels", f"{file}.rels"))
    if listed is None:
        return []
    handler = _Relations()
    parse(listed, handler)
    return [
        (kind.rpartition("/")[2], key, normpath(join("/", dirname(part), target)).lstrip("/"))
        for kind, key, target in handler.found
    ]


class _Relations(Handler):
    def __init__(self) -> None:
        self.found: list[tuple[str, str, str]] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "Relationship":
            keys = ("Type", "Id", "Target")
            kind, key, target = (attributes.get(each, "") for each in keys)
            self.found.append((kind, key, target))


class _Book(Handler):
    """The list of sheets, and from when days are counted."""

    def __init__(self) -> None:
        self.sheets: list[_SheetName] = []
        self.from_1904 = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "sheet":
            key = next((to for key, to in attributes.items() if key.endswith(":id")), "")
            hidden = attributes.get("state", "visible") != "visible"
            self.sheets.append(_SheetName(attributes.get("name", ""), key, hidden))
        elif name == "workbookPr":
            self.from_1904 = attributes.get("date1904", "0") not in _FALSE


class _Styles(Handler):
    """The number format of each style, and the looks of its font."""

    def __init__(self) -> None:
        self.codes: dict[int, str] = {}
        # Of each font, what is on of `strike`, `b` and `i`.
        self.fonts: list[set[str]] = []
        self.cells: list[tuple[int, int]] = []
        self._list = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name in ("fonts", "cellXfs", "cellStyleXfs", "dxfs", "numFmts"):
            self._list = name
        elif name == "numFmt" and self._list == "numFmts":
            self.codes[count(attributes.get("numFmtId", ""))] = attributes.get("formatCode", "")
        elif name == "font" and self._list == "fonts":
            self.fonts.append(set())
        elif name in ("strike", "b", "i") and self._list == "fonts" and self.fonts:
            self.fonts[-1] |= {name} if _is_on(attributes) else set()
        elif name == "xf" and self._list == "cellXfs":
            keys = ("numFmtId", "fontId")
            code, font = (count(attributes.get(key, "0")) for key in keys)
            self.cells.append((code, font))

    def end(self, name: str) -> None:
        if name == self._list:
            self._list = ""

    def of(self, index: int) -> tuple[str | int, set[str]]:
        """The number format of a style, by its code or number, and the looks of its font."""
        code, font = self.cells[index] if index < len(self.cells) else (0, 0)
        return self.codes.get(code, code), self.fonts[font] if font < len(self.fonts) else set()


def _is_on(attributes: dict[str, str]) -> bool:
    return attributes.get("val", "1") not in _FALSE


class _Text(NamedTuple):
    """The words of a cell, and the styles of single words that are lost."""

    runs: list[Run]
    lost: list[str]


class _Texts(Handler):
    """The texts that cells share, each with its runs."""

    def __init__(self) -> None:
        self.found: list[_Text] = []
        self._text = _Text([], [])
        self._takes = self._phonetic = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name in ("si", "is"):
            self._text = _Text([], [])
            self.found.append(self._text)
        elif name == "r":
            self._text.runs.append(Run(""))
        elif name == "rPh":
            self._phonetic = True
        elif name == "t":
            self._takes = not self._phonetic
            if not self._text.runs:
                self._text.runs.append(Run(""))
        elif self._text.runs:
            self._style(name, attributes)

    def _style(self, name: str, attributes: dict[str, str]) -> None:
        run = self._text.runs[-1]
        if name == "b":
            run.bold = _is_on(attributes)
        elif name == "i":
            run.italic = _is_on(attributes)
        elif name == "strike" and _is_on(attributes):
            self._text.lost.append("stroke")
        elif name == "vertAlign" and attributes.get("val") in ("superscript", "subscript"):
            self._text.lost.append("height")
        elif name == "color" and _is_coloured(attributes):
            self._text.lost.append("colour")

    def end(self, name: str) -> None:
        if name == "t":
            self._takes = False
        elif name == "rPh":
            self._phonetic = False

    def text(self, words: str) -> None:
        if self._takes:
            self._text.runs[-1].text += words


def _is_coloured(attributes: dict[str, str]) -> bool:
    """Whether a colour is another one than that of plain text."""
    colour = attributes.get("rgb", "").upper()[-6:]
    if colour:
        return colour != "000000"
    return attributes.get("theme", "1") != "1"


class _Pictures(Handler):
    """Notes the pictures that lie over a sheet, each from a cell on."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.corner = {"row": "", "col": ""}
        self._begins, self._key = False, ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "from":
            self.corner, self._begins = {"row": "", "col": ""}, True
        elif name == "pic" and all(each.isdecimal() for each in self.corner.values()):
            row, column = map(count, self.corner.values())
            self.grid.picture(row, column)
        self._key = name if self._begins and name in self.corner else ""

    def end(self, name: str) -> None:
        self._key = ""
        self._begins &= name != "from"

    def text(self, words: str) -> None:
        if self._key:
            self.corner[self._key] += words.strip()


_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")

# Characters that XML does not allow are written as their code.
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


def _unescaped(text: str) -> str:
    if "_x" not in text:
        return text
    # Those that stay as they are written are damage, which the checks of all cells report.
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)


class _Cells(Handler):
    """Puts the cells of a sheet into a grid."""

    def __init__(
        self, grid: Grid, styles: _Styles, texts: _Texts, from_1904: bool, language: str
    ) -> None:
        self.grid, self.styles, self.texts = grid, styles, texts.found
        self.from_1904, self.language = from_1904, language
        self.row = self.column = 0
        self.kind, self.style = "n", 0
        self.value = ""
        self._takes = self._formula = self._is_rich = False
        self._inline: _Texts | None = None

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._inline:
            self._inline.start(name, attributes)
        elif name == "c":
            self._cell(attributes)
        elif name == "v":
            self._takes = True
        elif name == "f":
            self._formula = True
        elif name == "is":
            self._inline = _Texts()
            self._inline.start(name, attributes)
        elif name == "row":
            self.row, self.column = count(attributes.get("r", str(self.row + 1))), 0
            if not self.row:
                damaged()
            if attributes.get("hidden", "0") not in _FALSE:
                self.grid.hidden_rows.add(self.row - 1)
        else:
            self._layout(name, attributes)

    def _cell(self, attributes: dict[str, str]) -> None:
        self.column += 1
        self.kind, self.style = attributes.get("t", "n"), count(attributes.get("s", "0"))
        self.value, self._formula = "", False
        self._is_rich = "vm" in attributes
        if reference := attributes.get("r"):
            self.row, self.column = _place(reference)
        if not self.row:
            damaged()

    def _layout(self, name: str, attributes: dict[str, str]) -> None:
        """What is around the cells."""
        if name == "col" and attributes.get("hidden", "0") not in _FALSE:
            first, last = count(attributes.get("min", "")), count(attributes.get("max", ""))
            self.grid.hidden_columns.update(range(max(first - 1, 0), min(last, MAX_SHEET_COLUMNS)))
        elif name == "filterColumn":
            self.grid.filtered = True
        elif name == "mergeCell":
            first_cell, _, last_cell = attributes.get("ref", "").partition(":")
            (top, left), (bottom, right) = _place(first_cell), _place(last_cell or first_cell)
            self.grid.merged.append((top - 1, left - 1, bottom - 1, right - 1))

    def text(self, words: str) -> None:
        if self._inline:
            self._inline.text(words)
        elif self._takes:
            self.value += words

    def end(self, name: str) -> None:
        if name == "v":
            self._takes = False
        elif name == "c":
            self._put()
            self._inline = None
        elif self._inline and name != "is":
            self._inline.end(name)

    def _put(self) -> None:
        row, column = self.row - 1, self.column - 1
        code, looks = self.styles.of(self.style)
        if self.kind == "s":
            index = self.value.strip()
            if not index.isdecimal() or len(index) > 9 or int(index) >= len(self.texts):
                damaged()
            self._put_text(self.texts[int(index)], code)
        elif self._inline:
            self._put_text(self._inline.found[0], code)
        elif self._formula and not self.value and self.kind != "str":
            self.grid.no_value(row, column)
        elif not self.value:
            return
        elif self.kind == "e" and self._is_rich and not self._formula:
            # Programs that know no pictures in cells show an error there.
            self.grid.picture(row, column)
        elif self.kind == "e":
            self.grid.put(row, column, self.value)
            self.grid.failed(row, column, self.value)
        elif self.kind == "b":
            on = self.value.strip() not in _FALSE
            self.grid.put(row, column, truth(on, self.language), str(on).lower())
        elif self.kind == "str":
            self.grid.put(row, column, shown_text(_unescaped(self.value), code))
        else:
            self._put_number(code)
        if "strike" in looks:
            self.grid.struck(row, column)
        if looks & {"b", "i"} and self.kind in ("s", "str", "inlineStr"):
            self.grid.emphasised.setdefault(column, set()).add(row)

    def _put_text(self, text: _Text, code: str | int) -> None:
        row, column = self.row - 1, self.column - 1
        words = _unescaped("".join(run.text for run in text.runs))
        shown = shown_text(words, code)
        if shown != words or len(text.runs) < 2:
            self.grid.put(row, column, shown)
        else:
            runs = [Run(_unescaped(run.text), run.bold, run.italic) for run in text.runs]
            self.grid.put_runs(row, column, runs)
        self.grid.lost(row, column, text.lost)

    def _put_number(self, code: str | int) -> None:
        row, column = self.row - 1, self.column - 1
        try:
            value = self._days() if self.kind == "d" else float(self.value)
        except ValueError:
            damaged()
        if value != value or abs(value) == float("inf"):
            damaged()
        found = shown_number(value, code, self.language, self.from_1904)
        self.grid.put(row, column, found.text, "" if found.is_date else f"{value:.15g}")
        if found.doubt:
            hint = "choose another number format, or format the cell as text"
            self.grid.note(row, column, f"'{found.text}' in print: {found.doubt}", hint)

    def _days(self) -> float:
        """The days up to a moment that is written as such."""
        moment = datetime.fromisoformat(self.value.strip()).replace(tzinfo=None)
        start = datetime(1904, 1, 1) if self.from_1904 else datetime(1899, 12, 30)
        return (moment - start).total_seconds() / 86_400


def _place(reference: str) -> tuple[int, int]:
    """The row and the column of a cell such as `B3`, from 1. Raises SheetError."""
    match = _REFERENCE.fullmatch(reference.replace("$", ""))
    if match is None or not int(match[2]):
        damaged()
    return int(match[2]), column_number(match[1]) + 1
