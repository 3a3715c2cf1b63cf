"""Small multiples: labelled peaks."""

from __future__ import annotations

from printgen.drawing.charts.panels import peaks_of


def test_peaks_are_higher_than_their_neighbours() -> None:
    values = (0.0, 0.2, 0.1, None, 0.3, 0.3, 0.0, 0.0, 0.01, 0.0)
    assert peaks_of(values, 0.3) == [1, 4]
    assert peaks_of((None, None), 0.0) == []
