"""Engines and jobs for tests that call functions which lay out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from printgen import Project
from printgen.layout.engines import open_engine
from printgen.layout.jobs import Engine, Job, JobResult, Task
from printgen.products import product_kinds
from printgen.products.kind import PrintOptions, TargetBuild
from printgen.store import user_store


@contextmanager
def engine_of(project: Project) -> Iterator[Engine]:
    """An engine with one worker, behind the store of the run."""
    with open_engine(project.folders, 1, user_store()) as engine:
        yield engine


def target_builds(project: Project, *patterns: str, **variants: Any) -> Iterator[TargetBuild]:
    """The work for the targets that match."""
    for target in project.targets(patterns, **variants):
        product = project.library.games[target.game].products[target.product].value
        kind = product_kinds()[target.output]
        yield kind.prepare(project.library, target, product, PrintOptions())


def tasks_of(project: Project, *patterns: str, **variants: Any) -> list[Task]:
    """The tasks of the targets that match."""
    return [task for b in target_builds(project, *patterns, **variants) for task in b.tasks()]


def results_of(engine: Engine, jobs: Iterable[Job]) -> list[JobResult]:
    """The results of jobs that are submitted together."""
    futures = [engine.submit(job) for job in jobs]
    return [future.result() for future in futures]


class CountedEngine:
    """Another engine, with the number of submitted jobs by name."""

    def __init__(self, engine: Engine):
        self.engine = engine
        self.submitted: Counter[str] = Counter()

    def submit(self, job: Job) -> Future[JobResult]:
        """Count a job and hand it on."""
        self.submitted[job.name] += 1
        return self.engine.submit(job)
