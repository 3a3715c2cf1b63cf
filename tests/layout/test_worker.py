"""Workers lay out where calls are cheap."""

from __future__ import annotations

import resource
from typing import Any

import pytest

from printgen.layout import worker


def leaf(a: int) -> int:
    b, c, d, e, f, g, h, i = a, a, a, a, a, a, a, a
    return b + c + d + e + f + g + h + i


def faults(depth: int) -> int:
    """How often 1,000 calls, so deep in other calls, touch memory that is new to the process."""
    if depth:
        return faults(depth - 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for turn in range(1_000):
        leaf(turn)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def test_calls_allocate_no_memory_at_any_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    class Looping:
        def lay_out(self, batch: Any) -> int:
            return max(faults(depth) for depth in range(400))

    monkeypatch.setattr(worker, "_renderer", Looping())
    # Without room in its chunk of frames, Python asks for memory at each call somewhere.
    assert worker.work(None) < 500  # type: ignore[arg-type,operator]
