"""The sections of a report, as templates see them."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from printgen.content.library import Entry, Library
from printgen.content.models.study import Study
from printgen.views.charts import ChartView, study_chart_view
from printgen.views.studies import ResultTablesView, study_view


class StudyItemView(ResultTablesView):
    """A result as a chart and as tables."""

    id: str
    chart: ChartView


class SentenceView(TypedDict):
    """A sentence; `lang` is its language if that is not the language of the report."""

    text: str
    lang: str


class SectionView(TypedDict):
    """A section: its results under a title, and a closing remark or an empty string. Those of
    battles say what is played (`model`) and what is not (`left_out`).
    """

    id: str
    title: str
    items: list[StudyItemView]
    remark: str
    model: NotRequired[list[SentenceView]]
    left_out: NotRequired[list[SentenceView]]


def study_item(library: Library, study: Entry[Study], lang: str) -> StudyItemView:
    """A study as a chart and as tables."""
    view = study_view(library, study, lang)
    return {**view, "chart": study_chart_view(library, study, lang)}
