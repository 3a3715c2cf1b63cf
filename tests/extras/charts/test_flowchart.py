"""Flowcharts: boxes in columns, arrows between them, type that can be read."""

from __future__ import annotations

import pytest

from printgen.content.models.theme import ChartTheme, Typeface
from printgen.extras.charts.flowchart import FlowWords, draw_flowchart
from printgen.extras.charts.pen import LEAST_SIZE, ChartDrawing
from printgen.extras.charts.steps import FlowStep
from printgen.typography.measure import text_width

WORDS = FlowWords("yes", "no", "Nothing.")
ASKED = FlowStep("Is there a target in sight, within the range of the weapon?", "Shoot at it.")


def drawn(*steps: FlowStep, wide: float = 116.0, look: ChartTheme | None = None) -> ChartDrawing:
    drawing = ChartDrawing()
    height = draw_flowchart(steps, WORDS, look or ChartTheme(), wide, drawing)
    assert all(0 < float(text["y"]) < height for text in drawing.texts)
    return drawing


def said(drawing: ChartDrawing, face: str) -> list[str]:
    return [text["words"] for text in drawing.texts if text["face"] == face]


def test_each_question_has_a_yes_and_a_no() -> None:
    drawing = drawn(ASKED, ASKED, FlowStep("", "Wait."))
    assert said(drawing, "names") == ["yes", "no"] * 2
    assert said(drawing, "figures") == ["1", "2", "3"]
    assert " ".join(said(drawing, "words")).count("Shoot at it.") == 2
    assert said(drawing, "words")[-1] == "Wait."


def test_after_the_last_question_comes_nothing() -> None:
    assert said(drawn(ASKED), "words")[-1] == "Nothing."


@pytest.mark.parametrize("wide", [80.0, 116.0])
def test_no_line_leaves_the_drawing(wide: float) -> None:
    look = ChartTheme()
    for text in drawn(ASKED, ASKED, FlowStep("", "Wait. " * 40), wide=wide).texts:
        half = text_width(text["words"], getattr(look, text["face"])) / 2
        if text["anchor"] == "middle":
            assert half <= float(text["x"]) <= wide - half


def test_small_type_of_a_theme_is_set_in_six_points() -> None:
    small = Typeface(size=1.8)
    look = ChartTheme(words=small, names=small, figures=small)
    sizes = {text["size"] for text in drawn(ASKED, look=look).texts}
    assert sizes == {str(LEAST_SIZE)}
