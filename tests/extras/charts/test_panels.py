"""Small multiples: labelled peaks."""

from __future__ import annotations

from printgen.content.models.theme import ChartTheme
from printgen.extras.charts.bars import draw_panels, peaks_of
from printgen.extras.charts.pen import ChartDrawing
from printgen.extras.charts.plot import Plot


def test_peaks_are_higher_than_their_neighbours() -> None:
    values = (0.0, 0.2, 0.1, None, 0.3, 0.3, 0.0, 0.0, 0.01, 0.0)
    assert peaks_of(values, 0.3) == [1, 4]
    assert peaks_of((None, None), 0.0) == []


def test_the_label_of_a_peak_below_the_name_of_its_row_stays_above_its_bar() -> None:
    values = (0.0, 0.15, *(0.0,) * 10)
    columns = tuple(str(number) for number in range(len(values)))
    words = {"chart_chance": "Chance"}
    names = ("A very long name of a row",)
    plot = Plot("chance", "en", None, "Step", "", columns, names, (values,), words, ChartTheme())
    drawing = ChartDrawing()
    draw_panels(plot, drawing)
    (label,) = (text for text in drawing.texts if "·" in text["words"])
    (name,) = (text for text in drawing.texts if text["words"] == names[0])
    # Within its column, and below the name.
    (column,) = (text for text in drawing.texts if text["words"] == "1")
    assert abs(float(label["x"]) - float(column["x"])) < 4
    assert float(label["y"]) > float(name["y"])
