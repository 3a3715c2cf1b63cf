"""The answers of studies as the plain data that templates see, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printgen.library import Entry, Library
from printgen.looks import look_file, read_look
from printgen.models import Text
from printgen.models.study import Study
from printgen.outputs.study_tables import study_tables
from printgen.outputs.views import labels
from printgen.render.typeset import typeset
from printgen.render.view import say
from printgen.rules.answers import Answer, Label
from printgen.rules.studies import answer

View = dict[str, Any]
Words = Mapping[str, str]


def study_view(library: Library, entry: Entry[Study], lang: str) -> View:
    """A study with its answer as a table of printed numbers."""
    content = library.games[entry.game]
    words = labels(library.folders, content.game.theme, lang)
    found = answer(library, entry)
    look, _ = read_look(library.folders, look_file(library.folders, content.game.theme))
    title = say(entry.value.title, lang, content)
    table = answer_view(library, found, lang, words)
    return {
        "id": entry.id,
        "title": title,
        "note": say(entry.value.note, lang, content) if entry.value.note else "",
        "method": method(found, lang, words),
        **table,
        "tables": study_tables(table, look, title),
    }


def answer_view(library: Library, found: Answer, lang: str, words: Words) -> View:
    """An answer as a table: what its axes are called, its columns, its rows of printed numbers, and
    what stands beside these (empty where nothing does).
    """
    return {
        "beside": said(library, found.beside, lang, words) if found.beside else "",
        "across": said(library, found.across, lang, words),
        "down": said(library, found.down, lang, words),
        "columns": [said(library, label, lang, words) for label in found.columns],
        "rows": [
            {
                "key": series.key,
                "label": said(library, series.label, lang, words),
                "cells": [typeset(found.written(value, lang), lang) for value in series.values],
                "beside": said(library, series.beside, lang, words) if series.beside else "",
            }
            for series in found.series
        ],
    }


def said(library: Library, label: Label, lang: str, words: Words) -> str:
    """The words of a label."""
    if label.word:
        return words.get(label.word, label.word)
    if isinstance(label.text, Text):
        return say(label.text, lang, library.games[label.game])
    return typeset(label.text, lang)


def method(found: Answer, lang: str, words: Words) -> str:
    """How the numbers came about, in words."""
    if found.method == "exact":
        return words["computed_exactly"]
    games = typeset(f"{found.games:,}".replace(",", " " if lang.startswith("fr") else ","), lang)
    return f"{games} {words['games_simulated']}\u00a0{found.seed}"
