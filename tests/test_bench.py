"""Each part of the benchmark runs at its smallest size: so it does not rot."""

from __future__ import annotations

import math

import pytest
from bench import PARTS
from bench_measures import SMALLEST, table


@pytest.mark.parametrize("part", PARTS)
def test_part_runs_at_its_smallest_size(part: str) -> None:
    bars = list(PARTS[part](SMALLEST))
    assert bars
    assert all(math.isfinite(bar.value) and bar.value >= 0 for bar in bars)
    assert len(table(bars).splitlines()) == 1 + len(bars)
