"""Bar charts: the values above bars side by side."""

from __future__ import annotations

from printgen.content.models.theme import ChartTheme
from printgen.extras.charts.bars import draw_bars
from printgen.extras.charts.pen import ChartDrawing
from printgen.extras.charts.plot import Plot


def test_small_chances_have_no_space_of_their_own() -> None:
    rows = ((0.4, 0.001), (0.1, 0.002))
    words = {"chart_chance": "Chance"}
    plot = Plot("chance", "en", None, "Lost", "", ("0", "8"), ("A", "B"), rows, words, ChartTheme())
    drawing = ChartDrawing()
    draw_bars(plot, drawing)
    values = [text["words"] for text in drawing.texts if "%" in text["words"]]
    assert sorted(values) == ["10%", "40%", "<1%", "<1%"]
