"""The studies of a game, as records for `printgen odds`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NotRequired, TypedDict

from printgen.analysis.resolve import ComputationError
from printgen.analysis.study_results import Series, Span
from printgen.content.library import GameContent, Library
from printgen.mechanics.studies import answer
from printgen.problems import did_you_mean
from printgen.reports.selection import game_of, language
from printgen.typography.text import plain_words
from printgen.views.studies import study_view
from printgen.views.study_tables import ResultRow


class ColumnRecord(TypedDict):
    """A column of a study."""

    key: str
    label: str


class RowRecord(TypedDict):
    """A row of a study: its values as numbers (None if undefined) and as printed text. Values that
    are found by games have 95% `intervals`.
    """

    key: str
    label: str
    values: list[float | None]
    printed: list[str]
    intervals: NotRequired[list[Span]]


class StudyRecord(TypedDict):
    """A study and its result, as printed by `printgen odds --format json`. Texts are plain."""

    id: str
    title: str
    note: str
    method: str
    how: str
    unit: str
    across: str
    down: str
    columns: list[ColumnRecord]
    rows: list[RowRecord]


def studies(
    library: Library, game: str, names: Iterable[str], lang: str | None
) -> list[StudyRecord]:
    """The named studies of a game (default: all).

    Raises ComputationError if a name is unknown, the game has no studies or a study fails.
    """
    content = game_of(library, game)
    lang = language(content, lang)
    for name in names:
        if name not in content.studies:
            hint = did_you_mean(name, content.studies) or ", ".join(content.studies)
            raise ComputationError(f"the game has no study '{name}'", hint=hint)
    wanted = list(dict.fromkeys(names)) or list(content.studies)
    if not wanted:
        raise ComputationError("the game has no studies", hint="add a folder `studies` to the game")
    return [_study_record(library, content, name, lang) for name in wanted]


def _study_record(library: Library, content: GameContent, name: str, lang: str) -> StudyRecord:
    entry = content.studies[name]
    found, view = answer(library, entry), study_view(library, entry, lang)
    rows = zip(found.series, view["rows"], strict=True)
    return {
        "id": name,
        "title": plain_words(view["title"]),
        "note": plain_words(view["note"]),
        "method": found.method,
        "how": plain_words(view["method"]),
        "unit": found.unit,
        "across": plain_words(view["across"]),
        "down": plain_words(view["down"]),
        "columns": [
            {"key": key, "label": plain_words(label)}
            for key, label in zip(found.keys, view["columns"], strict=True)
        ],
        "rows": [_row_record(series, row) for series, row in rows],
    }


def _row_record(series: Series, row: ResultRow) -> RowRecord:
    record: RowRecord = {
        "key": series.key,
        "label": plain_words(row["label"]),
        "values": [None if value is None else float(value) for value in series.values],
        "printed": [plain_words(cell) for cell in row["cells"]],
    }
    if series.spans:
        record["intervals"] = list(series.spans)
    return record
