"""A sample of planted mistakes: nearly all are found. `tests/planted_mistakes.py` plants more."""

from __future__ import annotations

from pathlib import Path

import pytest
from planted_mistakes import MAKERS, Bench, games_copy, plant


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(games_copy(tmp_path_factory.mktemp("planted")))


def test_planted_mistakes_are_found(bench: Bench) -> None:
    assert bench.before == set()
    mistakes = plant(bench.folders.root, seed=2, each=1)
    assert {mistake.kind for mistake in mistakes} == set(MAKERS)
    verdicts = {mistake: bench.verdict(mistake) for mistake in mistakes}
    missed = [str(mistake) for mistake, verdict in verdicts.items() if not verdict.found]
    assert len(missed) <= len(mistakes) / 10, missed
    assert sum(verdict.exact for verdict in verdicts.values()) >= 0.7 * len(mistakes)


def test_a_mistake_is_taken_back(bench: Bench) -> None:
    (mistake, *_) = plant(bench.folders.root, seed=3, each=1)
    before = Path(bench.folders.root, mistake.file).read_bytes()
    bench.verdict(mistake)
    assert Path(bench.folders.root, mistake.file).read_bytes() == before
