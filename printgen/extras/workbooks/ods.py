"""Sheets of ODS workbooks, whose cells keep their text as it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from printgen.content.limits import MAX_SHEET_CHARACTERS, MAX_SHEET_COLUMNS
from printgen.content.spreadsheets.sheet import Sheet, too_big
from printgen.extras.workbooks.grid import Grid, Handler, chosen_sheet, count, damaged, parse
from printgen.extras.workbooks.rich_text import Run

_CONTENT, _STYLES = "content.xml", "styles.xml"

# The most that a number of repetitions counts where nothing is: beyond all limits.
_BEYOND = 2_000_000_000


def read_ods(parts: Mapping[str, bytes], name: str | None) -> Sheet:
    """The sheet `name` of a workbook, by default the first that is not hidden.

    Raises SheetError.
    """
    if _CONTENT not in parts:
        damaged()
    tables, of_all = _Names(), _Names()
    if _STYLES in parts:
        parse(parts[_STYLES], of_all)
    tables.styles |= of_all.styles
    parse(parts[_CONTENT], tables)
    wanted, before = chosen_sheet(tables.sheets, name)
    grid = Grid()
    parse(parts[_CONTENT], _Cells(grid, tables.styles, wanted))
    return grid.sheet(tables.sheets[wanted][0], before)


@dataclass(slots=True)
class _Style:
    """What a style does to words: `lost` are its effects that are not printed."""

    bold: bool = False
    italic: bool = False
    struck: bool = False
    lost: list[str] = field(default_factory=list)
    hides: bool = False


_PLAIN = _Style()

_FAMILIES = ("table-cell", "text", "table")


class _Names(Handler):
    """The styles and the names of the sheets, each with whether it is hidden."""

    def __init__(self) -> None:
        self.styles: dict[str, _Style] = {}
        self.sheets: list[tuple[str, bool]] = []
        self._style = _Style()
        self._depth = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "style" and attributes.get("style:family") in _FAMILIES:
            # A style has what it does not say from the one above, which stands before it.
            above = self.styles.get(attributes.get("style:parent-style-name", ""), _PLAIN)
            self._style = self.styles[attributes.get("style:name", "")] = replace(above)
        elif name == "text-properties":
            self._words(attributes)
        elif name == "table-properties":
            self._style.hides = attributes.get("table:display") == "false"
        elif name == "table":
            self._depth += 1
            if self._depth == 1:
                style = self.styles.get(attributes.get("table:style-name", ""), _Style())
                self.sheets.append((attributes.get("table:name", ""), style.hides))

    def end(self, name: str) -> None:
        if name == "table":
            self._depth -= 1
        elif name == "style":
            # Formats of numbers have words, too.
            self._style = _Style()

    def _words(self, attributes: dict[str, str]) -> None:
        style = self._style
        if weight := attributes.get("fo:font-weight"):
            style.bold = weight in ("bold", "600", "700", "800", "900")
        if slope := attributes.get("fo:font-style"):
            style.italic = slope in ("italic", "oblique")
        if stroke := attributes.get("style:text-line-through-style"):
            style.struck = stroke != "none"
        place = attributes.get("style:text-position", "0%").split()[0]
        colour = attributes.get("fo:color", "#000000")
        lost = {
            "stroke": style.struck,
            "height": place not in ("0%", "0"),
            "colour": colour != "#000000" and "style:use-window-font-color" not in attributes,
        }
        style.lost = [effect for effect, is_there in lost.items() if is_there]


# How a cell gives its number, and truth values as words.
_VALUES = {"float": "office:value", "percentage": "office:value", "currency": "office:value"}
_TRUTH = "office:boolean-value"

_DEFAULT = "table:default-cell-style-name"

# What in a cell is no word of it: notes, drawings, and the readings of words.
_ASIDE = ("annotation", "shapes", "frame", "custom-shape", "ruby-text", "table")


class _Cells(Handler):
    """Puts the cells of a sheet into a grid. Rows and cells are repeated by a number."""

    def __init__(self, grid: Grid, styles: Mapping[str, _Style], wanted: int) -> None:
        self.grid, self.styles, self.wanted = grid, styles, wanted
        self.table, self.depth, self.aside = -1, 0, 0
        self.row = self.column = self.columns = self.repeats = 0
        # The styles of cells without one: of columns, up to the number of each, and of a row.
        self.defaults: list[tuple[int, _Style]] = []
        self.of_row: _Style | None = None
        self.cells: list[tuple[int, _Cell]] = []
        self.cell: _Cell | None = None
        self.in_words = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "table" and not self.cell:
            self.depth += 1
            self.table += self.depth == 1
        elif self.table != self.wanted or self.depth != 1:
            return
        elif self.aside or (self.cell and name in _ASIDE):
            self.aside += 1
            if self.cell and name == "image":
                self.cell.has_picture = True
        elif self.cell:
            self._inside(self.cell, name, attributes)
        elif name in ("table-cell", "covered-table-cell"):
            self._start_cell(attributes)
        elif name == "table-row":
            self.repeats = _repeats(attributes, "rows")
            self.cells, self.column = [], 0
            self.of_row = self.styles.get(attributes.get(_DEFAULT, ""))
            if attributes.get("table:visibility", "visible") != "visible":
                last = min(self.row + self.repeats, MAX_SHEET_CHARACTERS)
                if last - self.row < 30_000:
                    self.grid.hidden_rows.update(range(self.row, last))
                self.grid.filtered |= attributes["table:visibility"] == "filter"
        elif name == "table-column":
            end = self.columns + _repeats(attributes, "columns")
            if attributes.get("table:visibility", "visible") != "visible":
                self.grid.hidden_columns.update(range(self.columns, min(end, MAX_SHEET_COLUMNS)))
            if self.columns < MAX_SHEET_COLUMNS:
                self.defaults.append((end, self.styles.get(attributes.get(_DEFAULT, ""), _PLAIN)))
            self.columns = end

    def _start_cell(self, attributes: dict[str, str]) -> None:
        kind = attributes.get("office:value-type", "")
        number = attributes.get(_VALUES.get(kind, ""), "") or attributes.get(_TRUTH, "")
        cell = self.cell = _Cell(
            _repeats(attributes, "columns"),
            number=_plain_number(number),
            style=self._style_of_cell(attributes),
            lacks_value="table:formula" in attributes and not kind,
            is_error=attributes.get("calcext:value-type") == "error",
        )
        if "office:string-value" in attributes and kind == "string":
            cell.given = attributes["office:string-value"]
        elif kind in ("date", "time"):
            cell.given = attributes.get(f"office:{kind}-value", "")
        spans = (
            attributes.get(f"table:number-{each}-spanned", "1") for each in ("rows", "columns")
        )
        cell.spans = tuple(map(count, spans))

    def _style_of_cell(self, attributes: dict[str, str]) -> _Style:
        if name := attributes.get("table:style-name"):
            return self.styles.get(name, _PLAIN)
        of_column = (style for end, style in self.defaults if self.column < end)
        return self.of_row or next(of_column, _PLAIN)

    def _inside(self, cell: _Cell, name: str, attributes: dict[str, str]) -> None:
        """An element in a cell."""
        if name == "p":
            cell.add("\n" if cell.paragraphs else "")
            cell.paragraphs += 1
            self.in_words = True
        elif name == "span":
            style = self.styles.get(attributes.get("text:style-name", ""), _PLAIN)
            cell.styles.append(style)
            cell.lost += style.lost
        elif name == "s":
            spaces = count(attributes.get("text:c", "1"))
            if spaces > MAX_SHEET_CHARACTERS:
                raise too_big(f"the sheet has more than {MAX_SHEET_CHARACTERS:,} characters")
            cell.add(" " * spaces)
        elif name in ("line-break", "tab"):
            cell.add("\n" if name == "line-break" else " ")

    def text(self, words: str) -> None:
        if self.cell and self.in_words and not self.aside:
            self.cell.add(words)

    def end(self, name: str) -> None:
        if name == "table" and not self.cell:
            self.depth -= 1
        elif self.table != self.wanted or self.depth != 1:
            return
        elif self.aside:
            self.aside -= 1
        elif name in ("table-cell", "covered-table-cell") and self.cell:
            self._end_cell(self.cell)
            self.cell = None
        elif self.cell:
            if name == "p":
                self.in_words = False
            elif name == "span" and self.cell.styles:
                self.cell.styles.pop()
        elif name == "table-row":
            self._end_row()

    def _end_cell(self, cell: _Cell) -> None:
        if cell.text or cell.lacks_value or cell.has_picture:
            # Those that are repeated beyond the limits are found by the first.
            repeats = min(cell.repeats, MAX_SHEET_COLUMNS + 1)
            self.cells += [(self.column + number, cell) for number in range(repeats)]
        self.column = min(self.column + cell.repeats, _BEYOND)

    def _end_row(self) -> None:
        if self.cells:
            # The last row first: one beyond the limits is found at once.
            for row in reversed(range(self.row, self.row + self.repeats)):
                for column, cell in self.cells:
                    self._put(row, column, cell)
        self.row = min(self.row + self.repeats, _BEYOND)

    def _put(self, row: int, column: int, cell: _Cell) -> None:
        if cell.has_picture:
            self.grid.picture(row, column)
            if not cell.text:
                return
        if cell.lacks_value and not cell.text:
            self.grid.no_value(row, column)
            return
        if len(cell.runs) > 1 or (cell.runs and (cell.runs[0].bold or cell.runs[0].italic)):
            self.grid.put_runs(row, column, cell.runs)
        else:
            self.grid.put(row, column, cell.text, cell.number)
        if cell.is_error:
            self.grid.failed(row, column, cell.text)
        elif cell.style.struck:
            self.grid.struck(row, column)
        if cell.style.bold or cell.style.italic:
            self.grid.emphasised.setdefault(column, set()).add(row)
        self.grid.lost(row, column, cell.lost)
        rows, columns = cell.spans
        if rows > 1 or columns > 1:
            self.grid.merged.append((row, column, row + rows - 1, column + columns - 1))


@dataclass(slots=True)
class _Cell:
    """A cell: how often it is repeated, its words in their styles, and its value."""

    repeats: int
    number: str = ""
    given: str = ""
    style: _Style = field(default_factory=_Style)
    lacks_value: bool = False
    is_error: bool = False
    spans: tuple[int, ...] = (1, 1)
    paragraphs: int = 0
    runs: list[Run] = field(default_factory=list)
    styles: list[_Style] = field(default_factory=list)
    has_picture: bool = False
    lost: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text as shown; without one, as given by the value."""
        words = "".join(run.text for run in self.runs)
        return words or ("" if self.paragraphs else self.given or self.number)

    def add(self, words: str) -> None:
        """Add words in the style that holds."""
        if not words:
            return
        bold = any(style.bold for style in self.styles)
        italic = any(style.italic for style in self.styles)
        last = self.runs[-1] if self.runs else None
        if last and (last.bold, last.italic) == (bold, italic):
            last.text += words
        else:
            self.runs.append(Run(words, bold, italic))


def _plain_number(text: str) -> str:
    """A value as it would be typed: whole numbers without decimals."""
    try:
        return text if text in ("", "true", "false") else f"{float(text):.15g}"
    except ValueError:
        damaged()


def _repeats(attributes: dict[str, str], of: str) -> int:
    return count(attributes.get(f"table:number-{of}-repeated", "1"))
