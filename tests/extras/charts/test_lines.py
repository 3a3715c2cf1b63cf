"""Line charts: positions of series labels."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.extras.charts.bars import apart


@given(
    st.lists(st.floats(0, 60), max_size=12),
    st.floats(0.5, 9),
)
def test_labels_are_moved_no_farther_than_needed(wanted: list[float], room: float) -> None:
    places = apart(wanted, room, 0, 60)
    free = min(room, 60 / max(1, len(wanted) - 1))
    assert all(-1e-6 <= place <= 60 + 1e-6 for place in places)
    for one, other in pairwise(sorted(places)):
        assert other - one >= free - 1e-6
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    assert order == sorted(order, key=lambda i: places[i])
    if all(b - a >= room for a, b in pairwise(sorted(wanted))):
        assert places == pytest.approx(wanted)
