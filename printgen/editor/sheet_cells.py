"""The places of the cells of a CSV or TSV file in its lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from printgen.content.spreadsheets.formats import format_of
from printgen.content.spreadsheets.tables import delimiter_of

# The most lines of a row, whose cells may have several.
_ROW = 200


@dataclass
class SheetCells:
    """The cells of a text file with a table, by the line where their row begins (from 0)."""

    file: str
    lines: Sequence[str]

    def __post_init__(self) -> None:
        tabs = format_of(self.file) == ".tsv"
        delimiter = "\t" if tabs else delimiter_of("\n".join(self.lines))
        self._cell = re.compile(rf'\s*"[^"]*(?:""[^"]*)*"|[^{delimiter}\n]*')

    def words(self, row: int, column: int, words: str) -> tuple[int, int, int] | None:
        """The line and the span of words, as a whole item of a cell; None if it lacks them."""
        line, start, text = self._text(row, column)
        if found := re.search(rf"(?<![\w/-]){re.escape(words)}(?![\w-])", text):
            before = text[: found.start()]
            below = before.count("\n")
            begin = len(before) - before.rfind("\n") - 1 if below else start + len(before)
            return line + below, begin, begin + len(words)
        return None

    def _text(self, row: int, column: int) -> tuple[int, int, str]:
        """The line and the column where a cell begins, and its text as written."""
        text, at = "\n".join(self.lines[row : row + _ROW]), 0
        for _ in range(column):
            found = self._cell.match(text, at)
            at = found.end() + 1 if found else at
        found = self._cell.match(text, at)
        before = text[:at]
        start = at - before.rfind("\n") - 1
        return row + before.count("\n"), start, found[0] if found else ""
