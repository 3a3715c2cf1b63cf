"""Results of computations in the store: found again for the same inputs only."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from printgen.rules.study_results import stored
from printgen.store import Store

calls: list[tuple[object, ...]] = []


@dataclass(frozen=True)
class Side:
    """An input."""

    dice: int
    words: str = ""


def chance(side: Side, faces: int, *, sure: bool = False) -> Fraction:
    """A computation."""
    calls.append((side, faces, sure))
    if faces == 0:
        raise ValueError("no faces")
    return Fraction(1 if sure else side.dice, faces)


def other(side: Side, faces: int) -> Fraction:
    """Another computation with the same inputs."""
    calls.append((side, faces))
    return Fraction(faces)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    calls.clear()
    return Store(tmp_path)


def test_a_result_is_computed_once(store: Store) -> None:
    for _ in range(2):
        command = Store(store.folder)
        assert stored(command, chance, Side(2), 6) == Fraction(1, 3)
        command.finish()
    assert calls == [(Side(2), 6, False)]


def test_other_inputs_have_other_results(store: Store) -> None:
    results = [
        stored(store, chance, Side(2), 6),
        stored(store, chance, Side(3), 6),
        stored(store, chance, Side(2, "a"), 6),
        stored(store, chance, Side(2), 8),
        stored(store, chance, Side(2), 6, sure=True),
        stored(store, other, Side(2), 6),
    ]
    assert results == [Fraction(n) for n in ("1/3", "1/2", "1/3", "1/4", "1/6", "6")]
    assert len(calls) == 6


def test_errors_are_not_kept(store: Store) -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="no faces"):
            stored(store, chance, Side(2), 0)
    assert len(calls) == 2


def test_without_a_folder_nothing_is_kept(store: Store) -> None:
    for _ in range(2):
        assert stored(Store(None), chance, Side(2), 6) == Fraction(1, 3)
    assert len(calls) == 2
