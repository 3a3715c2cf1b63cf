"""Scales: ticks and positions of columns."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.extras.charts.plot import on_line, ticks


@given(st.floats(0.0001, 1), st.sampled_from(["chance", "mean", "count"]), st.integers(2, 6))
def test_ticks_are_round_and_few(greatest: float, unit: Any, most: int) -> None:
    high = greatest if unit == "chance" else greatest * 400
    found = ticks(0, high, unit, most)
    assert found[0] == 0
    assert found[-1] <= high + 1e-9
    assert len(found) <= most + 1
    steps = {round(b - a, 9) for a, b in pairwise(found)}
    assert len(steps) <= 1
    for step in steps:
        assert float(f"{step:.2g}") == pytest.approx(step)


def test_ticks_below_zero() -> None:
    assert ticks(-2, 3, "mean", 5) == [-2, -1, 0, 1, 2, 3]


def test_ascending_numbers_are_placed_to_scale() -> None:
    assert on_line(("1", "2", "4", "5")) == [0, 0.25, 0.75, 1]
    assert on_line(("−1", "0", "+1")) == [0, 0.5, 1]
    assert on_line(("1", "ten", "11")) == [0, 0.5, 1]
    assert on_line(("5", "3", "1")) == [0, 0.5, 1]
    assert on_line(("5",)) == [0.5]
