"""A sample of planted mistakes: nearly all are found. `tests/planted_mistakes.py` plants more."""

from __future__ import annotations

import random

import pytest
from mistake_kinds import MAKERS
from planted_mistakes import Bench, games_copy, plant

from printgen.store import user_store

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(games_copy(tmp_path_factory.mktemp("planted")), user_store())


def test_planted_mistakes_are_found(bench: Bench) -> None:
    assert bench.before == set()
    planted = plant(bench.folders.root, seed=1, each=1)
    assert {mistake.kind for mistake in planted} == set(MAKERS)
    mistakes = random.Random(1).sample(planted, 20)
    verdicts = {mistake: bench.verdict(mistake) for mistake in mistakes}
    missed = [str(mistake) for mistake, verdict in verdicts.items() if not verdict.found]
    assert len(missed) <= len(mistakes) / 6, missed
    assert sum(verdict.exact for verdict in verdicts.values()) >= 0.7 * len(mistakes)


def test_a_mistake_is_taken_back(bench: Bench) -> None:
    content = bench.folders.content
    before = {path: path.read_bytes() for path in content.rglob("*.*") if path.is_file()}
    mistakes = plant(bench.folders.root, seed=3, each=1)
    for mistake in (mistakes[0], *(m for m in mistakes if m.kind.startswith("chapter"))):
        bench.verdict(mistake)
    assert {path: path.read_bytes() for path in content.rglob("*.*") if path.is_file()} == before
