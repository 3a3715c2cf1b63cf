"""The results of studies as tables that fit a column: transposed, folded or split where too wide.

The tables are those that the macro `listed` of books prints.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypedDict

from markupsafe import Markup

from printgen.content.library import Entry, Library
from printgen.content.models.study import Study
from printgen.content.models.text import Text
from printgen.content.models.theme import ChartTheme, Typeface
from printgen.content.theme import read_chart_theme
from printgen.rules.studies import answer
from printgen.rules.study_results import Label, Series, StudyResult, format_number
from printgen.typography.labels import fill, labels
from printgen.typography.measure import text_width
from printgen.typography.text import (
    is_singular,
    plain_words,
    say,
    say_or_empty,
    typeset,
    with_die_letter,
    with_thousands,
)
from printgen.views.tables import ListedTable, MatrixView

# The width (mm) of the column of an A5 book.
COLUMN_WIDTH = 112.0

# The borders and the padding (mm) of a cell.
_PADDING = 2.6

# The font size (mm) of tables, and the greatest width (mm) of row labels before they wrap.
_FONT_SIZE, _MAX_LABEL_WIDTH = 3.5, 32.0

# A table with more rows is folded into two halves side by side where they fit, in smaller type.
_MAX_ROWS, _FOLDED_SCALE = 24, 0.86

# The least width (mm) of the remarks beside the numbers of a row.
_REMARK_WIDTH = 30.0

# The widths of row labels, as percentages of the column, that the style has classes for.
_LABEL_SHARES, _MAX_LABEL_SHARE = (12, 16, 20, 25, 30), 35


class ResultRow(TypedDict):
    """A row of a result: its label, its printed numbers, the remark `beside` them if any."""

    key: str
    label: str
    cells: list[str]
    beside: str


class ResultView(TypedDict):
    """The result of a study as a table: `down` is the title of its row labels, `across` that of its
    columns, `beside` that of its remarks if any.
    """

    beside: str
    across: str
    down: str
    columns: list[str]
    rows: list[ResultRow]


class StudyTableView(ListedTable):
    """A table of a study. `names` is the width of its row labels in percent of the column; `folded`
    tells that its second half is beside its first.
    """

    names: int
    folded: bool


@dataclass(frozen=True, slots=True)
class NumberTable:
    """Printed numbers with labels of rows and columns and the titles of both; `remarks` follow the
    rows. `unit` is printed in a title instead of in each cell.
    """

    row_title: str
    column_title: str
    labels: list[str]
    columns: list[str]
    cells: list[list[str]]
    remark_title: str = ""
    remarks: list[str] | None = None
    unit: str = ""

    def transposed(self) -> NumberTable:
        """Columns as rows."""
        cells = [list(row) for row in zip(*self.cells, strict=True)]
        return NumberTable(
            self.column_title, self.row_title, self.columns, self.labels, cells, unit=self.unit
        )

    def column_range(self, start: int, end: int) -> NumberTable:
        """The columns from `start` up to `end`, exclusive."""
        cells = [row[start:end] for row in self.cells]
        return replace(self, columns=self.columns[start:end], cells=cells)

    def without_percent_signs(self) -> NumberTable:
        """Percentages without their sign, which a title has instead."""
        if not any("%" in cell for row in self.cells for cell in row):
            return self
        cells = [[_without_percent_sign(cell) for cell in row] for row in self.cells]
        return replace(self, cells=cells, unit="%")


def study_tables(
    result: ResultView, look: ChartTheme, title: str, column_width: float = COLUMN_WIDTH
) -> list[StudyTableView]:
    """The tables that show a result in a column `column_width` mm wide."""
    remarks = [row["beside"] for row in result["rows"]]
    whole = NumberTable(
        result["down"],
        result["across"],
        [row["label"] for row in result["rows"]],
        result["columns"],
        [row["cells"] for row in result["rows"]],
        result["beside"],
        remarks if any(remarks) else None,
    )
    tables = [
        _table_view(part, title, look, column_width) for part in _fitted(whole, look, column_width)
    ]
    for number, table in enumerate(tables[1:], 2):
        table["title"] = Markup("{} ({}/{})").format(title, number, len(tables))
    return tables


def _fitted(table: NumberTable, look: ChartTheme, column_width: float) -> list[NumberTable]:
    """The table, transposed or without percent signs where that makes it fit; else split.

    Short tables are preferred to tall ones, and tall ones that can be folded to others.
    """
    choices = [table, table.without_percent_signs()]
    if table.remarks is None and (len(table.labels) > 1 or len(table.columns) > 12):
        transposed = table.transposed()
        choices += [transposed, transposed.without_percent_signs()]
    fitting = [choice for choice in choices if _least_width(choice, look) <= column_width]
    short = [choice for choice in fitting if len(choice.labels) <= _MAX_ROWS]
    foldable = (choice for choice in fitting if _can_fold(choice, look, column_width))
    if short or fitting:
        return [short[0] if short else next(foldable, fitting[0])]
    return _split(choices[1], look, column_width)


def _split(table: NumberTable, look: ChartTheme, column_width: float) -> list[NumberTable]:
    """The table in as few parts as fit, of equal numbers of columns as far as possible."""
    counts = range(1, len(table.columns) + 1)
    most = bisect_right(
        counts, column_width, key=lambda count: _least_width(table.column_range(0, count), look)
    )
    parts = -(-len(table.columns) // max(1, most))
    count = -(-len(table.columns) // parts)
    return [
        table.column_range(start, start + count) for start in range(0, len(table.columns), count)
    ]


def _least_width(table: NumberTable, look: ChartTheme) -> float:
    """The least width (mm) of a table, whose columns are equal."""
    cells = max(_cell_width(cell, look.figures) for row in table.cells for cell in row)
    heads = max(_longest_word(name, look.words) for name in table.columns)
    remarks = _REMARK_WIDTH if table.remarks else 0.0
    columns = (max(cells, heads) + _PADDING) * len(table.columns)
    return _label_width(table, look) + columns + remarks


def _can_fold(table: NumberTable, look: ChartTheme, column_width: float) -> bool:
    """Whether the halves of a tall table fit side by side, each column at its least width."""
    head = [table.row_title, *table.columns]
    rows = [[label, *row] for label, row in zip(table.labels, table.cells, strict=True)]
    widest = [
        max(_longest_word(name, look.words), *(_cell_width(cell, look.figures) for cell in column))
        for name, column in zip(head, zip(*rows, strict=True), strict=True)
    ]
    least = sum(widest) + 2.0 * len(widest)
    return (
        len(rows) > _MAX_ROWS
        and table.remarks is None
        and 2 * _FOLDED_SCALE * least <= column_width
    )


def _label_width(table: NumberTable, look: ChartTheme) -> float:
    """The width (mm) of the row labels: long ones wrap, single words do not."""
    names = [table.row_title, *table.labels]
    widest = max(_cell_width(name, look.words) for name in names)
    words = (_longest_word(name, look.words) for name in names)
    return max(min(widest, _MAX_LABEL_WIDTH), *words) + _PADDING


def _cell_width(html: str, face: Typeface) -> float:
    return text_width(plain_words(html), face, _FONT_SIZE)


def _longest_word(html: str, face: Typeface) -> float:
    words = plain_words(html).split(" ")
    return max((text_width(word, face, _FONT_SIZE) for word in words), default=0.0)


def _without_percent_sign(cell: str) -> str:
    return Markup(cell.replace("%", "").rstrip(" \u00a0\u202f"))  # noqa: S704 - it was typeset


def _table_view(
    table: NumberTable, title: str, look: ChartTheme, column_width: float
) -> StudyTableView:
    """A table as a matrix, or as rows where it is tall or has remarks."""
    share = 100 * _label_width(table, look) / column_width
    view: StudyTableView = {
        "names": next((step for step in _LABEL_SHARES if share <= step), _MAX_LABEL_SHARE),
        "folded": False,
        "title": title,
        "note": "",
        "roll": "",
        "matrix": None,
        "columns": [],
        "keys": [],
        "rows": [],
    }
    if table.remarks is None and len(table.labels) <= _MAX_ROWS:
        view["matrix"] = _matrix_view(table)
        return view
    head = [table.row_title, *table.columns] + ([table.remark_title] if table.remarks else [])
    rows = [[label, *row] for label, row in zip(table.labels, table.cells, strict=True)]
    if table.remarks:
        rows = [[*row, remark] for row, remark in zip(rows, table.remarks, strict=True)]
    elif _can_fold(table, look, column_width):
        head, rows, view["folded"] = head + head, _folded(rows), True
    if table.unit and not table.remarks:
        view["title"] = Markup("{} ({})").format(title, table.unit)
    view["columns"], view["keys"] = head, [f"c{index}" for index in range(len(head))]
    view["rows"] = [dict(zip(view["keys"], row, strict=True)) for row in rows]
    return view


def _matrix_view(table: NumberTable) -> MatrixView:
    return {
        "rows_label": table.row_title,
        "columns_label": _column_title(table),
        "columns": table.columns,
        "rows": [
            {
                "label": label,
                "cells": [{"text": cell, "impossible": cell == "–"} for cell in row],
            }
            for label, row in zip(table.labels, table.cells, strict=True)
        ],
    }


def _column_title(table: NumberTable) -> str:
    """The title of the columns, with the unit where the cells do not have it."""
    if not table.unit:
        return table.column_title
    if not table.column_title:
        return table.unit
    return Markup("{} ({})").format(table.column_title, table.unit)


def _folded(rows: list[list[str]]) -> list[list[str]]:
    """Rows with the second half beside the first."""
    half = -(-len(rows) // 2)
    empty = [""] * len(rows[0])
    second = [*rows[half:], *[empty] * (2 * half - len(rows))]
    return [left + right for left, right in zip(rows[:half], second, strict=True)]


# --- the results of studies as plain data for templates -------------------------------------------


# The texts of `labels.yaml` by key, typeset.
LabelTexts = Mapping[str, str]


class ResultTablesView(ResultView):
    """A result with its title, its note and its method, also as tables for a book's column."""

    title: str
    note: str
    method: str
    tables: list[StudyTableView]


class StudyView(ResultTablesView):
    """A study of a game with its result."""

    id: str


def study_view(library: Library, entry: Entry[Study], lang: str) -> StudyView:
    """A study with its result."""
    content, value = library.games[entry.game], entry.value
    title = say(value.title, lang, content)
    note = say_or_empty(value.note, lang, content)
    result = answer(library, entry)
    tables = result_tables_view(library, entry.game, result, lang, title=title, note=note)
    return {"id": entry.id, **tables}


def result_tables_view(
    library: Library, game: str, result: StudyResult, lang: str, *, title: str, note: str
) -> ResultTablesView:
    """A result as printed numbers and as tables; `title` and `note` are typeset."""
    content, folders = library.games[game], library.folders
    texts = labels(folders, content.game.theme, lang)
    look, _ = read_chart_theme(folders, content.game.theme_folders)
    view = result_view(library, result, lang, texts)
    return {
        "title": title,
        "note": note,
        "method": method_text(result, lang, texts),
        **view,
        "tables": study_tables(view, look, title),
    }


def result_view(library: Library, result: StudyResult, lang: str, texts: LabelTexts) -> ResultView:
    """A result with labels and numbers as printed."""
    return {
        "beside": label_text(library, result.beside, lang, texts),
        "across": label_text(library, result.across, lang, texts),
        "down": label_text(library, result.down, lang, texts),
        "columns": [label_text(library, label, lang, texts) for label in result.columns],
        "rows": [_row(library, result, series, lang, texts) for series in result.series],
    }


def _row(
    library: Library, result: StudyResult, series: Series, lang: str, texts: LabelTexts
) -> ResultRow:
    return {
        "key": series.key,
        "label": label_text(library, series.label, lang, texts),
        "cells": [typeset(result.format_number(value, lang), lang) for value in series.values],
        "beside": label_text(library, series.beside, lang, texts),
    }


def label_text(library: Library, label: Label | None, lang: str, texts: LabelTexts) -> str:
    """A label, typeset; empty for None."""
    if label is None:
        return ""
    if label.word:
        return texts.get(label.word, label.word)
    if isinstance(label.text, Text):
        return say(label.text, lang, library.games[label.game])
    return typeset(with_die_letter(label.text, lang), lang)


def method_text(result: StudyResult, lang: str, texts: LabelTexts) -> str:
    """How the numbers were computed: exactly, or by N simulated games, and how far off they may
    be.
    """
    if result.method == "exact":
        return texts["computed_exactly"]
    games = typeset(with_thousands(result.games, lang), lang)
    if not result.error:
        return f"{games} {texts[result.told]}"
    return fill(texts[result.told], games=games, points=_points(result, lang, texts))


def _points(result: StudyResult, lang: str, texts: LabelTexts) -> str:
    """The greatest error of a result, in percentage points."""
    points = result.error * 100
    number = format_number(points, "mean", lang, max(result.digits or 0, int(points < 1)))
    words = texts["points_one" if is_singular(number, lang) else "points_many"]
    return fill(words, points=number)
