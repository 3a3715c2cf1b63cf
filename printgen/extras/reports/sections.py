"""The sections of a report, as templates see them."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.base import Model
from printgen.content.models.study import Study
from printgen.rules.study_results import StudyResult
from printgen.views.charts import ChartView, chart_view, study_chart_view
from printgen.views.studies import ResultTablesView, result_tables_view, study_view


class StudyItemView(ResultTablesView):
    """A result as a chart and as tables."""

    id: str
    chart: ChartView


class SectionView(TypedDict):
    """A section: its results under a title, and a closing remark or an empty string. Those of
    battles say what is played (`model`) and what is not (`left_out`).
    """

    id: str
    title: str
    items: list[StudyItemView]
    remark: str
    model: NotRequired[list[str]]
    left_out: NotRequired[list[str]]


def study_item(library: Library, study: Entry[Study], lang: str) -> StudyItemView:
    """A study as a chart and as tables."""
    view = study_view(library, study, lang)
    return {**view, "chart": study_chart_view(library, study, lang)}


def own_study_item(
    library: Library, content: GameContent, field: str, question: Model, lang: str, used: set[str]
) -> StudyItemView | None:
    """The game's own study of a question, which is then added to `used`; None without one."""
    for name, study in content.studies.items():
        if getattr(study.value, field, None) == question:
            used.add(name)
            return study_item(library, study, lang)
    return None


def chart_item(
    library: Library,
    content: GameContent,
    name: str,
    result: StudyResult,
    kind: str,
    lang: str,
    title: str,
    note: str,
    turn: bool | None = None,
) -> StudyItemView:
    """A result as a chart of a kind and as tables. `turn` is as in `chart_view`."""
    tables = result_tables_view(library, content.id, result, lang, title=title, note=note)
    chart = chart_view(library, content.id, result, kind, lang, title=title, note=note, turn=turn)
    return {"id": name, **tables, "chart": chart}
