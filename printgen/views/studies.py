"""The answers of studies as the plain data that templates see, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printgen.analysis.study_results import Label, StudyResult
from printgen.content.library import Entry, Library
from printgen.content.models import Text
from printgen.content.models.study import Study
from printgen.content.theme import chart_theme_file, read_chart_theme
from printgen.mechanics.studies import answer
from printgen.typography.labels import labels
from printgen.typography.text import say
from printgen.typography.typeset import typeset
from printgen.views.study_tables import study_tables

View = dict[str, Any]

Words = Mapping[str, str]


def study_view(library: Library, entry: Entry[Study], lang: str) -> View:
    """A study with its answer as a table of printed numbers."""
    content, value = library.games[entry.game], entry.value
    title = say(value.title, lang, content)
    note = say(value.note, lang, content) if value.note else ""
    found = answer(library, entry)
    return {"id": entry.id, **tables_view(library, entry.game, found, lang, title=title, note=note)}


def tables_view(
    library: Library, game: str, found: StudyResult, lang: str, *, title: str, note: str
) -> View:
    """An answer as a table of printed numbers, and as tables that fit the column of a book."""
    theme = library.games[game].game.theme
    words = labels(library.folders, theme, lang)
    look, _ = read_chart_theme(library.folders, chart_theme_file(library.folders, theme))
    table = answer_view(library, found, lang, words)
    return {
        "title": title,
        "note": note,
        "method": method_text(found, lang, words),
        **table,
        "tables": study_tables(table, look, title),
    }


def answer_view(library: Library, found: StudyResult, lang: str, words: Words) -> View:
    """An answer as a table: what its axes are called, its columns, its rows of printed numbers, and
    what stands beside these (empty where nothing does).
    """
    return {
        "beside": label_text(library, found.beside, lang, words) if found.beside else "",
        "across": label_text(library, found.across, lang, words),
        "down": label_text(library, found.down, lang, words),
        "columns": [label_text(library, label, lang, words) for label in found.columns],
        "rows": [
            {
                "key": series.key,
                "label": label_text(library, series.label, lang, words),
                "cells": [
                    typeset(found.format_number(value, lang), lang) for value in series.values
                ],
                "beside": label_text(library, series.beside, lang, words) if series.beside else "",
            }
            for series in found.series
        ],
    }


def label_text(library: Library, label: Label, lang: str, words: Words) -> str:
    """The words of a label."""
    if label.word:
        return words.get(label.word, label.word)
    if isinstance(label.text, Text):
        return say(label.text, lang, library.games[label.game])
    return typeset(label.text, lang)


def method_text(found: StudyResult, lang: str, words: Words) -> str:
    """How the numbers came about, in words."""
    if found.method == "exact":
        return words["computed_exactly"]
    games = typeset(f"{found.games:,}".replace(",", " " if lang.startswith("fr") else ","), lang)
    return f"{games} {words['games_simulated']}\u00a0{found.seed}"
