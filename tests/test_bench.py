"""The benchmark runs: what it measures is not for a test, that it measures is."""

from __future__ import annotations

import re

import bench
import pytest


def test_the_bench_compares_all_ways(capsys: pytest.CaptureFixture[str]) -> None:
    bench.bench_decks([4], skip_naive=False)
    told = capsys.readouterr().out
    for way in ("naive, grid", "naive, placed", "printgen, 1 job", "printgen, 2 jobs"):
        assert f"  {way} " in told
    assert "the same bytes with 1 and 2 jobs: True" in told


def test_the_bench_solves_and_plays_a_quest(capsys: pytest.CaptureFixture[str]) -> None:
    bench.bench_quests(games=2000, repeats=1)
    told = capsys.readouterr().out
    assert "best play for 4 heroes, exact: " in told
    assert "2,000 simulated games: " in told
    assert re.search(r"of that time: shuffles \d+%, look-ups of rounds \d+%, the rest", told)
