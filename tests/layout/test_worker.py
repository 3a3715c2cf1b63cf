"""Workers run layout in a process with cheap Python calls."""

from __future__ import annotations

import resource
from typing import Any

import pytest

from printgen.layout import worker


def leaf(a: int) -> int:
    b, c, d, e, f, g, h, i = a, a, a, a, a, a, a, a
    return b + c + d + e + f + g + h + i


def faults(depth: int) -> int:
    """The number of page faults of 1,000 calls at a call depth."""
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
    monkeypatch.setattr(worker, "encode", lambda results: results)
    # At the end of a chunk of frames, Python would allocate memory at each call.
    assert worker.work(None) < 500  # type: ignore[arg-type,operator]
