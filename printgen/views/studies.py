"""The results of studies as plain data for templates."""

from __future__ import annotations

from collections.abc import Mapping

from printgen.analysis.study_results import Label, Series, StudyResult, format_number
from printgen.content.library import Entry, Library
from printgen.content.models.study import Study
from printgen.content.models.text import Text
from printgen.content.theme import chart_theme_file, read_chart_theme
from printgen.mechanics.studies import answer
from printgen.typography.fill import fill
from printgen.typography.labels import labels
from printgen.typography.numbers import with_die_letter, with_thousands
from printgen.typography.text import say, say_or_empty
from printgen.typography.typeset import typeset
from printgen.views.study_tables import ResultRow, ResultView, StudyTableView, study_tables

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
    look, _ = read_chart_theme(folders, chart_theme_file(folders, *content.game.theme_folders))
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
    few = number == "1" or (lang.startswith("fr") and points < 2 and not number.startswith("2"))
    return fill(texts["points_one" if few else "points_many"], points=number)
