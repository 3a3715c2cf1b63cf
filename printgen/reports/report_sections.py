"""Sections of a report."""

from __future__ import annotations

from typing import Any

from printgen.content.library import Entry, Library
from printgen.content.models.study import Study
from printgen.views.charts import study_chart_view
from printgen.views.studies import study_view

View = dict[str, Any]


def section(id: str, title: str, items: list[View], remark: str = "") -> View:
    return {"id": id, "title": title, "items": items, "remark": remark}


def study_item(library: Library, study: Entry[Study], lang: str) -> View:
    """A study as its chart and its tables."""
    view = study_view(library, study, lang)
    return {**view, "chart": study_chart_view(library, study, lang)}
