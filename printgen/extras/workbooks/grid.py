"""The cells of a sheet as its reader finds them, within the limits; and the XML of workbooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn
from xml.parsers import expat

from printgen.content.limits import (
    MAX_SHEET_CELLS,
    MAX_SHEET_CHARACTERS,
    MAX_SHEET_COLUMNS,
    MAX_SHEET_ROWS,
    MAX_SHEET_TAGS,
)
from printgen.content.spreadsheets.sheet import (
    CellNames,
    Note,
    Row,
    Sheet,
    SheetError,
    UnknownSheet,
    checked_sheet,
    too_big,
    with_line_feeds,
)
from printgen.extras.workbooks.rich_text import Run, are_marks, marked
from printgen.problems import Severity, did_you_mean


class Grid:
    """The cells of one sheet, by row and column from 0, with the warnings about them."""

    def __init__(self) -> None:
        self.rows: dict[int, dict[int, str]] = {}
        self.numbers: dict[int, dict[int, str]] = {}
        self.plain: dict[int, dict[int, str]] = {}
        self.notes: list[Note] = []
        self.hidden_rows: set[int] = set()
        self.hidden_columns: set[int] = set()
        self.filtered = False
        # The rows of cells that are bold or italic as a whole, by column.
        self.emphasised: dict[int, set[int]] = {}
        # First and last rows and columns of merged cells.
        self.merged: list[tuple[int, int, int, int]] = []
        self._last_row = self._last_column = self._characters = 0

    def put(self, row: int, column: int, text: str, number: str = "") -> None:
        """Put a text into a cell, and the number that the text shows. Raises SheetError."""
        self._use(row, column, len(text))
        self.rows.setdefault(row, {})[column] = with_line_feeds(text)
        if number and number != text:
            self.numbers.setdefault(row, {})[column] = number

    def put_runs(self, row: int, column: int, runs: Sequence[Run]) -> None:
        """Put words in several styles into a cell. Raises SheetError."""
        text = with_line_feeds("".join(run.text for run in runs))
        self._use(row, column, len(text))
        words = with_line_feeds(marked(runs))
        if words != text and not are_marks(words, text):
            words = text
            hint = "begin and end bold and italic words at spaces"
            self.note(row, column, "bold and italic of some words are lost in print", hint)
        self.rows.setdefault(row, {})[column] = words
        if words != text:
            self.plain.setdefault(row, {})[column] = text

    def note(
        self, row: int, column: int, message: str, hint: str, severity: Severity = "warning"
    ) -> None:
        """Note what is wrong with a cell."""
        if len(self.notes) < MAX_SHEET_ROWS:
            self.notes.append(Note(row, column, message, hint, severity))

    def no_value(self, row: int, column: int) -> None:
        """Put a formula without a saved value into a cell."""
        self.put(row, column, "=")
        hint = "open the workbook in a spreadsheet program and save it again"
        self.note(row, column, "the formula has no saved value", hint, "error")

    def failed(self, row: int, column: int, error: str) -> None:
        """Note the error of a formula."""
        shown = " ".join(error.split())
        self.note(row, column, f"the formula has an error: {shown}", "", "error")

    def picture(self, row: int, column: int) -> None:
        """Note that a picture is in a cell, or lies over the sheet from there on."""
        hint = "save it in images/, and write the name of its file into the cell"
        self.note(row, column, "a picture of the sheet is not printed", hint)

    def struck(self, row: int, column: int) -> None:
        """Note that all words of a cell are struck through."""
        hint = "delete them; `Copies` 0 leaves a card out"
        self.note(row, column, "words that are struck through print without the stroke", hint)

    def _note_emphasis(self) -> None:
        """Note the first cell of a column that is bold or italic as a whole, if others are not: the
        looks of whole columns are those of the sheet.
        """
        header = min(self.rows, default=0)
        for column, rows in self.emphasised.items():
            body = {row for row, cells in self.rows.items() if column in cells and row != header}
            if (some := body & rows) and (some != body or len(body) == 1):
                message = "bold or italic of a whole cell is not printed"
                hint = "make its words so instead, or write **…** or *…*"
                self.note(min(some), column, message, hint)

    def lost(self, row: int, column: int, effects: Iterable[str]) -> None:
        """Note what is lost of the looks of single words."""
        for effect in dict.fromkeys(effects):
            hint = "bold and italic words print as such"
            self.note(row, column, f"the {effect} of some words is lost in print", hint)

    def _use(self, row: int, column: int, characters: int) -> None:
        self._last_row = max(self._last_row, row + 1)
        self._last_column = max(self._last_column, column + 1)
        self._characters += characters
        if self._last_row > MAX_SHEET_ROWS + 1:
            raise too_big(f"the sheet has more than {MAX_SHEET_ROWS:,} rows")
        if self._last_column > MAX_SHEET_COLUMNS:
            raise too_big(f"the sheet has more than {MAX_SHEET_COLUMNS} columns")
        if self._last_row * self._last_column > MAX_SHEET_CELLS:
            raise too_big(f"the sheet has more than {MAX_SHEET_CELLS:,} cells")
        if self._characters > MAX_SHEET_CHARACTERS:
            raise too_big(f"the sheet has more than {MAX_SHEET_CHARACTERS:,} characters")

    def sheet(self, name: str, hidden_before: str) -> Sheet:
        """The sheet of these cells. `hidden_before` is the name of a hidden one, or empty."""
        self._note_emphasis()
        self._fill_merged()
        rows = [
            Row(
                line,
                [cells.get(column, "") for column in range(max(cells) + 1)],
                self.numbers.get(line, {}),
                self.plain.get(line, {}),
            )
            for line, cells in sorted(self.rows.items())
        ]
        lines = {row.line for row in rows}
        return checked_sheet(
            Sheet(
                CellNames(name),
                rows,
                self.notes,
                tuple(sorted(self.hidden_rows & lines)),
                tuple(sorted(self.hidden_columns)),
                self.filtered,
                hidden_before,
            )
        )

    def _fill_merged(self) -> None:
        """Give all cells of merged ones the value of the first."""
        filled = 0
        for top, left, bottom, right in self.merged:
            first = self.rows.get(top, {}).get(left, "")
            if not first.strip() or (top, left) == (bottom, right):
                continue
            # Rows without another value stay empty: none is a card.
            for row in range(top, min(bottom, self._last_row - 1) + 1):
                if row != top and row not in self.rows:
                    continue
                for column in range(left, right + 1):
                    filled += len(first)
                    if column != left or row != top:
                        self._use(row, column, len(first))
                        self.rows[row][column] = first
                        for kept in (self.numbers, self.plain):
                            if (value := kept.get(top, {}).get(left)) is not None:
                                kept.setdefault(row, {})[column] = value
            if filled > MAX_SHEET_CHARACTERS:
                raise too_big(f"the sheet has more than {MAX_SHEET_CHARACTERS:,} characters")


# --- XML ------------------------------------------------------------------------------------------


def chosen_sheet(listed: Sequence[tuple[str, bool]], name: str | None) -> tuple[int, str]:
    """The number of the sheet `name`, by default of the first that is not hidden, and the name of a
    hidden one that is passed over. `listed` are the names of all sheets, each with whether it is
    hidden. Raises SheetError.
    """
    if not listed:
        damaged()
    names = [each for each, _ in listed]
    if name is None:
        number = next((number for number, (_, hidden) in enumerate(listed) if not hidden), 0)
        return number, names[0] if number else ""
    if name not in names:
        raise UnknownSheet("sheet-unreadable", f"no sheet '{name}'", did_you_mean(name, names))
    return names.index(name), ""


class Handler:
    """Takes the elements of a part of a workbook; their names have no prefixes."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """The start of an element."""

    def end(self, name: str) -> None:
        """The end of an element."""

    def text(self, words: str) -> None:
        """Text in an element."""


def parse(part: bytes, handler: Handler) -> None:
    """Read a part of a workbook. Raises SheetError."""
    if part.count(b"<") > MAX_SHEET_TAGS:
        raise too_big("the workbook has too many cells")
    parser = expat.ParserCreate()
    parser.buffer_text = True
    names = dict[str, str]()
    start: Callable[[str, dict[str, str]], None] = handler.start
    end = handler.end

    def started(name: str, attributes: dict[str, str]) -> None:
        bare = names.get(name)
        if bare is None:
            bare = name.rpartition(":")[2]
            if len(names) < 1000:
                names[name] = bare
        start(bare, attributes)

    parser.StartElementHandler = started
    parser.EndElementHandler = lambda name: end(name.rpartition(":")[2])
    parser.CharacterDataHandler = handler.text
    # A document type may declare texts that expand without end; workbooks have none.
    parser.StartDoctypeDeclHandler = lambda *_: damaged()
    try:
        parser.Parse(part, True)
    # A part may declare an encoding that does not exist, or is not supported.
    except (expat.ExpatError, LookupError, ValueError):
        damaged()


def count(number: str) -> int:
    """A number of rows, columns, styles and so on. Raises SheetError."""
    if not number.isdecimal() or len(number) > 9:
        damaged()
    return int(number)


def damaged() -> NoReturn:
    """Raises SheetError."""
    message, hint = "the workbook is damaged", "open it and save it again"
    raise SheetError("sheet-unreadable", message, hint)
