"""The pen of charts: hatching and wobble."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.content.models.theme import ChartTheme
from printgen.extras.charts.pen import ChartDrawing, ChartPen, hatching


@given(
    st.tuples(st.floats(0, 90), st.floats(0, 60), st.floats(0.3, 20), st.floats(0.3, 50)),
    st.sampled_from([-62.0, -45.0, 0.0, 45.0, 90.0]),
    st.floats(0.3, 2),
)
@settings(max_examples=60)
def test_hatching_stays_within_its_bar(box: Any, angle: float, gap: float) -> None:
    x, y, w, h = box
    for start, end in hatching(box, angle, gap):
        for px, py in (start, end):
            assert x - 1e-6 <= px <= x + w + 1e-6
            assert y - 1e-6 <= py <= y + h + 1e-6


def test_a_wobbly_line_goes_through_its_points() -> None:
    for wobble in (0.0, 0.5):
        pen = ChartPen(ChartDrawing(), ChartTheme(wobble=wobble), "seed")
        points = [(0.0, 10.0), (7.0, 3.5), (40.0, 20.0), (41.0, 2.0)]
        path = pen.stroke(points)
        assert path.count("M") == 1
        for x, y in points:
            assert f"{x:g} {y:g}" in path
