"""Results of studies for tests of charts and tables."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from printgen.content.library import Library
from printgen.extras.charts.views import ChartView, chart_view
from printgen.rules.study_results import Label, Series, StudyResult


def label(text: object) -> Label:
    """A label with minus signs."""
    return Label(str(text).replace("-", "−"))


def sample(columns: list[Any], rows: dict[Any, list[Any]], unit: Any = "chance") -> StudyResult:
    """A result with series by label."""
    return StudyResult(
        unit,
        Label("across"),
        Label("down"),
        tuple(map(str, columns)),
        tuple(map(label, columns)),
        tuple(Series(str(name), label(name), tuple(values)) for name, values in rows.items()),
    )


def drawn(library: Library, answer: StudyResult, kind: str, lang: str = "en") -> ChartView:
    """The chart of a result."""
    return chart_view(library, "fog", answer, kind, lang, title="Title", note="Note.")


unit = st.sampled_from(["chance", "mean"])
value = st.one_of(st.none(), st.floats(0, 1), st.fractions(0, 1))


@st.composite
def answers(draw: st.DrawFn) -> StudyResult:
    """Results of up to 5 series and 40 columns."""
    columns = draw(st.integers(1, 40))
    numbered = draw(st.booleans())
    names = (
        [n - 4 for n in range(columns)] if numbered else [f"Kolonne {n}" for n in range(columns)]
    )
    rows = draw(
        st.dictionaries(
            st.text("abcdefgh éÉ", min_size=1, max_size=22).map(str.strip).filter(bool),
            st.lists(value, min_size=columns, max_size=columns),
            min_size=1,
            max_size=5,
        )
    )
    return sample(names, rows, draw(unit))
