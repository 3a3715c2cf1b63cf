"""Workers that a stranger's picture or font has taken over: they answer with lies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager

import pytest

from printgen.layout import faces
from printgen.layout.faces import encode
from printgen.layout.jobs import Job, JobKind, JobResult
from printgen.layout.runners import Encoded, LocalWorkers

Lie = Callable[[list[JobResult]], object]


@contextmanager
def taken_over(lie: Lie, kind: JobKind = "face") -> Iterator[None]:
    """Workers answer with lies about jobs of a kind until the end of the block."""
    start = LocalWorkers.start

    def lying(self: LocalWorkers, jobs: Sequence[Job]) -> Future[Encoded]:
        content, parts = start(self, jobs).result()
        results = faces.decode(content, parts.__getitem__)
        if jobs[0].format.kind == kind:
            lie(results)
        future: Future[Encoded] = Future()
        future.set_result(encode(results))
        return future

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LocalWorkers, "start", lying)
        yield
