"""Tabs of dividers."""

from __future__ import annotations

import pytest
from curves import area, samples
from hypothesis import given
from hypothesis import strategies as st

from printgen.extras.pieces.models import Tabs

tabs = st.builds(
    Tabs,
    st.integers(40, 120).map(float),
    st.integers(50, 150).map(float),
    st.integers(5, 30).map(float),
    st.integers(1, 8),
)


@given(tabs, st.integers(0, 20), st.sampled_from([0.0, 3.0]))
def test_an_outline_is_a_card_with_a_tab(row: Tabs, number: int, radius: float) -> None:
    outline = row.outline(number, radius)
    left, top, right, bottom = outline.bounds
    assert (left, top) == pytest.approx((0, 0), abs=1e-6)
    assert (right, bottom) == pytest.approx((row.width, row.height + row.tab))
    whole = row.width * row.height + row.wide * row.tab
    # Rounding takes off the outer corners, and adds to the two inner ones.
    assert area(samples(outline)) == pytest.approx(whole, abs=6 * (1 - 3.1416 / 4) * 9 + 0.1)
    if not radius:
        assert area(samples(outline)) == pytest.approx(whole)


@given(tabs)
def test_tabs_take_all_places_in_turn(row: Tabs) -> None:
    lefts = [row.left(number) for number in range(row.count)]
    assert lefts == pytest.approx([number * row.width / row.count for number in range(row.count)])
    assert row.left(row.count) == 0
    for number in range(row.count):
        seen = row.width - row.left(number, mirrored=True) - row.wide
        assert seen == pytest.approx(row.left(number), abs=1e-9)
